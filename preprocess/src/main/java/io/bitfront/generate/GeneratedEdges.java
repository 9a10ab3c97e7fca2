package io.bitfront.generate;

import io.bitfront.graph.EdgeSource;
import io.bitfront.graph.EdgeStream;
import io.bitfront.graph.GraphInput;
import io.bitfront.graph.VertexIds;
import java.util.Optional;

/// Edges that may as well be made elsewhere, from constants.
record GeneratedEdges(EdgeSource edges, EdgeStream stream) implements EdgeSource {
    /// An undirected graph with ids 0..n-1.
    static GraphInput undirected(EdgeSource edges, Generator generator) {
        EdgeSource either = generator.stream()
                .<EdgeSource>map(stream -> new GeneratedEdges(edges, stream))
                .orElse(edges);
        VertexIds ids = new VertexIds.Range(0, edges.vertexCount());
        return new GraphInput(either, ids, true, false, generator.kind(), "");
    }

    @Override
    public int vertexCount() {
        return edges.vertexCount();
    }

    @Override
    public long edgeCount() {
        return edges.edgeCount();
    }

    @Override
    public long mostEdges() {
        return edges.mostEdges();
    }

    @Override
    public int partitions() {
        return edges.partitions();
    }

    @Override
    public void stream(int partition, Batch batch) {
        edges.stream(partition, batch);
    }

    @Override
    public Optional<EdgeStream> generated() {
        return Optional.of(stream);
    }

    @Override
    public long heldBytes() {
        return edges.heldBytes();
    }

    @Override
    public void close() {
        edges.close();
    }
}
