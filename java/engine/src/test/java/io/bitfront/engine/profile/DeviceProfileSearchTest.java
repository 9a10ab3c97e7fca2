package io.bitfront.engine.profile;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.cache.Graph;
import io.bitfront.engine.Prepared;
import io.bitfront.engine.answer.VertexSums;
import io.bitfront.testkit.ClosenessOracle;
import io.bitfront.testkit.DistanceSums;
import io.bitfront.testkit.Shapes;
import io.bitfront.testkit.TestGraph;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What devices are asked for, by one that answers with searches of its own.
final class DeviceProfileSearchTest {
    private static final TestGraph GRID = Shapes.grid(18, 18);
    private static final DistanceSums[] EXPECTED = ClosenessOracle.out(GRID);

    /// Rows enough for all separators, hardly enough for a cell, and some.
    @ParameterizedTest
    @CsvSource({"1000, 1000", "0, 1", "0, 7", "20, 1", "20, 64"})
    void givesEveryVertexItsRowWhateverADeviceHolds(int moreRows, int searchesWanted) {
        try (Graph graph = Prepared.graph(GRID)) {
            DeviceProfileSearch search = cut(graph, 30);
            SearchingCells device = new SearchingCells(search.component(true), moreRows, searchesWanted);
            assertThat(found(graph, search, device, _ -> true)).isEqualTo(all(324));
            if (moreRows == 1000) {
                assertThat(device.searched()).hasSize(search.separatorCount()).doesNotHaveDuplicates();
            }
        }
    }

    /// A separator is searched from where it is wanted, whether or not a cell beside it is.
    @Test
    void searchesFromSeparatorsOfCellsThatNobodyWants() {
        try (Graph graph = Prepared.graph(GRID)) {
            DeviceProfileSearch search = cut(graph, 30);
            for (int v = 0; v < 324; v += 7) {
                int only = v;
                SearchingCells device = new SearchingCells(search.component(true), 100, 16);
                assertThat(found(graph, search, device, vertex -> vertex == only).stream())
                        .containsExactly(v);
                assertThat(device.searched()).hasSizeLessThan(search.separatorCount());
                assertThat(search.separatorCount(vertex -> vertex == only))
                        .isEqualTo(device.searched().size());
            }
        }
    }

    @Test
    void leavesOutCellsThatADeviceCannotDoAndSaysWhy() {
        try (Graph graph = Prepared.graph(GRID)) {
            DeviceProfileSearch search = cut(graph, 30);
            SearchingCells device = new SearchingCells(search.component(true), 100, 16);
            device.refuseCells();
            List<Integer> rows = new ArrayList<>();
            DeviceProfileSearch.Outcome outcome = search.run(
                    List.of(device),
                    _ -> true,
                    (vertices, _) -> Arrays.stream(vertices).forEach(rows::add),
                    () -> false);
            assertThat(rows).hasSize(search.separatorCount());
            assertThat(outcome.failures())
                    .containsExactly("%d vertices of cells are searched from, as a cell had no luck"
                            .formatted(324 - search.separatorCount()));
        }
    }

    /// Of 6 times 120 vertices 30 are in separators, and as many of 6 times 119: one in 24, and more.
    @Test
    void leavesComponentsToSearchesWhereMoreThanOneIn24IsASeparator() {
        try (Graph few = Prepared.graph(Shapes.grid(6, 120), "natural");
                Graph many = Prepared.graph(Shapes.grid(6, 119), "natural")) {
            assertThat(cut(few).separatorCount()).isEqualTo(30);
            assertThat(cut(many)).isNull();
        }
    }

    private static DeviceProfileSearch cut(Graph graph) {
        int n = graph.vertexCount();
        return DeviceProfileSearch.of(graph.out(), IntStream.range(0, n).toArray(), n, new int[n], 1, n, () -> false);
    }

    private static BitSet all(int count) {
        BitSet all = new BitSet();
        all.set(0, count);
        return all;
    }

    private static DeviceProfileSearch cut(Graph graph, int cellSize) {
        int n = graph.vertexCount();
        int[] component = IntStream.range(0, n).toArray();
        return DeviceProfileSearch.of(graph.out(), component, n, new int[n], 2, cellSize, n, () -> false);
    }

    /// The vertices that got a row, once each, the right one.
    private static BitSet found(Graph graph, DeviceProfileSearch search, SearchingCells device, IntPredicate wanted) {
        BitSet found = new BitSet();
        DeviceProfileSearch.Outcome outcome = search.run(
                List.of(device),
                wanted,
                (vertices, sums) -> {
                    for (int i = 0; i < vertices.length; i++) {
                        assertThat(found.get(vertices[i])).isFalse();
                        found.set(vertices[i]);
                        DistanceSums of = EXPECTED[(int) graph.idOf(vertices[i])];
                        assertThat(sums[i])
                                .isEqualTo(new VertexSums(
                                        of.reached(), of.distanceSum(), of.harmonic(), of.eccentricity()));
                    }
                },
                () -> false);
        assertThat(outcome.failures()).isEmpty();
        assertThat(outcome.searches())
                .isEqualTo(device.searched().stream().distinct().count());
        return found;
    }
}
