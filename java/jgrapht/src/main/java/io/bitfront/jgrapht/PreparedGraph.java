package io.bitfront.jgrapht;

import io.bitfront.cache.Graph;
import io.bitfront.engine.BfsRequest;
import io.bitfront.engine.BfsResult;
import io.bitfront.engine.ClosenessJob;
import io.bitfront.engine.ClosenessMeasure;
import io.bitfront.engine.ClosenessResult;
import io.bitfront.engine.Device;
import io.bitfront.engine.Direction;
import io.bitfront.engine.Engine;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jgrapht.alg.interfaces.ShortestPathAlgorithm;
import org.jgrapht.alg.interfaces.VertexScoringAlgorithm;

/// A JGraphT graph prepared for bitfront, as it was when it was made: later changes are not seen by
/// searches, and edges of a path are those that it has when it is asked. Distances are hops,
/// weights are not read. Any thread may use it and what it gives; all of it ends with [#close].
///
/// @param <V> vertices, told apart by `equals`
/// @param <E> edges
public final class PreparedGraph<V, E> implements AutoCloseable {
    private final org.jgrapht.Graph<V, E> origin;
    private final List<V> vertices;
    private final Map<V, Integer> indices;
    private final Graph graph;
    private final Engine engine;

    private PreparedGraph(org.jgrapht.Graph<V, E> origin, Device device) {
        this.origin = origin;
        this.vertices = List.copyOf(origin.vertexSet());
        this.indices = HashMap.newHashMap(vertices.size());
        for (V vertex : vertices) {
            indices.put(vertex, indices.size());
        }
        List<E> edges = new ArrayList<>(origin.edgeSet());
        int[] from = edges.stream()
                .mapToInt(edge -> indices.get(origin.getEdgeSource(edge)))
                .toArray();
        int[] to = edges.stream()
                .mapToInt(edge -> indices.get(origin.getEdgeTarget(edge)))
                .toArray();
        this.graph = origin.getType().isUndirected()
                ? Graph.of(vertices.size(), from, to).undirected()
                : Graph.of(vertices.size(), from, to).directed();
        try {
            this.engine = Engine.open(graph, device);
        } catch (Throwable t) {
            graph.close();
            throw t;
        }
    }

    /// Prepares a directed or undirected graph. Loops and parallel edges change no distance.
    ///
    /// @param <V> vertices
    /// @param <E> edges
    /// @param graph stays the caller's, and must not change while it is read
    /// @param device where to compute
    /// @return to be closed
    /// @throws IllegalArgumentException where some edges are directed and others are not
    /// @throws io.bitfront.engine.DeviceException where the device cannot run
    public static <V, E> PreparedGraph<V, E> of(org.jgrapht.Graph<V, E> graph, Device device) {
        if (graph.getType().isMixed()) {
            throw new IllegalArgumentException("a graph of directed and undirected edges: expected one kind");
        }
        return new PreparedGraph<>(graph, device);
    }

    /// A centrality of every vertex, exactly, along the edges.
    ///
    /// @param measure what to compute
    /// @return computed when first asked for
    public VertexScoringAlgorithm<V, Double> scores(ClosenessMeasure measure) {
        return scores(measure, Direction.OUT);
    }

    /// A centrality of every vertex, exactly.
    ///
    /// @param measure what to compute
    /// @param direction whether hops are counted from the vertex or to it
    /// @return computed when first asked for
    public VertexScoringAlgorithm<V, Double> scores(ClosenessMeasure measure, Direction direction) {
        return new Scores<>(() -> computed(measure, direction));
    }

    private Map<V, Double> computed(ClosenessMeasure measure, Direction direction) {
        ClosenessResult found =
                engine.closeness(ClosenessJob.allSources().measures(measure).direction(direction));
        Map<V, Double> scores = HashMap.newHashMap(vertices.size());
        for (int row = 0; row < found.rowCount(); row++) {
            scores.put(vertices.get((int) found.id(row)), found.value(row, measure));
        }
        return scores;
    }

    /// Paths of fewest edges.
    ///
    /// @return a search for each source asked for
    public ShortestPathAlgorithm<V, E> shortestPaths() {
        return new Hops<>(this);
    }

    org.jgrapht.Graph<V, E> origin() {
        return origin;
    }

    int indexOf(V vertex) {
        Integer index = indices.get(vertex);
        if (index == null) {
            throw new IllegalArgumentException("vertex %s is not in the graph".formatted(vertex));
        }
        return index;
    }

    V vertex(long index) {
        return vertices.get((int) index);
    }

    int vertexCount() {
        return vertices.size();
    }

    /// Levels and parents from a vertex, by the place of vertices in [#vertex].
    BfsResult search(V source) {
        return engine.bfs(BfsRequest.from(indexOf(source)).withParents(true));
    }

    /// Levels and parents from a vertex, no deeper than the sink.
    BfsResult search(V source, V sink) {
        return engine.bfs(BfsRequest.from(indexOf(source)).withParents(true).withTargets(indexOf(sink)));
    }

    @Override
    public void close() {
        engine.close();
        graph.close();
    }
}
