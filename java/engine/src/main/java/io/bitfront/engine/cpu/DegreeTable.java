package io.bitfront.engine.cpu;

import io.bitfront.engine.adjacency.Adjacency;
import io.bitfront.parallel.Workers;
import java.util.concurrent.atomic.AtomicLongArray;

/// How many vertices have in-degrees of about a power of two: enough to foretell how long pulls look.
final class DegreeTable {
    private final double[] share = new double[32];

    DegreeTable(Adjacency in, int vertexCount, Workers workers) {
        AtomicLongArray counts = new AtomicLongArray(32);
        workers.forRange(0, vertexCount, 1 << 14, (worker, begin, end) -> {
            int[] mine = new int[32];
            for (int v = (int) begin; v < end; v++) {
                mine[31 - Integer.numberOfLeadingZeros((int) in.degree(v) | 1)]++;
            }
            for (int i = 0; i < mine.length; i++) {
                counts.addAndGet(i, mine[i]);
            }
        });
        for (int i = 0; i < share.length; i++) {
            share[i] = vertexCount == 0 ? 0 : (double) counts.get(i) / vertexCount;
        }
    }

    /// Mean number of in-neighbours a vertex looks at until one is in the frontier or none is left, where each is in it
    /// with probability `hit`, above 0.
    double looks(double hit) {
        double sum = 0;
        double pass = 1 - hit; // no in-neighbour of 2^i in the frontier
        for (double of : share) {
            sum += of * (1 - pass);
            pass *= pass;
        }
        return sum / hit;
    }
}
