package io.bitfront.generate;

import io.bitfront.graph.EdgeSource;
import io.bitfront.graph.EdgeStream;
import java.util.Optional;

/// Edges that may as well be made elsewhere, from constants.
record GeneratedEdges(EdgeSource edges, EdgeStream stream) implements EdgeSource {
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
