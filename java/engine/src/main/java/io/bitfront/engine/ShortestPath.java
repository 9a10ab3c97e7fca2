package io.bitfront.engine;

import io.bitfront.cache.Graph;
import io.bitfront.graph.Csc;
import io.bitfront.memory.IntArray;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;

/// A shortest path between two vertices.
///
/// @param vertices input ids from the first to the last; empty where there is no path
public record ShortestPath(List<Long> vertices, BfsResult.Timings timings) {
    /// Finds the path that comes from its end by the smallest id each time: the same on every device.
    ///
    /// @param from input id
    /// @param to input id
    /// @throws IllegalArgumentException for an id that is not in the graph
    public static ShortestPath between(Engine engine, long from, long to) {
        Graph graph = engine.graph();
        graph.vertexOf(to);
        try (Arena arena = Arena.ofShared()) {
            BfsResult result = engine.bfs(BfsRequest.from(from).withTargets(to), arena);
            return new ShortestPath(walk(graph, result.level(), graph.vertexOf(to)), result.timings());
        }
    }

    /// Hops, -1 where there is no path.
    public int hops() {
        return vertices.size() - 1;
    }

    private static List<Long> walk(Graph graph, IntArray level, int to) {
        IntArray oldIdOf = graph.permutation().oldIdOf();
        List<Long> path = new ArrayList<>();
        if (level.get(oldIdOf.get(to)) < 0) {
            return path;
        }
        try (Graph.Use _ = graph.use()) {
            path.add(graph.idOf(to));
            int at = to;
            while (level.get(oldIdOf.get(at)) > 0) {
                at = before(graph, level, at);
                path.add(graph.idOf(at));
            }
        }
        return path.reversed();
    }

    /// The in-neighbour of smallest id one level up.
    private static int before(Graph graph, IntArray level, int vertex) {
        IntArray oldIdOf = graph.permutation().oldIdOf();
        int wanted = level.get(oldIdOf.get(vertex)) - 1;
        Csc in = graph.in();
        int best = -1;
        for (long edge = in.start(vertex); edge < in.end(vertex); edge++) {
            int one = in.row(edge);
            if (level.get(oldIdOf.get(one)) == wanted && (best < 0 || oldIdOf.get(one) < oldIdOf.get(best))) {
                best = one;
            }
        }
        return best;
    }
}
