package io.bitfront.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bitfront.memory.IntArray;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import io.bitfront.testkit.GraphKind;
import io.bitfront.testkit.Seeds;
import io.bitfront.testkit.Shapes;
import io.bitfront.testkit.Share;
import io.bitfront.testkit.TestGraph;
import io.bitfront.testkit.TestGraphs;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("drawn")
class BvssPackerTest {
    static List<TestGraph> graphs() {
        return Share.of(BvssPackerTest.class, TestGraphs.all());
    }

    static LongStream seeds() {
        return Seeds.upTo(20);
    }

    @ParameterizedTest
    @MethodSource("graphs")
    void unpacksToExactlyTheEdges(TestGraph graph) {
        checkUnpacked(graph, 2, graph.name());
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void unpacksToExactlyTheEdgesForAnySeed(long seed) {
        for (GraphKind kind : GraphKind.values()) {
            checkUnpacked(TestGraphs.random(kind, seed), 3, Seeds.rerun(getClass(), seed));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    @Tag("once")
    void scattersSetsOfManyBlocksOfRows(int threads) {
        checkUnpacked(Shapes.star(150_000), threads, "star");
        checkUnpacked(Shapes.completeBipartite(16, 70_000), threads, "bipartite");
    }

    @Test
    void padsALoneSliceToAFullTile() {
        try (Arena arena = Arena.ofShared()) {
            Bvss bvss = pack(Shapes.oneWayChain(2), arena, 1).bvss();
            assertThat(bvss.vssCount()).isEqualTo(1);
            assertThat(bvss.row(0, 0)).isEqualTo(1);
            assertThat(bvss.mask(0, 0)).isEqualTo(1);
            for (int slice = 1; slice < Bvss.TAU; slice++) {
                assertThat(bvss.row(0, slice)).isEqualTo(1);
                assertThat(bvss.mask(0, slice)).isZero();
            }
        }
    }

    @Test
    void putsTheColumnsOfASetIntoOneMask() {
        TestGraph graph = new TestGraph("three into one", 12, new int[] {0, 3, 7, 9}, new int[] {11, 11, 11, 11}, true);
        try (Arena arena = Arena.ofShared()) {
            Bvss bvss = pack(graph, arena, 1).bvss();
            assertThat(bvss.realPtrs().toArray()).containsExactly(0, 1, 2);
            assertThat(bvss.mask(0, 0)).isEqualTo(0b1000_1001);
            assertThat(bvss.mask(1, 0)).isEqualTo(0b10);
            assertThat(bvss.row(1, 0)).isEqualTo(11);
        }
    }

    @ParameterizedTest
    @CsvSource({"127, 1", "128, 1", "129, 2", "256, 2", "257, 3"})
    void cutsASetIntoVirtualOnesOf128Slices(int slices, int vssCount) {
        try (Arena arena = Arena.ofShared()) {
            BvssPacker.Packed packed = pack(Shapes.fanOfSlices(slices), arena, 2);
            assertThat(packed.sliceCount()).isEqualTo(slices);
            assertThat(packed.bvss().vssCount()).isEqualTo(vssCount);
            assertThat(packed.bvss().virtualToReal().toArray()).containsOnly(0);
        }
    }

    @Test
    void packsAGraphWithoutVerticesOrEdges() {
        try (Arena arena = Arena.ofShared()) {
            for (int n : new int[] {0, 1, 9}) {
                BvssPacker.Packed packed = pack(Shapes.empty(n), arena, 2);
                assertThat(packed.bvss().vssCount()).isZero();
                assertThat(packed.bvss().sliceSetCount()).isEqualTo((n + 7) / 8);
                assertThat(packed.compressionRatio()).isZero();
                assertThat(packed.updateDivergence()).isZero();
            }
        }
    }

    @Test
    void eightColumnsOfTheSameRowsCompressEightfold() {
        int[] from = new int[8 * 20];
        int[] to = new int[from.length];
        for (int i = 0; i < from.length; i++) {
            from[i] = i % 8;
            to[i] = 8 + i / 8;
        }
        try (Arena arena = Arena.ofShared()) {
            BvssPacker.Packed packed = pack(new TestGraph("full masks", 28, from, to, true), arena, 1);
            assertThat(packed.compressionRatio()).isEqualTo(1.0);
            assertThat(packed.sliceCount()).isEqualTo(20);
        }
    }

    /// VSS 0 holds rows 8, 12, 20, 40, 48: tile columns {8, 48}, {12}, {20}, {40} with deviations 20, 0, 0,
    /// 0, so 5. VSS 1 holds rows 1 and 5 alone: 0. The mean is 2.5.
    @Test
    void updateDivergenceIsThatOfTheHandComputedExample() {
        int[] from = {0, 1, 2, 3, 4, 10, 11};
        int[] to = {8, 12, 20, 40, 48, 1, 5};
        try (Arena arena = Arena.ofShared();
                Workers workers = new Workers(2)) {
            TestGraph graph = new TestGraph("by hand", 50, from, to, true);
            BvssPacker.Packed packed = pack(graph, arena, 2);
            assertThat(packed.updateDivergence()).isCloseTo(2.5, within(1e-12));
            assertThat(UpdateDivergence.of(packed.bvss(), csc(graph, arena), workers))
                    .isEqualTo(packed.updateDivergence());
        }
    }

    /// Rows 0..127 in steps of one: each tile column holds 32 rows four apart, deviation 4 x sqrt((32² - 1) /
    /// 12).
    @Test
    void updateDivergenceOfAFullTileOfNeighboursFollowsItsClosedForm() {
        int[] rows = new int[Bvss.TAU];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = i;
        }
        assertThat(UpdateDivergence.ofVss(rows, Bvss.TAU)).isCloseTo(4 * Math.sqrt(1023 / 12.0), within(1e-9));
    }

    @Test
    void resultsDoNotDependOnTheNumberOfThreads() {
        TestGraph graph = GraphKind.SCALE_FREE.draw(3, 60_000);
        try (Arena arena = Arena.ofShared()) {
            BvssPacker.Packed alone = pack(graph, arena, 1);
            for (int threads : new int[] {2, 5}) {
                BvssPacker.Packed together = pack(graph, arena, threads);
                assertThat(together.updateDivergence()).isEqualTo(alone.updateDivergence());
                assertThat(together.sliceCount()).isEqualTo(alone.sliceCount());
                assertSame(together.bvss().realPtrs(), alone.bvss().realPtrs());
                assertSame(together.bvss().virtualToReal(), alone.bvss().virtualToReal());
                assertSame(together.bvss().rowIds(), alone.bvss().rowIds());
                assertSame(together.bvss().tileMasks(), alone.bvss().tileMasks());
            }
        }
    }

    private static void assertSame(IntArray actual, IntArray expected) {
        assertThat(actual.segment().mismatch(expected.segment())).isEqualTo(-1);
    }

    private static void checkUnpacked(TestGraph graph, int threads, String about) {
        try (Arena arena = Arena.ofShared()) {
            Bvss bvss = pack(graph, arena, threads).bvss();
            assertThat(unpacked(bvss, graph.vertexCount())).as(about).isDeepEqualTo(graph.outNeighbours());
            assertThat((long) bvss.vssCount())
                    .as(about)
                    .isLessThanOrEqualTo(BvssPacker.mostVss(graph.vertexCount(), graph.cleanEdges()));
        }
    }

    /// Each column's rows in the order in which the slices give them: they must come out ascending by
    /// themselves.
    private static int[][] unpacked(Bvss bvss, int vertexCount) {
        List<List<Integer>> columns = new ArrayList<>();
        for (int v = 0; v < vertexCount; v++) {
            columns.add(new ArrayList<>());
        }
        for (int vss = 0; vss < bvss.vssCount(); vss++) {
            int set = bvss.virtualToReal().get(vss);
            assertThat(vss).isBetween(bvss.realPtrs().get(set), bvss.realPtrs().get(set + 1L) - 1);
            for (int slice = 0; slice < Bvss.TAU; slice++) {
                for (int c = 0; c < Bvss.SIGMA; c++) {
                    if ((bvss.mask(vss, slice) >> c & 1) == 1) {
                        columns.get(set * Bvss.SIGMA + c).add(bvss.row(vss, slice));
                    }
                }
            }
        }
        return columns.stream()
                .map(rows -> rows.stream().mapToInt(Integer::intValue).toArray())
                .toArray(int[][]::new);
    }

    private static BvssPacker.Packed pack(TestGraph graph, Arena arena, int threads) {
        Csc out = csc(graph, arena);
        int sets = BvssPacker.sliceSetCount(graph.vertexCount());
        try (Workers workers = new Workers(threads)) {
            Csc in = graph.directed() ? CscTransforms.transpose(out, arena, workers) : out;
            return BvssPacker.pack(
                    out,
                    in,
                    vss -> new Bvss(
                            IntArray.allocate(arena, sets + 1L, "pointers"),
                            IntArray.allocate(arena, vss, "sets"),
                            IntArray.allocate(arena, (long) vss * Bvss.TAU, "rows"),
                            IntArray.allocate(arena, (long) vss * Bvss.LANES, "masks")),
                    Claim.NONE,
                    workers,
                    Progress.NONE);
        }
    }

    private static Csc csc(TestGraph graph, Arena arena) {
        return CscBuilder.of(arena, graph.vertexCount(), graph.from(), graph.to(), !graph.directed());
    }
}
