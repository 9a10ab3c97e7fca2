package io.bitfront.engine.answer;

import io.bitfront.graph.Csc;
import io.bitfront.parallel.Workers;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/// How many vertices are at level 2 at most, where those that one edge leads to, or two, three, four, are counted by
/// themselves: as many of a class as there are ways to it by way of the neighbours, and no more than there are. For the
/// class of one edge, that is their exact number.
///
/// Of kron 20, top 100, the class of one edge leaves 5,998 vertices of 646,136, two classes leave 211. Two classes
/// share a number of 64 bits, which is added up in one step; all four take twice as long and leave 232 where two leave
/// 1,562. 16 bytes a vertex with edges.
final class FewEdges {
    /// Pairs of classes.
    static final int PAIRS = 2;

    private static final VarHandle COUNT = MethodHandles.arrayElementVarHandle(long[].class);
    private static final long GRAIN = 1 << 12;
    private static final int CLASSES = 2 * PAIRS;
    /// Beyond so many vertices those of the last class may have more edges than half a number holds.
    private static final int MOST_VERTICES = 1 << 30;

    private final int[] degree;
    private final Csc back;
    private final boolean directed;
    private final Reach reach;
    private final int classes;
    /// For each pair of classes and each vertex how many of its neighbours are of either: [#lower] and [#upper]. Those
    /// of all neighbours of a vertex fit as well, as a vertex of a class is met once for each of its edges.
    private final long[][] of;
    /// Vertices of each class in all, those of no class last.
    private final long[] all = new long[CLASSES + 1];
    /// Those of the largest component.
    private final long[] ofLargest = new long[CLASSES + 1];

    private FewEdges(Csc back, int[] degree, Reach reach, boolean directed) {
        this.back = back;
        this.degree = degree;
        this.reach = reach;
        this.directed = directed;
        this.classes = degree.length < MOST_VERTICES ? CLASSES : 2;
        this.of = new long[PAIRS][];
    }

    /// @param back the lists of the edges that lead to each vertex
    /// @param degree of each vertex, ahead
    /// @param withEdges vertices that have edges, which come first
    static FewEdges count(Csc back, int[] degree, int withEdges, Reach reach, boolean directed) {
        FewEdges few = new FewEdges(back, degree, reach, directed);
        try (Workers workers = new Workers(Runtime.getRuntime().availableProcessors())) {
            workers.forRange(0, withEdges, GRAIN, (worker, begin, end) -> few.countIn((int) begin, (int) end));
        }
        return few;
    }

    /// Counts neighbours of so many pairs of classes, where that was not done before.
    ///
    /// @param withEdges vertices that have edges, which come first
    void tell(int pairs, int withEdges) {
        try (Workers workers = new Workers(Runtime.getRuntime().availableProcessors())) {
            for (int pair = 0; pair < pairs; pair++) {
                if (of[pair] == null) {
                    int told = pair;
                    of[pair] = new long[withEdges];
                    workers.forRange(0, withEdges, GRAIN, (worker, begin, end) -> tellOf(told, (int) begin, (int) end));
                }
            }
        }
    }

    private void tellOf(int pair, int begin, int end) {
        for (int v = begin; v < end; v++) {
            int kind = classOf(v);
            if (kind / 2 == pair && kind < CLASSES) {
                long one = kind % 2 == 0 ? 1L : 1L << Integer.SIZE;
                for (long edge = back.start(v); edge < back.end(v); edge++) {
                    long _ = (long) COUNT.getAndAdd(of[pair], back.row(edge), one);
                }
            }
        }
    }

    private static long lower(long counts) {
        return counts & 0xFFFF_FFFFL;
    }

    private static long upper(long counts) {
        return counts >>> Integer.SIZE;
    }

    /// Class 0 is of one edge, the last of more than any has, or of none.
    private int classOf(int v) {
        int edges = directed ? back.degree(v) : degree[v];
        return edges >= 1 && edges <= classes ? edges - 1 : CLASSES;
    }

    private void countIn(int begin, int end) {
        long[] found = new long[CLASSES + 1];
        long[] foundInLargest = new long[CLASSES + 1];
        for (int v = begin; v < end; v++) {
            int kind = classOf(v);
            found[kind]++;
            foundInLargest[kind] += reach.most(v) == reach.largest() ? 1 : 0;
        }
        synchronized (this) {
            for (int kind = 0; kind <= CLASSES; kind++) {
                all[kind] += found[kind];
                ofLargest[kind] += foundInLargest[kind];
            }
        }
    }

    /// @param ahead the lists of the edges to follow
    /// @param buffer for some of a list
    /// @param pairs of classes that are counted by themselves; [#tell] has counted as many
    long second(int v, Csc ahead, int[] buffer, int pairs) {
        if (degree[v] == 0) {
            return 0;
        }
        int own = directed ? -1 : Math.min(classOf(v), 2 * pairs);
        long[] there = !directed && reach.most(v) == reach.largest() ? ofLargest : all;
        long mostOthers = -degree[v];
        for (int kind = 2 * pairs; kind <= CLASSES; kind++) {
            mostOthers += there[kind];
        }
        for (int pair = 0; pair < pairs; pair++) {
            mostOthers += lower(of[pair][v]) + upper(of[pair][v]);
        }
        long[] ways = new long[pairs];
        long others = 0;
        long last = ahead.end(v);
        for (long edge = ahead.start(v); edge < last; edge += buffer.length) {
            int count = (int) Math.min(buffer.length, last - edge);
            ahead.rowIndex().read(edge, buffer, 0, count);
            boolean open = others < mostOthers;
            if (open) {
                others += Neighbourhoods.added(buffer, count, degree) - (own == 2 * pairs ? count : 0);
            }
            for (int pair = 0; pair < pairs; pair++) {
                long more = added(buffer, count, of[pair]);
                ways[pair] += more;
                others -= open ? lower(more) + upper(more) : 0;
            }
        }
        long sum = Math.min(others, mostOthers);
        for (int pair = 0; pair < pairs; pair++) {
            long toLower = lower(ways[pair]) - (own == 2 * pair ? degree[v] : 0);
            long toUpper = upper(ways[pair]) - (own == 2 * pair + 1 ? degree[v] : 0);
            sum += Math.min(toLower, there[2 * pair] - lower(of[pair][v]));
            sum += Math.min(toUpper, there[2 * pair + 1] - upper(of[pair][v]));
        }
        return sum;
    }

    private static long added(int[] vertices, int count, long... of) {
        long sum = 0;
        for (int i = 0; i < count; i++) {
            sum += of[vertices[i]];
        }
        return sum;
    }
}
