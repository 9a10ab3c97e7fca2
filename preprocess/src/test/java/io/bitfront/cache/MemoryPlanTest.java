package io.bitfront.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.graph.BvssPacker;
import io.bitfront.graph.CscBuilder;
import io.bitfront.graph.EdgeSource;
import io.bitfront.graph.GraphInput;
import io.bitfront.graph.VertexIds;
import io.bitfront.progress.Progress;
import io.bitfront.testkit.GraphKind;
import io.bitfront.testkit.Shapes;
import io.bitfront.testkit.TestGraph;
import io.bitfront.testkit.TestGraphs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class MemoryPlanTest {
    @TempDir
    Path folder;

    static List<TestGraph> graphs() {
        return TestGraphs.small().stream()
                .filter(graph -> graph.name().contains("seed=2") || graph.vertexCount() < 2)
                .toList();
    }

    @ParameterizedTest
    @MethodSource("graphs")
    void neverPromisesASmallerCacheThanItGets(TestGraph graph) throws IOException {
        Path file = folder.resolve("graph.bvss");
        PreprocessOptions options = TestInputs.options("degree", 2);
        GraphInput input = TestInputs.withSparseIds(graph);
        long promised = MemoryPlan.of(input, 0, options).diskBytes();
        TestInputs.keep(input, options, file);
        assertThat(Files.size(file)).isLessThanOrEqualTo(promised);
    }

    @Test
    void growsWithTheGraphAndCountsTheInput() {
        PreprocessOptions options = TestInputs.options("auto", 2);
        MemoryPlan small = MemoryPlan.of(TestInputs.of(GraphKind.UNIFORM.draw(1, 1000)), 0, options);
        MemoryPlan large = MemoryPlan.of(TestInputs.of(GraphKind.UNIFORM.draw(1, 9000)), 0, options);
        assertThat(large.peakBytes()).isGreaterThan(small.peakBytes());
        assertThat(large.diskBytes()).isGreaterThan(small.diskBytes());
        GraphInput star = TestInputs.of(Shapes.star(9));
        assertThat(MemoryPlan.of(star, 1L << 40, options).peakBytes()).isGreaterThan(1L << 40);
    }

    /// Where columns begin, 8 bytes each, before and after they are renumbered; both ways of the permutation; ids.
    @Test
    void whatVerticesTakeIsPlannedForWhereThereAreNoEdges() {
        int n = 10_000;
        MemoryPlan plan = MemoryPlan.of(TestInputs.of(Shapes.empty(n)), 0, TestInputs.options("natural", 2));
        assertThat(plan.stages().stream().map(MemoryPlan.Stage::name)).containsExactly("CSC", "order", "BVSS");
        assertThat(plan.stages().get(0).bytes()).isGreaterThanOrEqualTo(8L * (n + 1));
        assertThat(plan.stages().get(1).bytes()).isGreaterThanOrEqualTo(2L * 8 * (n + 1) + 2L * 4 * n + 8L * n);
        assertThat(plan.stages().get(2).bytes()).isGreaterThanOrEqualTo(plan.diskBytes());
    }

    /// What each stage holds, in bytes a vertex and an edge; what packing and sorting take, their own classes say.
    @ParameterizedTest
    @CsvSource({"false, false", "true, false", "false, true", "true, true"})
    void addsUpWhatEachStageHolds(boolean directed, boolean named) {
        TestGraph graph = directed ? GraphKind.DIRECTED_SCALE_FREE.draw(1, 5_000) : GraphKind.UNIFORM.draw(1, 5_000);
        GraphInput input = named ? TestInputs.withNames(graph) : TestInputs.withSparseIds(graph);
        long n = graph.vertexCount();
        long edges = input.edges().mostEdges() * (input.symmetrise() ? 2 : 1);
        long nameBytes = named ? BvssShape.nameBytes(input.ids()) : 0;
        for (int threads : new int[] {1, 4}) {
            for (long inputBytes : new long[] {0, 1 << 30}) {
                MemoryPlan plan = MemoryPlan.of(input, inputBytes, TestInputs.options("natural", threads));
                long csc = 8 * (n + 1) + 4 * edges;
                long work = CscBuilder.workBytes(edges, threads);
                long file = BvssShape.mostBytes((int) n, edges, directed, !named, nameBytes);
                long renumbered = (4 + 4 + 8) * n + nameBytes + csc;
                long ordered = Math.max(4 * 4 * n, directed ? work : 0);
                assertThat(plan.diskBytes()).isEqualTo(file);
                assertThat(plan.stages())
                        .containsExactly(
                                new MemoryPlan.Stage(
                                        "CSC", withGarbage(Math.max(inputBytes + 8 * (n + 1), csc) + work, threads)),
                                new MemoryPlan.Stage(
                                        "order",
                                        withGarbage((directed ? 2 : 1) * csc + Math.max(ordered, renumbered), threads)),
                                new MemoryPlan.Stage(
                                        "BVSS",
                                        withGarbage(file + BvssPacker.workBytes((int) n, threads) + 4 * n, threads)));
            }
        }
    }

    /// Five quarters as much again, but no more than 320 MB, or the young heap of a large machine, and a sixteenth;
    /// the virtual machine's 64 MB, and 2 a thread.
    private static long withGarbage(long bytes, int threads) {
        long young = Math.max(320_000_000, Runtime.getRuntime().maxMemory() / 128);
        return 64_000_000 + 2_000_000L * threads + bytes + Math.min(young, bytes / 4 * 5) + bytes / 16;
    }

    /// A device takes what it says beside the input and the cache; in memory, tiles wait until they are asked for.
    @Test
    void addsUpWhatADeviceThatPreparesHolds() {
        GraphInput input = TestInputs.of(GraphKind.UNIFORM.draw(1, 5_000));
        PreprocessOptions options = TestInputs.options("natural", 2);
        long file = MemoryPlan.of(input, 0, options).diskBytes();
        long tiles = MemoryPlan.tileBytes(input, options);
        Optional<GraphPreparer> device = Optional.of(new PreparedElsewhereTest.Elsewhere() {
            @Override
            public long memoryNeeded(PreprocessOptions options) {
                return 1_600_000;
            }
        });
        long whole = withGarbage(3_200_000 + file + 1_600_000, 2);
        assertThat(MemoryPlan.of(input, 3_200_000, options, device))
                .isEqualTo(new MemoryPlan(List.of(new MemoryPlan.Stage("GPU", whole)), file));
        assertThat(MemoryPlan.inMemory(input, 3_200_000, options, device).peakBytes())
                .isEqualTo(whole - tiles - tiles / 16);
        assertThat(tiles).isGreaterThan(100_000);
    }

    @Test
    void refusesWhatDoesNotFitMemory() {
        MemoryPlan plan = new MemoryPlan(
                List.of(new MemoryPlan.Stage("CSC", 2_340_000_000L), new MemoryPlan.Stage("BVSS", 7)), 10);
        plan.check("preprocess web.mtx", 2_340_000_000L, 10);
        assertThatThrownBy(() -> plan.check("preprocess web.mtx", 1_200_000_000L, 10))
                .isInstanceOf(ResourceException.class)
                .hasMessage("preprocess web.mtx: needs up to 2.3 GB of memory, 1.2 GB are available");
    }

    @Test
    void refusesWhatDoesNotFitTheDisk() {
        MemoryPlan plan = new MemoryPlan(List.of(new MemoryPlan.Stage("CSC", 1)), 5_600_000L);
        assertThatThrownBy(() -> plan.check("preprocess web.mtx", 1, 123_400))
                .isInstanceOf(ResourceException.class)
                .hasMessage("preprocess web.mtx: needs up to 5.6 MB of disk, 123.4 kB are free");
    }

    @Test
    void refusesAGraphLargerThanThisMachineBeforeTouchingAnything() {
        GraphInput huge =
                new GraphInput(new HugeEdges(), new VertexIds.Range(0, Integer.MAX_VALUE), true, false, "huge", "");
        Path target = folder.resolve("huge.bvss");
        assertThatThrownBy(() -> GraphCache.build(
                        huge, "huge", TestInputs.options("degree", 2), target, Progress.NONE, line -> {}))
                .isInstanceOf(ResourceException.class)
                .hasMessageMatching(
                        "preprocess a generated graph: needs up to [0-9.]+ GB of memory, [0-9.]+ GB are available");
        assertThat(folder).isEmptyDirectory();
    }

    private record HugeEdges() implements EdgeSource {
        @Override
        public int vertexCount() {
            return Integer.MAX_VALUE;
        }

        @Override
        public long edgeCount() {
            return 1L << 42;
        }

        @Override
        public int partitions() {
            return 1;
        }

        @Override
        public void stream(int partition, Batch batch) {
            throw new AssertionError("the plan refuses before edges are streamed");
        }
    }
}
