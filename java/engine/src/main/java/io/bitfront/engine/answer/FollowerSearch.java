package io.bitfront.engine.answer;

import io.bitfront.cache.Graph;
import io.bitfront.engine.spi.ReducedGraph;
import io.bitfront.graph.Csc;
import io.bitfront.parallel.Workers;
import io.bitfront.random.CounterHash;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import java.util.function.IntPredicate;

/// Finds the vertices whose rows follow from others': those without an edge to follow, trees from their
/// leaves inwards, then twins among the rest, by a hash of their neighbourhoods and, where hashes agree, by
/// their neighbours, and covered vertices that are alike.
final class FollowerSearch {
    private static final long GRAIN = 1 << 12;

    /// Of the hashes of lists. Drawn, or a graph could be made whose lists all have hashes that begin
    /// alike: each would be compared with each.
    private static final long KEY = new SplittableRandom().nextLong();

    private final Graph graph;
    private final Csc ahead;
    private final Csc back;
    private final boolean directed;
    private final Representatives.Kinds kinds;
    private final BooleanSupplier stop;
    private final int n;
    private final int[] leader;
    private final byte[] how;
    private int tallest;

    /// @param stop asked now and then
    FollowerSearch(Graph graph, boolean out, Representatives.Kinds kinds, BooleanSupplier stop) {
        this.graph = graph;
        this.stop = stop;
        this.ahead = out ? graph.out() : graph.in();
        this.back = out ? graph.in() : graph.out();
        this.directed = graph.directed();
        this.kinds = kinds;
        this.n = graph.vertexCount();
        this.leader = new int[n];
        this.how = new byte[n];
    }

    /// @throws CancellationException where it was given up
    Representatives find() {
        findWithoutEdges();
        if (kinds.height() > 0) {
            peel();
        }
        try (Workers workers = new Workers(Runtime.getRuntime().availableProcessors())) {
            findTwins(workers);
            CoveredVertices covered = kinds.alike() && !directed ? CoveredVertices.of(ahead, workers, stop) : null;
            if (covered != null) {
                findAlike(covered);
            }
            ReducedGraph reduced = covered == null ? null : GraphReduction.of(graph, covered, stop);
            return new Representatives(leader, how, tallest, ahead, reduced);
        }
    }

    private void follow(int vertex, int whom, byte kind) {
        leader[vertex] = whom;
        how[vertex] = kind;
    }

    private void findWithoutEdges() {
        int alone = -1;
        for (int v = 0; v < n; v++) {
            GivenUp.checkAt(v, stop);
            if (ahead.degree(v) == 0) {
                if (alone >= 0) {
                    follow(v, alone, Representatives.TWIN);
                } else {
                    alone = v;
                }
            }
        }
    }

    /// Takes leaves off, and what become leaves by that, up to the height asked for.
    private void peel() {
        int[] left = new int[n];
        Arrays.setAll(left, v -> directed ? back.degree(v) : ahead.degree(v));
        int[] branches = new int[n];
        int[] height = new int[n];
        int[] queue = new int[n];
        int end = 0;
        for (int v = 0; v < n; v++) {
            if (isLeaf(v, left[v], 0)) {
                queue[end++] = v;
            }
        }
        for (int begin = 0; begin < end; begin++) {
            GivenUp.checkAt(begin, stop);
            int v = queue[begin];
            int u = height[v] < kinds.height() ? onlyWay(v) : -1;
            if (u < 0) {
                continue;
            }
            boolean returns = !directed || left[v] > 0;
            follow(v, u, returns ? Representatives.BRANCH : Representatives.ONE_WAY);
            height[u] = Math.max(height[u], height[v] + 1);
            tallest = Math.max(tallest, height[u]);
            left[u]--;
            branches[u] += returns ? 1 : 0;
            if (how[u] == Representatives.SEARCHED
                    && isLeaf(u, left[u], branches[u])
                    && !(directed && isReturned(u, 0))) {
                queue[end++] = u;
            }
        }
    }

    /// Undirected: one neighbour is left. Directed: one edge to follow, and whatever leads here is peeled; or beside
    /// branches the vertex at that edge's end alone leads here.
    private boolean isLeaf(int v, int left, int branches) {
        if (!directed) {
            return left == 1;
        }
        return left == 0 && ahead.degree(v) == 1 ? kinds.oneWay() : isReturned(v, branches);
    }

    /// Whether beside branches one edge leads away, and one back from its end.
    private boolean isReturned(int v, int branches) {
        return ahead.degree(v) == branches + 1
                && back.degree(v) == branches + 1
                && firstBesideBranches(ahead, v) == firstBesideBranches(back, v);
    }

    private int firstBesideBranches(Csc lists, int v) {
        for (long edge = lists.start(v); edge < lists.end(v); edge++) {
            int u = lists.row(edge);
            if (!isBranchOf(u, v)) {
                return u;
            }
        }
        return -1;
    }

    private boolean isBranchOf(int u, int v) {
        return how[u] == Representatives.BRANCH && leader[u] == v;
    }

    /// The neighbour that is not peeled; -1 where the last one went.
    private int onlyWay(int v) {
        for (long edge = ahead.start(v); edge < ahead.end(v); edge++) {
            int u = ahead.row(edge);
            if (directed ? !isBranchOf(u, v) : how[u] == Representatives.SEARCHED) {
                return directed && how[u] == Representatives.BRANCH ? -1 : u;
            }
        }
        return -1;
    }

    private void findTwins(Workers workers) {
        long[] open = new long[n];
        workers.forRange(0, n, GRAIN, (worker, begin, end) -> {
            GivenUp.check(stop);
            for (int v = (int) begin; v < end; v++) {
                open[v] = hash(v);
            }
        });
        findTwins(workers, open, false);
        Arrays.parallelSetAll(open, v -> open[v] + own(v));
        findTwins(workers, open, true);
    }

    private void findTwins(Workers workers, long[] hash, boolean closed) {
        IntPredicate searched = v -> how[v] == Representatives.SEARCHED;
        GivenUp.check(stop);
        new HashGroups(hash, searched.and(v -> ahead.degree(v) > 0)).join(workers, (_, v, other) -> {
            GivenUp.checkAt(v, stop);
            boolean twins = searched.test(other)
                    && same(ahead, v, other, closed)
                    && (!directed || same(back, v, other, closed));
            if (twins) {
                follow(v, other, Representatives.TWIN);
            }
            return twins;
        });
    }

    /// Whether two lists are the same; where closed, but for each other, whom both must hold.
    private static boolean same(Csc lists, int one, int other, boolean closed) {
        if (lists.degree(one) != lists.degree(other)) {
            return false;
        }
        long a = lists.start(one);
        long b = lists.start(other);
        long endA = lists.end(one);
        long endB = lists.end(other);
        boolean met = false;
        while (a < endA || b < endB) {
            if (closed && a < endA && lists.row(a) == other) {
                met = true;
                a++;
            } else if (closed && b < endB && lists.row(b) == one) {
                b++;
            } else if (a < endA && b < endB && lists.row(a) == lists.row(b)) {
                a++;
                b++;
            } else {
                return false;
            }
        }
        return met == closed;
    }

    private void findAlike(CoveredVertices covered) {
        int[] leads = new int[n];
        Arrays.fill(leads, -1);
        for (int v = 0; v < n; v++) {
            if (how[v] == Representatives.SEARCHED && covered.covered(v)) {
                int first = covered.first(v);
                if (leads[first] < 0) {
                    leads[first] = v;
                } else {
                    follow(v, leads[first], Representatives.ALIKE);
                }
            }
        }
    }

    private long hash(int v) {
        long hash = 0;
        for (long edge = ahead.start(v); edge < ahead.end(v); edge++) {
            hash += mix(ahead.row(edge));
        }
        if (directed) {
            for (long edge = back.start(v); edge < back.end(v); edge++) {
                hash += mixBack(back.row(edge));
            }
        }
        return hash;
    }

    private long own(int v) {
        return directed ? mix(v) + mixBack(v) : mix(v);
    }

    /// What a vertex adds to the hash of a list that it is in.
    static long mix(int v) {
        return CounterHash.draw(KEY, v);
    }

    private static long mixBack(int v) {
        return CounterHash.draw(KEY + 1, v);
    }
}
