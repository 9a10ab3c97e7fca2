package io.bitfront.graph;

import java.util.Optional;

/// Directed edges that can be streamed any number of times, in parallel partitions, without being held in one place:
/// a parsed file, a mapped binary file, or a generator whose edges are a function of their index.
/// Vertices are input indices 0..vertexCount-1. Self-loops and duplicates may occur.
public interface EdgeSource extends AutoCloseable {
    int vertexCount();

    /// Edges of all partitions together.
    long edgeCount();

    /// No fewer than [#edgeCount], without making edges that are not there yet: for the memory plan.
    default long mostEdges() {
        return edgeCount();
    }

    /// Independent pieces; any thread may stream any piece, also at the same time and repeatedly.
    int partitions();

    /// Streams one partition, in an order that is the same each time. An edge outside the vertices ends preparation
    /// with an [IllegalArgumentException] that names it.
    void stream(int partition, Batch batch);

    /// The constants from which a device can make these edges itself, where there are such.
    default Optional<EdgeStream> generated() {
        return Optional.empty();
    }

    /// The edges as rows, in the order of the partitions, where they lie in memory like that.
    default Optional<EdgeRows> rows() {
        return Optional.empty();
    }

    /// Bytes this source holds in memory, for the memory plan; mapped files count as 0.
    default long heldBytes() {
        return 0;
    }

    /// Frees what the source holds; a second call does nothing.
    @Override
    default void close() {}

    /// Receives edges `sources[i] -> targets[i]` for i below `count`; the arrays are reused after the call returns.
    @FunctionalInterface
    interface Batch {
        void accept(int[] sources, int[] targets, int count);
    }
}
