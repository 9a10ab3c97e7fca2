package io.bitfront.graph;

import io.bitfront.testkit.TestGraph;
import java.util.Arrays;

/// A test graph's edges as an input would stream them: in partitions, in batches, through arrays that are reused.
public class ListedEdges implements EdgeSource {
    private static final int BATCH = 100;

    private final TestGraph graph;
    private final int partitions;

    public ListedEdges(TestGraph graph, int partitions) {
        this.graph = graph;
        this.partitions = partitions;
    }

    @Override
    public int vertexCount() {
        return graph.vertexCount();
    }

    @Override
    public long edgeCount() {
        return graph.givenEdges();
    }

    @Override
    public int partitions() {
        return partitions;
    }

    @Override
    public void stream(int partition, Batch batch) {
        int[] sources = new int[BATCH];
        int[] targets = new int[BATCH];
        int begin = (int) ((long) graph.givenEdges() * partition / partitions);
        int end = (int) ((long) graph.givenEdges() * (partition + 1) / partitions);
        for (int i = begin; i < end; i += BATCH) {
            int count = Math.min(BATCH, end - i);
            System.arraycopy(graph.from(), i, sources, 0, count);
            System.arraycopy(graph.to(), i, targets, 0, count);
            batch.accept(sources, targets, count);
            Arrays.fill(sources, -1);
            Arrays.fill(targets, -1);
        }
    }
}
