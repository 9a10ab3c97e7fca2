package io.bitfront.engine;

import io.bitfront.graph.EdgeRows;
import io.bitfront.graph.EdgeSource;
import io.bitfront.testkit.TestGraph;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.IntStream;

/// A graph's edges, sorted by source, as rows in memory that is not aligned, like a mapped file's.
public final class HeldRows implements EdgeSource {
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;

    private final Arena arena = Arena.ofShared();
    private final int vertexCount;
    private final int edgeCount;
    private final MemorySegment starts;
    private final MemorySegment targets;

    public HeldRows(TestGraph graph) {
        vertexCount = graph.vertexCount();
        edgeCount = graph.from().length;
        starts = arena.allocate(1 + 8 * (vertexCount + 1L)).asSlice(1);
        targets = arena.allocate(1 + 4L * edgeCount).asSlice(1);
        int[] order = IntStream.range(0, edgeCount)
                .boxed()
                .sorted(Comparator.comparingInt(edge -> graph.from()[edge]))
                .mapToInt(Integer::intValue)
                .toArray();
        for (int edge = 0; edge < edgeCount; edge++) {
            int source = graph.from()[order[edge]];
            starts.set(LONG, 8 * (source + 1L), edge + 1);
            targets.set(INT, 4L * edge, graph.to()[order[edge]]);
        }
        for (int vertex = 0; vertex < vertexCount; vertex++) {
            long before = starts.get(LONG, 8L * vertex);
            starts.set(LONG, 8 * (vertex + 1L), Math.max(before, starts.get(LONG, 8 * (vertex + 1L))));
        }
    }

    @Override
    public int vertexCount() {
        return vertexCount;
    }

    @Override
    public long edgeCount() {
        return edgeCount;
    }

    @Override
    public int partitions() {
        return 1;
    }

    @Override
    public void stream(int partition, Batch batch) {
        int[] sources = new int[edgeCount];
        for (int vertex = 0; vertex < vertexCount; vertex++) {
            Arrays.fill(
                    sources, (int) starts.get(LONG, 8L * vertex), (int) starts.get(LONG, 8 * (vertex + 1L)), vertex);
        }
        int[] all = new int[edgeCount];
        MemorySegment.copy(targets, INT, 0, all, 0, edgeCount);
        batch.accept(sources, all, edgeCount);
    }

    @Override
    public Optional<EdgeRows> rows() {
        return Optional.of(new EdgeRows(starts, targets));
    }

    /// Has an edge lead elsewhere.
    public void redirect(int edge, int target) {
        targets.set(INT, 4L * edge, target);
    }

    @Override
    public void close() {
        if (arena.scope().isAlive()) {
            arena.close();
        }
    }
}
