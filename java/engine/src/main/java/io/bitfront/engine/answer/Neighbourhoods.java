package io.bitfront.engine.answer;

import io.bitfront.cache.Graph;
import io.bitfront.graph.Csc;
import io.bitfront.parallel.Workers;

/// What every vertex's value is at most, by one sweep over the edges: so many vertices are at level 1, and at
/// level 2 at most those that its neighbours have besides it.
public final class Neighbourhoods {
    private static final long GRAIN = 1 << 12;

    private Neighbourhoods() {}

    /// @param out whether distances follow out-edges
    public static double[] bounds(Graph graph, boolean out, Reach reach, UpperBounds bounds) {
        Csc ahead = out ? graph.out() : graph.in();
        int back = graph.directed() ? 0 : 1;
        double[] found = new double[graph.vertexCount()];
        try (Workers workers = new Workers(Runtime.getRuntime().availableProcessors())) {
            workers.forRange(0, found.length, GRAIN, (worker, begin, end) -> {
                for (int v = (int) begin; v < end; v++) {
                    long second = 0;
                    long most = reach.most(v);
                    long last = ahead.end(v);
                    // More than all that are reached say no more than these.
                    for (long edge = ahead.start(v); edge < last && second < most; edge++) {
                        second += ahead.degree(ahead.row(edge)) - back;
                    }
                    found[v] = bounds.nearby(ahead.degree(v), second, reach.least(v), most);
                }
            });
        }
        return found;
    }
}
