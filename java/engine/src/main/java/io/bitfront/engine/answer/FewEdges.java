package io.bitfront.engine.answer;

import io.bitfront.graph.Csc;
import io.bitfront.parallel.Workers;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/// How many vertices are at level 2 at most, where those that few edges lead to are counted by how many: as many of a
/// class as there are ways to it by way of the neighbours, and no more than there are. For the class of one edge, that
/// is their exact number.
final class FewEdges {
    private static final VarHandle COUNT = MethodHandles.arrayElementVarHandle(int[].class);
    private static final long GRAIN = 1 << 12;
    /// Vertices that at most so many edges lead to are counted: of kron 20, top 100, one class leaves 5,998 vertices of
    /// 646,136, two leave 211, and eight no fewer.
    private static final int CLASSES = 4;

    private final int classes;
    private final int[] degree;
    private final Csc back;
    private final boolean directed;
    /// For each vertex how many of its neighbours are of each class.
    private final int[] of;
    /// Vertices of each class in all, those of no class last.
    private final long[] all;
    /// Those of the largest component.
    private final long[] ofLargest;

    private final Reach reach;

    private FewEdges(Csc back, int[] degree, Reach reach, boolean directed) {
        int n = degree.length;
        this.back = back;
        this.degree = degree;
        this.reach = reach;
        this.directed = directed;
        this.classes = Math.clamp(Integer.MAX_VALUE / (n + 1L), 1, CLASSES);
        this.of = new int[Math.multiplyExact(n, classes)];
        this.all = new long[classes + 1];
        this.ofLargest = new long[classes + 1];
    }

    /// @param back the lists of the edges that lead to each vertex
    /// @param degree of each vertex, ahead
    static FewEdges count(Csc back, Csc ahead, int[] degree, Reach reach, boolean directed) {
        FewEdges few = new FewEdges(back, degree, reach, directed);
        try (Workers workers = new Workers(Runtime.getRuntime().availableProcessors())) {
            workers.forRange(0, degree.length, GRAIN, (worker, begin, end) -> few.countIn((int) begin, (int) end));
        }
        return few;
    }

    /// Class 0 is of one edge; that of more than any class has, or of none, is the last.
    private int classOf(int v) {
        int edges = directed ? back.degree(v) : degree[v];
        return edges >= 1 && edges <= classes ? edges - 1 : classes;
    }

    private void countIn(int begin, int end) {
        long[] found = new long[classes + 1];
        long[] foundInLargest = new long[classes + 1];
        for (int v = begin; v < end; v++) {
            int of = classOf(v);
            found[of]++;
            foundInLargest[of] += reach.most(v) == reach.largest() ? 1 : 0;
            if (of < classes) {
                tell(v, of);
            }
        }
        synchronized (this) {
            for (int c = 0; c <= classes; c++) {
                all[c] += found[c];
                ofLargest[c] += foundInLargest[c];
            }
        }
    }

    private void tell(int v, int of) {
        for (long edge = back.start(v); edge < back.end(v); edge++) {
            int _ = (int) COUNT.getAndAdd(this.of, back.row(edge) * classes + of, 1);
        }
    }

    /// @param ahead the lists of the edges to follow
    /// @param buffer for some of a list
    long second(int v, Csc ahead, int[] buffer) {
        long[] ways = new long[classes + 1];
        long last = ahead.end(v);
        for (long edge = ahead.start(v); edge < last; edge += buffer.length) {
            int count = (int) Math.min(buffer.length, last - edge);
            ahead.rowIndex().read(edge, buffer, 0, count);
            add(buffer, count, classes, of, degree, ways);
        }
        if (!directed) {
            ways[classOf(v)] -= degree[v];
        }
        long[] there = !directed && reach.most(v) == reach.largest() ? ofLargest : all;
        long sum = 0;
        long others = degree[v];
        for (int c = 0; c < classes; c++) {
            int near = of[v * classes + c];
            others -= near;
            sum += Math.min(ways[c], there[c] - near);
        }
        return sum + Math.min(ways[classes], there[classes] - others);
    }

    private static void add(int[] vertices, int count, int classes, int[] of, int[] degree, long... ways) {
        for (int i = 0; i < count; i++) {
            int at = vertices[i] * classes;
            long others = degree[vertices[i]];
            for (int c = 0; c < classes; c++) {
                ways[c] += of[at + c];
                others -= of[at + c];
            }
            ways[classes] += others;
        }
    }
}
