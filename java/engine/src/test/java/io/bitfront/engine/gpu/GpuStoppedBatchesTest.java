package io.bitfront.engine.gpu;

import static io.bitfront.engine.gpu.SumsCheck.expectSame;
import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.cache.Graph;
import io.bitfront.engine.Direction;
import io.bitfront.engine.Prepared;
import io.bitfront.engine.cpu.CpuEngine;
import io.bitfront.engine.device.Faults;
import io.bitfront.engine.spi.Backend;
import io.bitfront.engine.spi.MultiSource;
import io.bitfront.engine.spi.TargetSums;
import io.bitfront.testkit.Shapes;
import io.bitfront.testkit.TestGraph;
import java.lang.foreign.Arena;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Batches whose deep searches are not among those that were looked at first, against the CPU engine.
@Tag("gpu")
class GpuStoppedBatchesTest extends OnFirstDevice {
    private static final int SHALLOW = 40;

    /// Sources, every fourth of which is where searches are shallow.
    private static final int SOURCES = 36;

    private final AtomicInteger allocations = new AtomicInteger();
    private final AtomicBoolean full = new AtomicBoolean();

    /// A clique, and what a batch of its vertices' searches does not show: a path; one that ends in a star whose leaves
    /// outgrow a short queue; a mesh; a path that only one way leads along.
    static List<TestGraph> graphs() {
        TestGraph clique = Shapes.complete(SHALLOW);
        int length = FirstDevice.size(40_000, 300);
        return List.of(
                Shapes.beside(clique, Shapes.chain(length)),
                Shapes.beside(clique, Shapes.joinedByPath(Shapes.complete(5), 150, Shapes.star(200))),
                Shapes.beside(clique, Shapes.grid(FirstDevice.size(60, 4), 100)),
                Shapes.beside(clique, Shapes.oneWayChain(200)));
    }

    private GpuSetup setup(int queue) {
        Faults faults = new Faults(
                allocation -> {
                    allocations.incrementAndGet();
                    return full.get();
                },
                launch -> false);
        return new GpuSetup(
                faults,
                false,
                false,
                Long.MAX_VALUE,
                GpuSetup.CalibrationTime.USUAL,
                new GpuSetup.Searches(queue, 0, 0, false));
    }

    /// The sources looked at first are those at quarters of a batch: all in the clique.
    private static int[] batch(Graph graph, int shift) {
        int others = Math.toIntExact(graph.vertexCount() - SHALLOW);
        return IntStream.range(0, SOURCES)
                .map(i -> i % (SOURCES / 4) == 0 ? i : SHALLOW + (shift + i * 7) % others)
                .map(graph::vertexOf)
                .toArray();
    }

    @ParameterizedTest
    @MethodSource("graphs")
    void findTheSameSumsAsTheCpu(TestGraph test) {
        for (int queue : new int[] {IndependentSearches.QUEUE, 4}) {
            try (Graph graph = Prepared.graph(test, "natural");
                    Backend cpu = new CpuEngine(graph, 2);
                    Backend gpu = new GpuEngine(graph, device, setup(queue));
                    Arena arena = Arena.ofShared()) {
                for (Direction direction : Direction.values()) {
                    try (MultiSource onCpu = cpu.multiSource(256, direction);
                            MultiSource onGpu = gpu.multiSource(256, direction)) {
                        for (int shift = 0; shift < 3; shift++) {
                            int[] sources = batch(graph, shift);
                            expectSame(onCpu.perSource(sources), onGpu.perSource(sources));
                            onCpu.perTarget(sources);
                            onGpu.perTarget(sources);
                        }
                        TargetSums expected = TargetSums.allocate(arena, test.vertexCount());
                        TargetSums found = TargetSums.allocate(arena, test.vertexCount());
                        onCpu.collect(expected);
                        onGpu.collect(found);
                        expectSame(expected, found);
                        assertThat(onGpu.note()).isEmpty();
                    }
                }
            }
        }
    }

    /// What is left of the first is the first that memory is taken for.
    @Test
    void takeMemoryForIndependentSearchesOnceOneIsStopped() {
        try (Graph graph = Prepared.graph(graphs().getFirst(), "natural");
                Backend cpu = new CpuEngine(graph, 2);
                Backend gpu = new GpuEngine(graph, device, setup(IndependentSearches.QUEUE));
                MultiSource onCpu = cpu.multiSource(256, Direction.OUT);
                MultiSource onGpu = gpu.multiSource(256, Direction.OUT)) {
            int[] clique = IntStream.range(0, SHALLOW).map(graph::vertexOf).toArray();
            for (int i = 0; i < 4; i++) {
                onGpu.perSource(clique);
            }
            int before = allocations.get();
            onGpu.perSource(clique);
            assertThat(allocations.get()).isEqualTo(before);
            expectSame(onCpu.perSource(batch(graph, 0)), onGpu.perSource(batch(graph, 0)));
            assertThat(allocations.get()).isGreaterThan(before);
        }
    }
}
