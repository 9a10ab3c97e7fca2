package io.bitfront.engine.gpu;

import io.bitfront.cache.Graph;
import io.bitfront.graph.DegreeBlocks;
import io.bitfront.memory.LongArray;
import io.bitfront.parallel.Workers;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

/// The time that a pull on a small graph takes where it looks through most lists in vain. Lanes of a warp go through
/// their own vertices' lists side by side, four edges at a time, and each such step waits for memory twice; on a graph
/// of a hundred million edges other warps have work meanwhile, on a small one a level is as long as the slowest warp.
/// An order by degree puts the longest lists into one warp.
final class VainPull {
    /// Of a list that lanes go through; the grid shares the rest: `kOwnProbes` and `kWarpProbes` of
    /// `native/kernels/pull.cuh`.
    private static final int MOST_LOOKS = 160;

    /// Of an edge. 350 were measured where no list ended early; few levels are as bad.
    private static final double LOOK_NANOS = 200;

    /// Vertices of a warp.
    private static final int WORD = 32;

    private static final int GRAIN = 1 << 16;

    private VainPull() {}

    /// Nanoseconds of an edge that is looked at in vain, where that is more than expected of a large graph.
    ///
    /// @param live vertices with edges
    /// @param usual nanoseconds on a large graph
    static double probe(Graph graph, int live, double usual, Workers workers) {
        long edges = Math.max(1, graph.edgeCount());
        if (usual * edges >= MOST_LOOKS * LOOK_NANOS) {
            return usual;
        }
        return Math.max(usual, LOOK_NANOS * looks(graph.in().columnStart(), live, workers) / edges);
    }

    /// In the slowest of all warps, edges that half of its lanes have to look at.
    private static int looks(LongArray columnStart, int live, Workers workers) {
        AtomicInteger most = new AtomicInteger();
        workers.forRange(0, live, GRAIN, (worker, begin, end) -> {
            DegreeBlocks.forEach(
                    columnStart,
                    begin,
                    end,
                    (first, degrees, count) -> most.accumulateAndGet(looks(degrees, count), Math::max));
        });
        return Math.min(most.get(), MOST_LOOKS);
    }

    private static int looks(int[] degrees, int count) {
        int most = 0;
        int[] word = new int[WORD];
        for (int first = 0; first + WORD <= count; first += WORD) {
            System.arraycopy(degrees, first, word, 0, WORD);
            Arrays.sort(word);
            most = Math.max(most, word[WORD / 2]);
        }
        return most;
    }
}
