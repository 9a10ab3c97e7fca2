package io.bitfront.engine.verify;

import io.bitfront.cache.Graph;
import io.bitfront.engine.BfsRequest;
import io.bitfront.engine.BfsResult;
import io.bitfront.graph.Csc;
import io.bitfront.memory.IntArray;
import io.bitfront.parallel.Workers;
import java.util.concurrent.atomic.AtomicInteger;

/// Checks levels in time linear in the graph, without traversing it. The source is at 0; an edge from a reached vertex
/// ends in a reached one at most one level on; every other reached vertex has an in-neighbour one level up. By
/// induction these levels, and no others, are the distances. Reads in-edges only, on all cores.
///
/// Every answer is null where all is well, else one line on the defect at the smallest vertex that has one.
public final class LevelVerifier {
    private static final int GRAIN = 1 << 12;

    private final Graph graph;
    private final int source;
    /// By vertex (engine's number).
    private final int[] level;
    private final int lastLevel;

    private LevelVerifier(Graph graph, int source, int[] level, int lastLevel) {
        this.graph = graph;
        this.source = source;
        this.level = level;
        this.lastLevel = lastLevel;
    }

    /// Checks all levels of an unlimited traversal.
    ///
    /// @param source input id
    /// @param level by input index, -1 where unreached
    public static String verify(Graph graph, long source, IntArray level) {
        return verify(graph, source, level, Integer.MAX_VALUE);
    }

    /// Checks the levels of a traversal that stopped once `lastLevel` was complete: vertices beyond it are unreached.
    ///
    /// @param source input id
    /// @param level by input index, -1 where unreached
    public static String verify(Graph graph, long source, IntArray level, int lastLevel) {
        if (level.length() != graph.vertexCount()) {
            return "%,d levels for %,d vertices".formatted(level.length(), graph.vertexCount());
        }
        try (Workers workers = new Workers(Runtime.getRuntime().availableProcessors())) {
            int[] byVertex = byVertex(graph, level, workers);
            return new LevelVerifier(graph, graph.vertexOf(source), byVertex, lastLevel).firstDefect(workers);
        }
    }

    /// Checks levels, counts per level, edges and parents of a result against what was asked for.
    public static String verify(Graph graph, BfsRequest request, BfsResult result) {
        int lastLevel = lastLevel(graph, request, result);
        String defect = verify(graph, request.source(), result.level(), lastLevel);
        if (defect == null) {
            defect = ResultTotals.firstDefect(graph, result);
        }
        return defect != null || !request.parents() ? defect : ParentVerifier.firstDefect(graph, result);
    }

    /// The level after which the traversal was to stop: the last target's, but no later than the largest asked for.
    private static int lastLevel(Graph graph, BfsRequest request, BfsResult result) {
        int last = request.targets().length == 0 ? Integer.MAX_VALUE : 0;
        for (long target : request.targets()) {
            int found = result.level().get(graph.ids().indexOf(target));
            last = Math.max(last, found < 0 ? Integer.MAX_VALUE : found);
        }
        return Math.min(last, request.maxLevel());
    }

    private static int[] byVertex(Graph graph, IntArray level, Workers workers) {
        int[] byVertex = new int[graph.vertexCount()];
        IntArray oldIdOf = graph.permutation().oldIdOf();
        workers.forRange(0, byVertex.length, GRAIN, (worker, begin, end) -> {
            for (int v = (int) begin; v < end; v++) {
                byVertex[v] = level.get(oldIdOf.get(v));
            }
        });
        return byVertex;
    }

    private String firstDefect(Workers workers) {
        AtomicInteger first = new AtomicInteger(Integer.MAX_VALUE);
        IntArray oldIdOf = graph.permutation().oldIdOf();
        workers.forRange(0, level.length, GRAIN, (worker, begin, end) -> {
            for (int v = (int) begin; v < end; v++) {
                if (!sound(v)) {
                    first.accumulateAndGet(oldIdOf.get(v), Math::min);
                }
            }
        });
        return first.get() == Integer.MAX_VALUE
                ? null
                : describe(graph.permutation().newIdOf().get(first.get()));
    }

    private boolean sound(int v) {
        int mine = level[v];
        if (v == source ? mine != 0 : mine == 0 || mine < -1 || mine > lastLevel) {
            return false;
        }
        boolean parent = mine <= 0;
        Csc in = graph.in();
        for (long edge = in.start(v), end = in.end(v); edge < end; edge++) {
            int above = level[in.row(edge)];
            parent |= above >= 0 && above == mine - 1;
            if (tooFar(above, mine)) {
                return false;
            }
        }
        return parent;
    }

    /// Whether an edge from a vertex at level `above` rules out `mine` for its end.
    private boolean tooFar(int above, int mine) {
        return above >= 0 && (mine < 0 ? above < lastLevel : mine > above + 1);
    }

    private String describe(int v) {
        int mine = level[v];
        long id = graph.idOf(v);
        if (v == source) {
            return "source %d: level %d, expected 0".formatted(id, mine);
        }
        if (mine == 0 || mine < -1) {
            return "vertex %d: level %d, expected %s"
                    .formatted(id, mine, mine == 0 ? "0 at the source only" : "-1 where unreached");
        }
        if (mine > lastLevel) {
            return "vertex %d: level %d, beyond the last one, %d".formatted(id, mine, lastLevel);
        }
        Csc in = graph.in();
        for (long edge = in.start(v); edge < in.end(v); edge++) {
            int u = in.row(edge);
            if (tooFar(level[u], mine)) {
                return "vertex %d: %s, but its in-neighbour %d is at level %d"
                        .formatted(id, mine < 0 ? "unreached" : "level " + mine, graph.idOf(u), level[u]);
            }
        }
        return "vertex %d: level %d, but no in-neighbour is at level %d".formatted(id, mine, mine - 1);
    }
}
