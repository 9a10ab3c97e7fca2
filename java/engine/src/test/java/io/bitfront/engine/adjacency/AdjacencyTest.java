package io.bitfront.engine.adjacency;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.cache.Graph;
import io.bitfront.engine.Prepared;
import io.bitfront.parallel.Workers;
import io.bitfront.testkit.GraphKind;
import io.bitfront.testkit.TestGraph;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class AdjacencyTest {
    @ParameterizedTest
    @EnumSource
    void readsTheListsOfAGraph(GraphKind kind) {
        TestGraph test = kind.draw(5, 200);
        int[][] expected = test.outNeighbours();
        try (Graph graph = Prepared.graph(test, "natural");
                Workers workers = new Workers(1)) {
            Adjacency lists = new Adjacency(graph.out(), workers);
            int[] all = IntStream.range(0, expected.length).toArray();
            for (int v : all) {
                int[] neighbours = expected[(int) graph.idOf(v)];
                int[] found = IntStream.range((int) lists.start(v), (int) lists.end(v))
                        .map(lists::row)
                        .map(row -> (int) graph.idOf(row))
                        .sorted()
                        .toArray();
                assertThat(found).isEqualTo(Arrays.stream(neighbours).sorted().toArray());
                assertThat(lists.degree(v)).isEqualTo(neighbours.length);
            }
            assertThat(lists.touch(all, 50, 130)).isZero();
            int[] scattered = IntStream.of(all)
                    .map(v -> v % 2 == 0 ? v / 2 : all.length - 1 - v / 2)
                    .toArray();
            expectTouched(lists, scattered, 0, 20);
            expectTouched(lists, scattered, 50, 70);
            expectTouched(lists, scattered, 7, 7);
            expectTouched(lists, scattered, 0, 0);
        }
    }

    /// Nothing but the ends of the lists asked for.
    private static void expectTouched(Adjacency lists, int[] vertices, int from, int to) {
        int expected = Arrays.stream(vertices, from, to)
                .filter(v -> lists.degree(v) > 0)
                .map(v -> lists.row(lists.start(v)) ^ lists.row(lists.end(v) - 1))
                .reduce(0, (one, other) -> one ^ other);
        assertThat(lists.touch(vertices, from, to)).isEqualTo(expected);
    }
}
