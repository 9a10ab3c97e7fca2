package io.bitfront.input.edges;

import io.bitfront.graph.EdgeSource;
import io.bitfront.parallel.Workers;
import io.bitfront.random.CounterHash;
import java.util.concurrent.atomic.LongAdder;

/// Finds out whether every edge occurs both ways, each as often: the sum of a hash that is antisymmetric in source and
/// target is then 0, and by chance else for one graph in 2⁶⁴. Any thread may add.
public final class EdgeBalance {
    private final LongAdder imbalance = new LongAdder();

    /// Whether the edges of a source are the same both ways.
    public static boolean even(EdgeSource edges, Workers workers) {
        EdgeBalance balance = new EdgeBalance();
        workers.forRange(0, edges.partitions(), 1, (_, partition, _) -> edges.stream((int) partition, balance::add));
        return balance.even();
    }

    /// The source's share is worked out once for edges that follow each other.
    public void add(int[] sources, int[] targets, int count) {
        long sum = 0;
        int end;
        for (int begin = 0; begin < count; begin = end) {
            int source = sources[begin];
            long of = 0;
            long ofMixed = 0;
            for (end = begin; end < count && sources[end] == source; end++) {
                of += targets[end] + 1L;
                ofMixed += mixed(targets[end]);
            }
            sum += mixed(source) * of - ofMixed * (source + 1L);
        }
        imbalance.add(sum);
    }

    /// Whether the edges added so far are the same both ways.
    public boolean even() {
        return imbalance.sum() == 0;
    }

    private static long mixed(int vertex) {
        return CounterHash.draw(vertex, 0);
    }
}
