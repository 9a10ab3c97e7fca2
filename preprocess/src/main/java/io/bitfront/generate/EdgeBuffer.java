package io.bitfront.generate;

import io.bitfront.graph.EdgeSource;

/// Gathers single edges into batches. Flush at the end.
final class EdgeBuffer {
    static final int CAPACITY = 4096;

    private final EdgeSource.Batch batch;
    private final int[] sources = new int[CAPACITY];
    private final int[] targets = new int[CAPACITY];
    private int count;

    EdgeBuffer(EdgeSource.Batch batch) {
        this.batch = batch;
    }

    void add(int source, int target) {
        sources[count] = source;
        targets[count++] = target;
        if (count == CAPACITY) {
            flush();
        }
    }

    void flush() {
        if (count > 0) {
            batch.accept(sources, targets, count);
            count = 0;
        }
    }
}
