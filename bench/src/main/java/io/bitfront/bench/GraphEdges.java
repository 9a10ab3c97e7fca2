package io.bitfront.bench;

import io.bitfront.cache.Graph;
import io.bitfront.graph.Csc;
import io.bitfront.graph.EdgeSource;
import io.bitfront.memory.IntArray;

/// The edges of a prepared graph between input indices, each of an undirected graph once. They are there while the
/// graph is open; closing them leaves it so.
record GraphEdges(Graph graph) implements EdgeSource {
    /// Vertices of a partition.
    private static final int VERTICES = 1 << 12;

    private static final int BATCH = 1 << 12;

    boolean directed() {
        return graph.directed();
    }

    @Override
    public int vertexCount() {
        return graph.vertexCount();
    }

    @Override
    public long edgeCount() {
        return directed() ? graph.edgeCount() : graph.edgeCount() / 2;
    }

    @Override
    public int partitions() {
        return Math.ceilDiv(vertexCount(), VERTICES);
    }

    @Override
    public void stream(int partition, Batch batch) {
        Csc out = graph.out();
        IntArray indices = graph.permutation().oldIdOf();
        int end = (int) Math.min(vertexCount(), (partition + 1L) * VERTICES);
        int[] sources = new int[BATCH];
        int[] targets = new int[BATCH];
        int count = 0;
        for (int v = partition * VERTICES; v < end; v++) {
            for (long edge = out.start(v); edge < out.end(v); edge++) {
                int to = out.row(edge);
                if (!directed() && to < v) {
                    continue;
                }
                sources[count] = indices.get(v);
                targets[count++] = indices.get(to);
                if (count == BATCH) {
                    batch.accept(sources, targets, count);
                    count = 0;
                }
            }
        }
        if (count > 0) {
            batch.accept(sources, targets, count);
        }
    }
}
