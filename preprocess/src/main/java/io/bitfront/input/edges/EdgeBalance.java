package io.bitfront.input.edges;

import io.bitfront.graph.EdgeSource;
import io.bitfront.parallel.Workers;
import io.bitfront.random.CounterHash;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.LongAdder;

/// Finds out whether every edge occurs both ways, each as often. To each vertex a random number is drawn by a key of
/// its
/// own for each balance; a polynomial of the two of an edge that is antisymmetric in them sums up to 0 then, and by
/// chance else for one key in 2⁶⁰. Any thread may add.
public final class EdgeBalance {
    /// What is said of a graph that is undirected for that alone.
    public static final String BOTH_WAYS =
            "every edge is there in both directions: taken as undirected; --directed keeps the directions";

    private final long key = new SplittableRandom().nextLong();
    private final LongAdder imbalance = new LongAdder();
    private volatile boolean connects;

    /// Whether the edges of a source are the same both ways.
    public static boolean even(EdgeSource edges, Workers workers) {
        EdgeBalance balance = new EdgeBalance();
        workers.forRange(0, edges.partitions(), 1, (_, partition, _) -> edges.stream((int) partition, balance::add));
        return balance.even();
    }

    /// Whether the edges of a source, at least one between two vertices, are the same both ways.
    public static boolean bothWays(EdgeSource edges, Workers workers) {
        EdgeBalance balance = new EdgeBalance();
        workers.forRange(0, edges.partitions(), 1, (_, partition, _) -> edges.stream((int) partition, balance::add));
        return balance.bothWays();
    }

    /// The source's share, of a b² - b a², is worked out once for edges that follow each other.
    public void add(int[] sources, int[] targets, int count) {
        long sum = 0;
        int differences = 0;
        int end;
        for (int begin = 0; begin < count; begin = end) {
            int source = sources[begin];
            long ofTargets = 0;
            long ofSquares = 0;
            for (end = begin; end < count && sources[end] == source; end++) {
                long target = number(targets[end]);
                ofTargets += target;
                ofSquares += target * target;
                differences |= source ^ targets[end];
            }
            long own = number(source);
            sum += own * ofSquares - own * own * ofTargets;
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

    private long number(int vertex) {
        return CounterHash.draw(vertex, key);
    }
}
