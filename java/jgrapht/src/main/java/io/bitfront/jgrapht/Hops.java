package io.bitfront.jgrapht;

import io.bitfront.engine.BfsResult;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jgrapht.Graph;
import org.jgrapht.GraphPath;
import org.jgrapht.alg.interfaces.ShortestPathAlgorithm;
import org.jgrapht.alg.shortestpath.TreeSingleSourcePathsImpl;
import org.jgrapht.alg.util.Pair;
import org.jgrapht.graph.GraphWalk;

/// Paths of fewest edges by searches from their sources. An edge of a path is any of those between its vertices.
record Hops<V, E>(PreparedGraph<V, E> prepared) implements ShortestPathAlgorithm<V, E> {
    @Override
    public GraphPath<V, E> getPath(V source, V sink) {
        BfsResult found = prepared.search(source, sink);
        int end = prepared.indexOf(sink);
        int length = found.level().get(end);
        if (length < 0) {
            return null;
        }
        Graph<V, E> graph = prepared.origin();
        List<E> edges = new ArrayList<>(length);
        List<V> vertices = new ArrayList<>(List.of(sink));
        for (long at = end; found.level().get(at) > 0; ) {
            long parent = found.parent().get(at);
            edges.add(edge(parent, prepared.vertex(at)));
            vertices.add(prepared.vertex(parent));
            at = parent;
        }
        Collections.reverse(edges);
        Collections.reverse(vertices);
        return new GraphWalk<>(graph, source, sink, vertices, edges, length);
    }

    private E edge(long from, V to) {
        E edge = prepared.origin().getEdge(prepared.vertex(from), to);
        if (edge == null) {
            throw new IllegalStateException("the edge from %s to %s was removed after the graph was prepared"
                    .formatted(prepared.vertex(from), to));
        }
        return edge;
    }

    /// @return hops, or infinity where there is no path
    @Override
    public double getPathWeight(V source, V sink) {
        int length = prepared.search(source, sink).level().get(prepared.indexOf(sink));
        return length < 0 ? Double.POSITIVE_INFINITY : length;
    }

    @Override
    public SingleSourcePaths<V, E> getPaths(V source) {
        BfsResult found = prepared.search(source);
        Map<V, Pair<Double, E>> tree = new HashMap<>();
        for (int index = 0; index < prepared.vertexCount(); index++) {
            int level = found.level().get(index);
            if (level >= 0) {
                V vertex = prepared.vertex(index);
                E edge = level == 0 ? null : edge(found.parent().get(index), vertex);
                tree.put(vertex, Pair.of((double) level, edge));
            }
        }
        return new TreeSingleSourcePathsImpl<>(prepared.origin(), source, tree);
    }
}
