package io.bitfront.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.graph.Csc;
import io.bitfront.graph.EdgeCounts;
import io.bitfront.input.GraphFormat;
import io.bitfront.input.GraphReader;
import io.bitfront.input.ReadOptions;
import io.bitfront.input.choice.DirectionChoice;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A graph that fills more than one piece of all that goes through arrays in pieces, compared edge by edge.
class ManyPiecesTest {
    private static final int VERTICES = 150_001;
    private static final int EDGES = 300_000;

    @TempDir
    private Path folder;

    private final long[] keys = new long[EDGES];

    /// Ids far apart, hubs, edges given twice and a few from a vertex to itself.
    private Path file() throws IOException {
        Random dice = new Random(11);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < EDGES; i++) {
            long from = 1_000_003L * dice.nextInt(VERTICES);
            long to = 1_000_003L * (i % 5 == 0 ? i % 7 : i % 1_000 == 1 ? from / 1_000_003L : dice.nextInt(VERTICES));
            keys[i] = from / 1_000_003L << 32 | to / 1_000_003L;
            text.append(from).append(' ').append(to).append('\n');
        }
        return Files.writeString(folder.resolve("a.el"), text);
    }

    @ParameterizedTest
    @CsvSource({"degree, DIRECTED", "rcm, UNDIRECTED"})
    void allOfItIsThereWhicheverItsOrder(String ordering, DirectionChoice direction) throws IOException {
        Path cache = folder.resolve("a.bvss");
        Path file = file();
        try (Workers workers = new Workers(3)) {
            TestInputs.keep(
                    GraphReader.read(file, new ReadOptions(GraphFormat.AUTO, direction), workers, Progress.NONE),
                    TestInputs.options(ordering, 3),
                    cache);
            assertThat(BvssFile.verify(cache, workers, Progress.NONE)).allMatch(check -> check.problem() == null);
        }
        try (Graph graph = Graph.open(cache)) {
            boolean both = direction == DirectionChoice.UNDIRECTED;
            long[] edges = LongStream.of(keys)
                    .filter(key -> key >>> 32 != (int) key)
                    .flatMap(key -> both ? LongStream.of(key, turned(key)) : LongStream.of(key))
                    .sorted()
                    .distinct()
                    .toArray();
            assertThat(found(graph, graph.out())).isEqualTo(edges);
            long[] back =
                    LongStream.of(edges).map(ManyPiecesTest::turned).sorted().toArray();
            assertThat(found(graph, graph.in())).isEqualTo(back);
            long loops =
                    LongStream.of(keys).filter(key -> key >>> 32 == (int) key).count();
            assertThat(graph.statistics().edges())
                    .isEqualTo(new EdgeCounts(EDGES, loops, EDGES - loops - edges.length / (both ? 2 : 1)));
        }
    }

    private static long turned(long key) {
        return key << 32 | key >>> 32;
    }

    private static long[] found(Graph graph, Csc columns) {
        long[] found = new long[(int) columns.edgeCount()];
        long[] number = new long[graph.vertexCount()];
        Arrays.setAll(number, v -> graph.idOf(v) / 1_000_003L);
        int at = 0;
        for (int v = 0; v < graph.vertexCount(); v++) {
            for (long edge = columns.start(v); edge < columns.end(v); edge++) {
                found[at++] = number[v] << 32 | number[columns.row(edge)];
            }
        }
        Arrays.sort(found);
        return found;
    }
}
