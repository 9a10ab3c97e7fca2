package io.bitfront.engine.closeness;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.cache.Graph;
import io.bitfront.engine.Diameter;
import io.bitfront.engine.Engine;
import io.bitfront.engine.Prepared;
import io.bitfront.progress.Progress;
import io.bitfront.testkit.BfsOracle;
import io.bitfront.testkit.GraphKind;
import io.bitfront.testkit.Shapes;
import io.bitfront.testkit.TestGraph;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// How many searches diameters and all eccentricities take. Bounds that say less make answers that are as right by more
/// of them. Whoever needs fewer changes the numbers here.
final class DiameterEffortTest {
    @ParameterizedTest
    @CsvSource({
        "SCALE_FREE, 900, 200, 539",
        "SCALE_FREE, 3000, 145, 1926",
        "UNIFORM, 900, 823, 913",
        "UNIFORM, 3000, 2306, 3005",
        "MESH, 900, 13, 35",
        "ROAD, 900, 13, 700",
        "ROAD, 3000, 15, 2263",
        "TREE, 900, 8, 6",
        "HUBS, 900, 6, 49",
        "BIPARTITE, 900, 56, 894",
        "COMPONENTS, 900, 3, 175",
        "DENSE, 900, 151, 150",
        "MESSY, 900, 3, 160",
        "DIRECTED_UNIFORM, 900, 819, 855",
        "DIRECTED_SCALE_FREE, 900, 163, 879",
        "DIRECTED_SCALE_FREE, 3000, 34, 2951",
        "DAG, 900, 140, 604",
        "DAG, 3000, 270, 2038",
        "DIRECTED_MESSY, 900, 14, 592"
    })
    void fewSearchesFindThem(GraphKind kind, int n, long searches, long searchesOfAll) {
        expectSearches(kind.draw(21, n), searches, searchesOfAll);
    }

    @Test
    void aGridAndAChainTakeAHandful() {
        expectSearches(Shapes.grid(30, 30), 9, 12);
        expectSearches(Shapes.chain(300), 4, 5);
        expectSearches(Shapes.oneWayChain(300), 6, 1);
    }

    /// A deep graph whose edges lead one way is cut into cells where bounds settle next to nobody.
    @Test
    void aDirectedCycleTakesTheBordersOfItsCells() {
        int n = 5_000;
        int[] from = IntStream.range(0, n).toArray();
        int[] to = IntStream.range(0, n).map(v -> (v + 1) % n).toArray();
        try (Graph graph = Prepared.graph(new TestGraph("directed cycle", n, from, to, true));
                Engine engine = Prepared.cpu(graph, 1)) {
            Diameter found = runner(engine).run();
            assertThat(found.diameter()).isEqualTo(n - 1);
            assertThat(found.radius()).isEqualTo(n - 1);
            assertThat(found.searches()).isLessThan(300);
        }
    }

    /// One edge leads from each vertex of a tree towards the core: its eccentricity is its height more than the root's.
    @Test
    void treesThatLeadIntoADirectedCoreAreNotSearched() {
        int core = 600;
        int n = 6_000;
        SplittableRandom dice = new SplittableRandom(5);
        int[] from = IntStream.range(0, n + core).map(edge -> edge % n).toArray();
        int[] to = IntStream.range(0, n + core)
                .map(edge -> edge < core ? (edge + 1) % core : dice.nextInt(edge < n ? core : core / 4))
                .toArray();
        try (Graph graph = Prepared.graph(new TestGraph("trees into a core", n, from, to, true));
                Engine engine = Prepared.cpu(graph, 1)) {
            Diameter found = runner(engine).run();
            int[][] neighbours = new TestGraph("", n, from, to, true).outNeighbours();
            assertThat(found.diameter())
                    .isEqualTo(IntStream.range(0, n)
                            .map(v -> Arrays.stream(BfsOracle.levels(neighbours, v))
                                    .max()
                                    .orElseThrow())
                            .max()
                            .orElseThrow());
            assertThat(found.searches()).isLessThanOrEqualTo(core);
        }
    }

    /// Their eccentricities follow from those of the vertices that they hang on.
    @Test
    void pendantsAreNotSearched() {
        int hubs = 100;
        int pendants = 6_000;
        int[] from = new int[hubs * (hubs - 1) / 2 + pendants];
        int[] to = new int[from.length];
        int edge = 0;
        for (int v = 0; v < hubs + pendants; v++) {
            for (int u = v < hubs ? 0 : v % hubs; u < (v < hubs ? v : v % hubs + 1); u++) {
                from[edge] = v;
                to[edge++] = u;
            }
        }
        expectSearches(new TestGraph("clique with pendants", hubs + pendants, from, to, false), 101, 100);
    }

    /// Where bounds settle most of a deep graph, the others come from the borders of cells all the same.
    @Test
    void fewThatAreLeftOfADeepGraphComeFromCells() {
        TestGraph grid = Shapes.grid(150, 150);
        SplittableRandom dice = new SplittableRandom(4);
        int[] kept = IntStream.range(0, grid.from().length)
                .filter(edge -> dice.nextInt(100) < 75)
                .toArray();
        int[] from = IntStream.of(kept).map(edge -> grid.from()[edge]).toArray();
        int[] to = IntStream.of(kept).map(edge -> grid.to()[edge]).toArray();
        expectSearches(new TestGraph("grid with holes", grid.vertexCount(), from, to, false), 7, 1101);
    }

    private static void expectSearches(TestGraph test, long searches, long searchesOfAll) {
        try (Graph graph = Prepared.graph(test);
                Engine engine = Prepared.cpu(graph, 1)) {
            assertThat(runner(engine).run().searches()).isEqualTo(searches);
            assertThat(runner(engine).all().traversals()).isEqualTo(searchesOfAll);
        }
    }

    private static DiameterRunner runner(Engine engine) {
        return new DiameterRunner(List.of(engine), Progress.NONE, line -> {});
    }
}
