package io.bitfront.graph;

import io.bitfront.memory.IntArray;
import io.bitfront.parallel.Workers;
import java.lang.foreign.Arena;
import java.util.concurrent.atomic.AtomicBoolean;

/// The in-neighbour a pull level probes first: the one of largest in-degree, most likely to be in the
/// frontier.
public final class Hubs {
    private static final long GRAIN = 1L << 14;
    private static final int BLOCK = 1 << 10;

    private Hubs() {}

    /// For each vertex its in-neighbour of largest in-degree, ties to the smallest number; -1 where it has
    /// none.
    ///
    /// @param in columns list in-neighbours
    /// @param hubs receives the result; work memory of 4 bytes a vertex is freed before returning
    public static void find(Csc in, IntArray hubs, Workers workers) {
        if (descending(in, workers)) {
            workers.forRange(0, in.vertexCount(), GRAIN, (worker, begin, end) -> {
                for (int v = (int) begin; v < end; v++) {
                    hubs.set(v, in.degree(v) == 0 ? -1 : in.row(in.start(v)));
                }
            });
            return;
        }
        try (Arena work = Arena.ofShared()) {
            IntArray degree = IntArray.allocate(work, in.vertexCount(), "in-degrees");
            workers.forRange(0, in.vertexCount(), GRAIN, (worker, begin, end) -> {
                for (int v = (int) begin; v < end; v++) {
                    degree.set(v, in.degree(v));
                }
            });
            workers.forRange(0, in.vertexCount(), GRAIN, (worker, begin, end) -> {
                int[] block = new int[BLOCK];
                for (int v = (int) begin; v < end; v++) {
                    hubs.set(v, largest(in, v, degree, block));
                }
            });
        }
    }

    /// Whether vertices stand by descending in-degree, so that the first in-neighbour is the largest.
    private static boolean descending(Csc in, Workers workers) {
        AtomicBoolean descending = new AtomicBoolean(true);
        workers.forRange(0, in.vertexCount() - 1L, GRAIN, (worker, begin, end) -> {
            for (int v = (int) begin; v < end && descending.get(); v++) {
                if (in.degree(v) < in.degree(v + 1)) {
                    descending.set(false);
                }
            }
        });
        return descending.get();
    }

    private static int largest(Csc in, int vertex, IntArray degree, int[] block) {
        int hub = -1;
        int most = -1;
        long end = in.end(vertex);
        for (long at = in.start(vertex); at < end; at += block.length) {
            int count = (int) Math.min(block.length, end - at);
            in.rowIndex().read(at, block, 0, count);
            for (int i = 0; i < count; i++) {
                int its = degree.get(block[i]);
                if (its > most) {
                    most = its;
                    hub = block[i];
                }
            }
        }
        return hub;
    }
}
