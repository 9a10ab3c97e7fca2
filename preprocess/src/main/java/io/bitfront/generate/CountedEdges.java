package io.bitfront.generate;

import io.bitfront.graph.HeldEdges;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import java.lang.foreign.Arena;
import java.util.concurrent.atomic.LongAdder;

/// Edges of partitions whose sizes only making them can tell: they are made once to be counted.
final class CountedEdges extends HeldEdges {
    private static final int DRAWS = 1 << 18;

    private final int partitions;
    private final PartitionEdges made;

    /// Makes the edges of one partition.
    @FunctionalInterface
    interface PartitionEdges {
        void addTo(int partition, EdgeBuffer buffer);
    }

    /// Makes the edges of one vertex.
    @FunctionalInterface
    interface VertexEdges {
        void addTo(int vertex, EdgeBuffer buffer);
    }

    private CountedEdges(
            int vertexCount, int partitions, PartitionEdges made, long edgeCount, Arena held, long heldBytes) {
        super(vertexCount, edgeCount, held, heldBytes);
        this.partitions = partitions;
        this.made = made;
    }

    /// Counts the edges.
    static CountedEdges count(
            int vertexCount, int partitions, Workers workers, Progress progress, PartitionEdges made) {
        LongAdder total = new LongAdder();
        try (Progress.Phase phase = progress.start("count edges", partitions, "partition")) {
            workers.forRange(0, partitions, 1, (worker, begin, end) -> {
                EdgeBuffer buffer = new EdgeBuffer((sources, targets, count) -> total.add(count));
                made.addTo((int) begin, buffer);
                buffer.flush();
                phase.advance(1);
            });
        }
        return new CountedEdges(vertexCount, partitions, made, total.sum(), null, 0);
    }

    /// Counts the edges that vertex after vertex has, in partitions of about [#DRAWS].
    ///
    /// @param draws most edges of a vertex
    static CountedEdges ofVertices(int vertexCount, int draws, Workers workers, Progress progress, VertexEdges made) {
        int vertices = Math.max(1, DRAWS / draws);
        return count(vertexCount, Math.ceilDiv(vertexCount, vertices), workers, progress, (partition, buffer) -> {
            long begin = (long) partition * vertices;
            for (long v = begin; v < Math.min(vertexCount, begin + vertices); v++) {
                made.addTo((int) v, buffer);
            }
        });
    }

    /// These edges, owning `arena`, which holds `bytes` bytes that making them reads.
    CountedEdges owning(Arena arena, long bytes) {
        return new CountedEdges(vertexCount(), partitions, made, edgeCount(), arena, bytes);
    }

    @Override
    public int partitions() {
        return partitions;
    }

    @Override
    public void stream(int partition, Batch batch) {
        EdgeBuffer buffer = new EdgeBuffer(batch);
        made.addTo(partition, buffer);
        buffer.flush();
    }
}
