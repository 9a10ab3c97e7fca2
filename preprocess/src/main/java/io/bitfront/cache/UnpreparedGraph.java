package io.bitfront.cache;

import io.bitfront.graph.EdgeSource;
import io.bitfront.graph.GraphInput;
import io.bitfront.graph.IndexedEdges;
import io.bitfront.graph.VertexIds;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Objects;

/// Edges in memory that become a [Graph]: self-loops and duplicates are dropped, ids are 0..n-1. What the edges are
/// held in is read until [#directed] or [#undirected] return, and not kept.
///
/// @param edges of which any may occur several times
/// @param options how they are prepared
public record UnpreparedGraph(EdgeSource edges, PreprocessOptions options) {
    static UnpreparedGraph of(int vertexCount, MemorySegment from, MemorySegment to) {
        if (vertexCount < 0) {
            throw new IllegalArgumentException("%d vertices: expected none or more".formatted(vertexCount));
        }
        if (from.byteSize() % Integer.BYTES != 0) {
            throw new IllegalArgumentException(
                    "%,d bytes of vertices: expected four of each".formatted(from.byteSize()));
        }
        if (from.byteSize() != to.byteSize()) {
            throw new IllegalArgumentException("edges from %,d vertices and to %,d"
                    .formatted(from.byteSize() / Integer.BYTES, to.byteSize() / Integer.BYTES));
        }
        MemorySegment sources = shared(from);
        MemorySegment targets = shared(to);
        EdgeSource edges =
                new IndexedEdges(vertexCount, from.byteSize() / Integer.BYTES, (first, count, sourcesOf, targetsOf) -> {
                    long at = first * Integer.BYTES;
                    MemorySegment.copy(sources, ValueLayout.JAVA_INT_UNALIGNED, at, sourcesOf, 0, count);
                    MemorySegment.copy(targets, ValueLayout.JAVA_INT_UNALIGNED, at, targetsOf, 0, count);
                });
        return new UnpreparedGraph(edges, PreprocessOptions.defaults());
    }

    /// What every thread may read: a copy where only this one may.
    private static MemorySegment shared(MemorySegment vertices) {
        if (vertices.isAccessibleBy(Thread.ofPlatform().unstarted(() -> {}))) {
            return vertices;
        }
        MemorySegment copy = Arena.ofAuto().allocate(Math.max(vertices.byteSize(), Integer.BYTES), Integer.BYTES);
        MemorySegment.copy(vertices, 0, copy, 0, vertices.byteSize());
        return copy.asSlice(0, vertices.byteSize());
    }

    /// This graph, to be prepared as these options say instead of the defaults.
    public UnpreparedGraph with(PreprocessOptions others) {
        return new UnpreparedGraph(edges, Objects.requireNonNull(others, "others"));
    }

    /// The graph whose edges lead from `from[i]` to `to[i]` alone.
    ///
    /// @throws IllegalArgumentException naming an edge that leads outside the graph
    /// @throws ResourceException before it begins, where memory is too small
    public Graph directed() {
        return prepare(false);
    }

    /// The graph whose edges lead both ways.
    ///
    /// @throws IllegalArgumentException naming an edge that leads outside the graph
    /// @throws ResourceException before it begins, where memory is too small
    public Graph undirected() {
        return prepare(true);
    }

    private Graph prepare(boolean symmetrise) {
        VertexIds ids = new VertexIds.Range(0, edges.vertexCount());
        return Preprocessor.prepare(new GraphInput(edges, ids, symmetrise, false, "memory", ""), options);
    }
}
