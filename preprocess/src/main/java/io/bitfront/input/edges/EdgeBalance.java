package io.bitfront.input.edges;

import io.bitfront.graph.EdgeSource;
import io.bitfront.parallel.Workers;
import io.bitfront.random.CounterHash;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.LongAdder;

/// Finds out whether every edge occurs both ways, each as often. Each pair of vertices has a random number,
/// by a key that is drawn for each balance: edges from the smaller vertex add it, others take it off. The sum
/// is then 0, and by chance else for some one key in 2⁶⁴; for one in 2⁶⁴ / k where an edge is there k times
/// more often one way than the other. Any thread may add.
public final class EdgeBalance {
    /// What is said of a graph that is undirected for that alone.
    public static final String BOTH_WAYS =
            "every edge is there in both directions: taken as undirected; --directed keeps the directions";

    private final long key = new SplittableRandom().nextLong();
    private final LongAdder imbalance = new LongAdder();
    private volatile boolean connects;

    /// That of a source's edges.
    public static EdgeBalance of(EdgeSource edges, Workers workers) {
        EdgeBalance balance = new EdgeBalance();
        workers.forRange(0, edges.partitions(), 1, (_, partition, _) -> edges.stream((int) partition, balance::add));
        return balance;
    }

    public void add(int[] sources, int[] targets, int count) {
        long sum = 0;
        int differences = 0;
        for (int i = 0; i < count; i++) {
            sum += Integer.compare(targets[i], sources[i]) * number(sources[i], targets[i]);
            differences |= sources[i] ^ targets[i];
        }
        imbalance.add(sum);
        if (differences != 0 && !connects) {
            connects = true;
        }
    }

    /// Whether the edges added so far are the same both ways.
    public boolean even() {
        return imbalance.sum() == 0;
    }

    /// Whether they are, and one of them is between two vertices.
    public boolean bothWays() {
        return connects && even();
    }

    private long number(int one, int other) {
        return CounterHash.draw(key, (long) Math.min(one, other) << Integer.SIZE | Math.max(one, other));
    }
}
