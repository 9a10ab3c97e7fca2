package io.bitfront.generate;

import io.bitfront.graph.EdgeSource;
import java.util.function.Supplier;

/// Edges that take work before the first can be streamed: work that a device which makes them itself never asks for.
/// The first to ask does it, and must not be a worker.
final class DeferredEdges implements EdgeSource {
    private final GeometricGenerator generator;
    private final Supplier<EdgeSource> making;
    private EdgeSource made;

    DeferredEdges(GeometricGenerator generator, Supplier<EdgeSource> making) {
        this.generator = generator;
        this.making = making;
    }

    private synchronized EdgeSource made() {
        if (made == null) {
            made = making.get();
        }
        return made;
    }

    @Override
    public int vertexCount() {
        return generator.vertexCount();
    }

    @Override
    public long edgeCount() {
        return made().edgeCount();
    }

    @Override
    public long mostEdges() {
        return generator.mostEdges();
    }

    @Override
    public int partitions() {
        return made().partitions();
    }

    @Override
    public void stream(int partition, Batch batch) {
        made().stream(partition, batch);
    }

    @Override
    public long heldBytes() {
        return generator.memoryNeeded();
    }

    @Override
    public synchronized void close() {
        if (made != null) {
            made.close();
        }
    }
}
