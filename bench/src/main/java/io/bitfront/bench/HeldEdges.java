package io.bitfront.bench;

import io.bitfront.generate.Generator;
import io.bitfront.graph.EdgeSource;
import io.bitfront.graph.GraphInput;
import io.bitfront.graph.VertexIds;
import io.bitfront.memory.IntArray;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import java.lang.foreign.Arena;
import java.util.concurrent.atomic.AtomicLong;

/// The edges of a generator as arrays in memory, for measurements that start there. Closing an input made of
/// them leaves them.
final class HeldEdges implements AutoCloseable {
    private static final int PARTITION = 1 << 20;
    private static final int BATCH = 1 << 12;

    private final Arena arena = Arena.ofShared();
    private final int vertexCount;
    private final IntArray sources;
    private final IntArray targets;

    private HeldEdges(int vertexCount, long edgeCount) {
        this.vertexCount = vertexCount;
        sources = IntArray.allocate(arena, edgeCount, "sources of edges");
        targets = IntArray.allocate(arena, edgeCount, "targets of edges");
    }

    static HeldEdges of(Generator generator, Workers workers, Progress progress) {
        try (GraphInput input = generator.generate(workers, progress)) {
            EdgeSource edges = input.edges();
            HeldEdges held = new HeldEdges(edges.vertexCount(), edges.edgeCount());
            AtomicLong next = new AtomicLong();
            workers.forRange(
                    0,
                    edges.partitions(),
                    1,
                    (worker, partition, end) -> edges.stream((int) partition, (from, to, count) -> {
                        long at = next.getAndAdd(count);
                        held.sources.write(at, from, 0, count);
                        held.targets.write(at, to, 0, count);
                    }));
            return held;
        }
    }

    /// An undirected graph of these edges; closing it leaves them.
    GraphInput input() {
        return new GraphInput(new View(), new VertexIds.Range(0, vertexCount), true, false, "memory", "");
    }

    private final class View implements EdgeSource {
        @Override
        public int vertexCount() {
            return vertexCount;
        }

        @Override
        public long edgeCount() {
            return sources.length();
        }

        @Override
        public int partitions() {
            return Math.toIntExact(Math.ceilDiv(edgeCount(), (long) PARTITION));
        }

        @Override
        public void stream(int partition, Batch batch) {
            int[] from = new int[BATCH];
            int[] to = new int[BATCH];
            long end = Math.min(edgeCount(), (partition + 1L) * PARTITION);
            for (long at = (long) partition * PARTITION; at < end; at += BATCH) {
                int count = (int) Math.min(BATCH, end - at);
                sources.read(at, from, 0, count);
                targets.read(at, to, 0, count);
                batch.accept(from, to, count);
            }
        }

        @Override
        public long heldBytes() {
            return 2L * IntArray.BYTES * edgeCount();
        }
    }

    @Override
    public void close() {
        if (arena.scope().isAlive()) {
            arena.close();
        }
    }
}
