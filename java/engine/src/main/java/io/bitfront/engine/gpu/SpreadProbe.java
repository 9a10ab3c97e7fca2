package io.bitfront.engine.gpu;

import io.bitfront.cache.Graph;
import io.bitfront.engine.device.CudaContext;
import io.bitfront.engine.device.DeviceBuffer;
import io.bitfront.engine.gpu.Traverser.Run;
import io.bitfront.engine.lab.LabRequest;
import io.bitfront.engine.lab.LevelPlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.function.IntFunction;

/// Finds how far apart the sources of a batch are, by a search along out-edges from one of them, or a few where that is
/// not deep: it may be in a small component.
final class SpreadProbe {
    /// Sources whose distances are looked at.
    private static final int SAMPLES = 64;

    /// Sources that are searched from at most.
    private static final int TRIES = 4;

    private final CudaContext context;
    private final Graph graph;
    private final Traverser traverser;
    private final DeviceBuffer levels;

    /// @param levels where the traverser leaves them
    SpreadProbe(CudaContext context, Graph graph, Traverser traverser, DeviceBuffer levels) {
        this.context = context;
        this.graph = graph;
        this.traverser = traverser;
        this.levels = levels;
    }

    /// @param batch at least one vertex
    /// @param mostLevels of a search
    Spread of(int[] batch, int mostLevels) {
        return widest(vertex -> from(vertex, batch, mostLevels), graph.verticesWithEdges(), batch);
    }

    /// Of those up to the first that is deep, or reaches most of the graph's `vertices`, the one that reaches most; a
    /// search that was ended where it is.
    static Spread widest(IntFunction<Spread> from, int vertices, int... batch) {
        Spread widest = null;
        for (int i = 0; i < TRIES; i++) {
            Spread spread = from.apply(batch[(int) ((long) i * batch.length / TRIES)]);
            if (widest == null || spread.reached() > widest.reached() || spread.reached() == 0) {
                widest = spread;
            }
            if (spread.levels() >= BatchChoice.DEEP || spread.reached() > vertices / 2) {
                break;
            }
        }
        return widest;
    }

    private Spread from(int vertex, int[] batch, int mostLevels) {
        LabRequest request = LabRequest.from(graph.idOf(vertex)).withMaxLevel(mostLevels);
        Run run = traverser.run(request, traverser.adaptive(LevelPlan.FREE));
        if (run.steps() >= mostLevels) {
            return Spread.deeperThan(mostLevels);
        }
        long reached = Arrays.stream(run.vertices()).sum();
        int depth = run.vertices().length;
        return depth < BatchChoice.DEEP
                ? Spread.of(depth, reached, batch.length, depth)
                : Spread.sampled(depth, reached, batch.length, distances(batch));
    }

    /// How far a sample of the batch lies from the source of the last search; those that it did not reach are left out.
    private int[] distances(int... batch) {
        int samples = Math.min(SAMPLES, batch.length);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment found = arena.allocate(ValueLayout.JAVA_INT, samples);
            for (int i = 0; i < samples; i++) {
                int vertex = batch[(int) ((long) i * batch.length / samples)];
                levels.download((long) Integer.BYTES * vertex, found.asSlice((long) Integer.BYTES * i, Integer.BYTES));
            }
            context.finish("the distances of a batch's sources");
            return Arrays.stream(found.toArray(ValueLayout.JAVA_INT))
                    .filter(level -> level >= 0)
                    .toArray();
        }
    }
}
