package io.bitfront.bench;

import io.bitfront.generate.Generator;
import io.bitfront.graph.EdgeSource;
import io.bitfront.graph.GraphInput;
import io.bitfront.graph.IndexedEdges;
import io.bitfront.graph.VertexIds;
import io.bitfront.memory.IntArray;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import io.bitfront.random.CounterHash;
import io.bitfront.random.IdBijection;
import java.lang.foreign.Arena;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/// Edges as arrays in memory, for measurements that start there. Closing an input made of
/// them leaves them.
final class EdgeArrays implements AutoCloseable {
    private static final int BLOCK = 1 << 14;

    private final Arena arena = Arena.ofShared();
    private final int vertexCount;
    private final IntArray sources;
    private final IntArray targets;
    private final boolean directed;

    private EdgeArrays(int vertexCount, long edgeCount, boolean directed) {
        this.vertexCount = vertexCount;
        this.directed = directed;
        sources = IntArray.allocate(arena, edgeCount, "sources of edges");
        targets = IntArray.allocate(arena, edgeCount, "targets of edges");
    }

    static EdgeArrays of(Generator generator, Workers workers, Progress progress) {
        try (GraphInput input = generator.generate(workers, progress)) {
            return of(input.edges(), input.directed(), workers);
        }
    }

    /// @param directed whether the edges do not go both ways
    static EdgeArrays of(EdgeSource edges, boolean directed, Workers workers) {
        EdgeArrays held = new EdgeArrays(edges.vertexCount(), edges.edgeCount(), directed);
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

    /// Renumbers the vertices at random.
    void permute(long seed, Workers workers) {
        IdBijection places = new IdBijection(vertexCount, CounterHash.key(seed, 0));
        workers.forRange(0, sources.length(), BLOCK, (worker, begin, end) -> {
            int[] block = new int[(int) (end - begin)];
            for (IntArray ends : List.of(sources, targets)) {
                ends.read(begin, block, 0, block.length);
                Arrays.setAll(block, i -> places.of(block[i]));
                ends.write(begin, block, 0, block.length);
            }
        });
    }

    /// A graph of these edges; closing it leaves them.
    GraphInput input() {
        EdgeSource edges = new IndexedEdges(
                vertexCount,
                sources.length(),
                (first, count, from, to) -> {
                    sources.read(first, from, 0, count);
                    targets.read(first, to, 0, count);
                },
                null,
                2L * IntArray.BYTES * sources.length());
        return new GraphInput(edges, new VertexIds.Range(0, vertexCount), !directed, false, "memory", "");
    }

    @Override
    public void close() {
        arena.close();
    }
}
