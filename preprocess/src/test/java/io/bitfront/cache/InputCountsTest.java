package io.bitfront.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.graph.EdgeCounts;
import io.bitfront.graph.GraphInput;
import io.bitfront.graph.ListedEdges;
import io.bitfront.graph.VertexIds;
import io.bitfront.input.GraphFormat;
import io.bitfront.input.GraphReader;
import io.bitfront.input.ReadOptions;
import io.bitfront.input.choice.DirectionChoice;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import io.bitfront.testkit.GraphKind;
import io.bitfront.testkit.TestGraph;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What is said of an input's edges adds up: those read, less self-loops and duplicates, are the graph's.
class InputCountsTest {
    @TempDir
    Path folder;

    @Test
    void anUndirectedEdgeThatStandsTwiceIsOneDuplicate() throws IOException {
        String lines = "1 2\n2 4\n4 5\n2 3\n3 4\n6 6\n1 2\n";
        assertThat(read("g.el", lines, DirectionChoice.UNDIRECTED)).isEqualTo(new EdgeCounts(7, 1, 1));
        assertThat(read("g.el", lines, DirectionChoice.DIRECTED)).isEqualTo(new EdgeCounts(7, 1, 1));
    }

    @Test
    void anEdgeThatAListHasInBothDirectionsIsADuplicateWhereItIsUndirected() throws IOException {
        String lines = "1 2\n2 1\n2 3\n3 2\n3 3\n3 1\n";
        assertThat(read("g.el", lines, DirectionChoice.UNDIRECTED)).isEqualTo(new EdgeCounts(6, 1, 2));
        assertThat(read("g.el", lines, DirectionChoice.DIRECTED)).isEqualTo(new EdgeCounts(6, 1, 0));
    }

    /// METIS lists an edge at both ends: its header says 3 edges, of which one is listed twice at each end.
    @Test
    void anEdgeThatIsListedAtBothEndsByItsFormatIsReadOnce() throws IOException {
        String lists = "3 4\n2 2 3\n1 1 3\n1 2\n";
        assertThat(read("g.metis", lists, DirectionChoice.AS_FORMAT)).isEqualTo(new EdgeCounts(4, 0, 1));
        assertThat(read("g.metis", lists, DirectionChoice.DIRECTED)).isEqualTo(new EdgeCounts(8, 0, 2));
    }

    @ParameterizedTest
    @EnumSource(GraphKind.class)
    void countsWhatSetsOfEdgesCount(GraphKind kind) {
        for (long seed = 1; seed <= 5; seed++) {
            TestGraph graph = kind.draw(seed, 300);
            EdgeCounts expected = counted(graph);
            assertThat(prepared(TestInputs.of(graph))).as(kind + " " + seed).isEqualTo(expected);
            if (!graph.directed()) {
                assertThat(prepared(bothWays(graph))).as(kind + " " + seed).isEqualTo(expected);
            }
        }
    }

    /// The oldest caches count by direction what undirected graphs left out.
    @ParameterizedTest
    @EnumSource(
            value = GraphKind.class,
            names = {"MESSY", "DIRECTED_MESSY"})
    void readsTheCountsOfOldCaches(GraphKind kind) {
        TestGraph graph = kind.draw(3, 300);
        EdgeCounts now = counted(graph);
        assertThat(now.duplicates()).isPositive();
        assertThat(kept(graph, now)).isEqualTo(now);
        if (!graph.directed()) {
            assertThat(kept(graph, new EdgeCounts(now.read(), now.selfLoops(), 2 * now.duplicates())))
                    .isEqualTo(now);
            long entries = 2 * (now.read() - now.selfLoops()) + now.selfLoops();
            assertThat(kept(graph, new EdgeCounts(entries, now.selfLoops(), 2 * now.duplicates())))
                    .isEqualTo(now);
        }
    }

    @Test
    void verifyTellsCountsThatDoNotAddUp() {
        TestGraph graph = GraphKind.MESSY.draw(3, 300);
        EdgeCounts now = counted(graph);
        Path file = written(graph, new EdgeCounts(now.read(), now.selfLoops(), now.duplicates() + 1));
        try (Workers workers = new Workers(2)) {
            assertThat(BvssFile.verify(file, workers, Progress.NONE))
                    .filteredOn(check -> !check.passed())
                    .singleElement()
                    .satisfies(check -> assertThat(check.problem())
                            .isEqualTo("inputEdges - selfLoops - duplicates is %d, expected %d"
                                    .formatted(graph.cleanEdges() / 2 - 1, graph.cleanEdges() / 2)));
        }
    }

    private static EdgeCounts counted(TestGraph graph) {
        int loops = 0;
        Set<Long> different = new HashSet<>();
        for (int i = 0; i < graph.givenEdges(); i++) {
            long from = graph.from()[i];
            long to = graph.to()[i];
            if (from == to) {
                loops++;
            } else {
                different.add(graph.directed() || from < to ? from << 32 | to : to << 32 | from);
            }
        }
        return new EdgeCounts(graph.givenEdges(), loops, graph.givenEdges() - loops - different.size());
    }

    private EdgeCounts read(String name, String text, DirectionChoice direction) throws IOException {
        Path file = Files.writeString(folder.resolve(name), text);
        try (Workers workers = new Workers(2);
                GraphInput input =
                        GraphReader.read(file, new ReadOptions(GraphFormat.AUTO, direction), workers, Progress.NONE)) {
            return prepared(input);
        }
    }

    private static EdgeCounts prepared(GraphInput input) {
        try (Graph graph = Preprocessor.prepare(input, TestInputs.options("natural", 2))) {
            EdgeCounts counts = graph.statistics().edges();
            assertThat(counts.read() - counts.selfLoops() - counts.duplicates())
                    .isEqualTo(graph.directed() ? graph.edgeCount() : graph.edgeCount() / 2);
            return counts;
        }
    }

    /// The same edges as a file holds them that has both directions of each.
    private static GraphInput bothWays(TestGraph graph) {
        VertexIds ids = new VertexIds.Range(0, graph.vertexCount());
        return new GraphInput(new ListedEdges(graph.bothWays(), 3), ids, false, true, "test", "");
    }

    private EdgeCounts kept(TestGraph graph, EdgeCounts counts) {
        try (Graph opened = Graph.open(written(graph, counts))) {
            return opened.statistics().edges();
        }
    }

    /// A cache that says this of its input.
    private Path written(TestGraph graph, EdgeCounts counts) {
        Path file = folder.resolve("g.bvss");
        try (Graph prepared = TestInputs.prepared(graph, "natural");
                Graph counted = new Graph(
                        Arena.ofShared(),
                        prepared.out(),
                        prepared.in(),
                        prepared.permutation(),
                        prepared.ids(),
                        prepared.bvss(),
                        prepared.hubs(),
                        prepared.ordering(),
                        prepared.statistics().withEdges(counts))) {
            TestInputs.write(counted, file);
        }
        return file;
    }
}
