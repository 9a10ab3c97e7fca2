package io.bitfront.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.file.FileException;
import io.bitfront.graph.EdgeCounts;
import io.bitfront.graph.EdgeSource;
import io.bitfront.graph.GraphInput;
import io.bitfront.graph.IndexedEdges;
import io.bitfront.graph.VertexIds;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import io.bitfront.testkit.EdgeFiles;
import io.bitfront.testkit.Shapes;
import io.bitfront.testkit.TestGraph;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class GraphWriterTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @MethodSource("io.bitfront.testkit.TestGraphs#all")
    void writesGapFilesAsGapDoes(TestGraph graph) throws IOException {
        Path file = folder.resolve("graph.sg");
        GraphWriter.Written written = write(graph, file, 2);
        assertThat(Files.readAllBytes(file)).isEqualTo(EdgeFiles.sg(graph));
        assertThat(written.bytes()).isEqualTo(Files.size(file));
        assertThat(written.vertexCount()).isEqualTo(graph.vertexCount());
        assertThat(written.edgeCount()).isEqualTo(graph.cleanEdges());
        TestGraph parsed = PlainParser.sg(file);
        assertThat(parsed.directed()).isEqualTo(graph.directed());
        assertThat(parsed.outNeighbours()).isDeepEqualTo(graph.outNeighbours());
    }

    @ParameterizedTest
    @MethodSource("io.bitfront.testkit.TestGraphs#all")
    void writesMatricesThatMeanTheSameGraph(TestGraph graph) throws IOException {
        Path file = folder.resolve("graph.mtx");
        write(graph, file, 2);
        TestGraph parsed = PlainParser.mtx(file);
        assertThat(parsed.directed()).isEqualTo(graph.directed());
        assertThat(parsed.vertexCount()).isEqualTo(graph.vertexCount());
        assertThat(parsed.outNeighbours()).isDeepEqualTo(graph.outNeighbours());
        assertThat((long) parsed.givenEdges()).isEqualTo(graph.cleanEdges() / (graph.directed() ? 1 : 2));
        for (int i = 0; i < parsed.givenEdges(); i++) {
            assertThat(graph.directed() || parsed.from()[i] > parsed.to()[i]).isTrue();
        }
    }

    @ParameterizedTest
    @MethodSource("io.bitfront.testkit.TestGraphs#all")
    void writesEdgeListsThatMeanTheSameGraphReadAsDirected(TestGraph graph) throws IOException {
        Path file = folder.resolve("graph.el");
        if (graph.cleanEdges() == 0) {
            assertThatThrownBy(() -> write(graph, file, 2))
                    .isInstanceOf(FileException.class)
                    .hasMessage("write " + file
                            + ": the graph has no edge, and an edge list has no vertices without edges");
            assertThat(folder).isEmptyDirectory();
            return;
        }
        write(graph, file, 2);
        TestGraph parsed = PlainParser.el(file, graph.vertexCount());
        assertThat(parsed.outNeighbours()).isDeepEqualTo(graph.outNeighbours());
        assertThat((long) parsed.givenEdges()).isEqualTo(graph.cleanEdges());
    }

    @Test
    void saysInAnEdgeListHowToReadIt() throws IOException {
        write(Shapes.chain(3), folder.resolve("a.el"), 1);
        assertThat(folder.resolve("a.el"))
                .hasContent("# 3 vertices, 2 undirected edges, each in both directions: "
                        + "the same graph with and without --undirected\n0 1\n1 0\n1 2\n2 1\n");
        write(Shapes.oneWayChain(3), folder.resolve("b.el"), 1);
        assertThat(folder.resolve("b.el")).hasContent("# 3 vertices, 2 directed edges\n0 1\n1 2\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a.sg", "a.mtx", "a.el"})
    void writesTheSameBytesWithAnyNumberOfThreads(String name) throws IOException {
        Generator generator = new KroneckerGenerator(14, 16, 1);
        byte[][] contents = new byte[3][];
        for (int threads = 1; threads <= 3; threads++) {
            try (Workers workers = new Workers(threads);
                    GraphInput input = generator.generate(workers, Progress.NONE)) {
                GraphWriter.write(input, folder.resolve(name), workers, Progress.NONE);
            }
            contents[threads - 1] = Files.readAllBytes(folder.resolve(name));
        }
        assertThat(contents[1]).isEqualTo(contents[0]);
        assertThat(contents[2]).isEqualTo(contents[0]);
    }

    @Test
    void writesAGeneratedGraphLargerThanOnePiece() throws IOException {
        Generator generator = new UniformGenerator(14, 16, 2);
        TestGraph graph = Drawn.of(generator).undirected();
        for (String name : new String[] {"a.mtx", "a.el", "a.sg"}) {
            try (Workers workers = new Workers(2);
                    GraphInput input = generator.generate(workers, Progress.NONE)) {
                GraphWriter.write(input, folder.resolve(name), workers, Progress.NONE);
            }
        }
        int[][] expected = graph.outNeighbours();
        assertThat(PlainParser.mtx(folder.resolve("a.mtx")).outNeighbours()).isDeepEqualTo(expected);
        assertThat(PlainParser.el(folder.resolve("a.el"), 1 << 14).outNeighbours())
                .isDeepEqualTo(expected);
        assertThat(PlainParser.sg(folder.resolve("a.sg")).outNeighbours()).isDeepEqualTo(expected);
    }

    @Test
    void countsWhatItLeavesOut() {
        TestGraph graph = new TestGraph("mess", 3, new int[] {0, 1, 1, 2, 2}, new int[] {1, 0, 1, 1, 1}, true);
        assertThat(write(graph, folder.resolve("a.sg"), 1))
                .isEqualTo(new GraphWriter.Written(3, 3, new EdgeCounts(5, 1, 1), EdgeFiles.sg(graph).length));
    }

    @Test
    void tellsTheMemoryOfBothSidesOfADirectedGraphBeforehand() {
        GraphInput undirected = input(new IndexedEdges(1_000, 50_000, (first, count, from, to) -> {}), true);
        GraphInput directed = input(new IndexedEdges(1_000, 100_000, (first, count, from, to) -> {}), false);
        long csc = 8 * 1_001 + 4 * 100_000;
        assertThat(GraphWriter.memoryNeeded(undirected, 2)).isGreaterThan(csc + 8 * 100_000);
        assertThat(GraphWriter.memoryNeeded(directed, 2)).isEqualTo(GraphWriter.memoryNeeded(undirected, 2) + csc);
    }

    @Test
    void refusesOtherSuffixesAndMissingFoldersBeforeAnyWork() throws IOException {
        assertThatThrownBy(() -> write(Shapes.chain(3), folder.resolve("a.txt"), 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageEndingWith("a.txt: expected a name ending in .sg, .mtx, .el or .bvss");
        assertThatThrownBy(() -> write(Shapes.chain(3), folder.resolve("none/a.sg"), 1))
                .isInstanceOf(FileException.class)
                .hasMessageContaining("there is no folder");
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void leavesTheOldFileAndNoOtherWhereItFails() throws IOException {
        Path file = Files.writeString(folder.resolve("a.el"), "old");
        try (Workers workers = new Workers(1)) {
            GraphInput input = input(new FailingEdges(), true);
            assertThatThrownBy(() -> GraphWriter.write(input, file, workers, Progress.NONE))
                    .hasMessageContaining("lost");
        }
        assertThat(file).hasContent("old");
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left).containsExactly(file);
        }
    }

    private static GraphWriter.Written write(TestGraph graph, Path file, int threads) {
        try (Workers workers = new Workers(threads)) {
            EdgeSource edges = new IndexedEdges(graph.vertexCount(), graph.givenEdges(), (first, count, from, to) -> {
                System.arraycopy(graph.from(), (int) first, from, 0, count);
                System.arraycopy(graph.to(), (int) first, to, 0, count);
            });
            return GraphWriter.write(input(edges, !graph.directed()), file, workers, Progress.NONE);
        }
    }

    private static GraphInput input(EdgeSource edges, boolean symmetrise) {
        return new GraphInput(edges, new VertexIds.Range(0, edges.vertexCount()), symmetrise, false, "test", "");
    }

    private record FailingEdges() implements EdgeSource {
        @Override
        public int vertexCount() {
            return 2;
        }

        @Override
        public long edgeCount() {
            return 1;
        }

        @Override
        public int partitions() {
            return 1;
        }

        @Override
        public void stream(int partition, Batch batch) {
            throw new IllegalStateException("lost the edges");
        }
    }
}
