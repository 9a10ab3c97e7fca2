package io.bitfront.engine.closeness;

import java.util.function.IntToDoubleFunction;
import java.util.function.IntToLongFunction;

/// Finds the rows of the highest values without sorting all: a heap of the best so far with the worst of them on top.
final class Ranking {
    private final IntToDoubleFunction value;
    private final IntToLongFunction id;
    private final int[] heap;
    private int size;

    private Ranking(int count, IntToDoubleFunction value, IntToLongFunction id) {
        this.heap = new int[count];
        this.value = value;
        this.id = id;
    }

    /// The rows of the `count` highest values, highest first, ties by ascending id; rows whose value is NaN are left
    /// out.
    static int[] highest(int rowCount, int count, IntToDoubleFunction value, IntToLongFunction id) {
        Ranking ranking = new Ranking(Math.min(count, rowCount), value, id);
        for (int row = 0; row < rowCount && ranking.heap.length > 0; row++) {
            if (!Double.isNaN(value.applyAsDouble(row))) {
                ranking.offer(row);
            }
        }
        return ranking.drain();
    }

    private void offer(int row) {
        if (size < heap.length) {
            heap[size++] = row;
            siftUp(size - 1);
        } else if (worse(heap[0], row)) {
            heap[0] = row;
            siftDown();
        }
    }

    private int[] drain() {
        int[] rows = new int[size];
        while (size > 0) {
            rows[size - 1] = heap[0];
            heap[0] = heap[--size];
            siftDown();
        }
        return rows;
    }

    private boolean worse(int row, int other) {
        int order = Double.compare(value.applyAsDouble(row), value.applyAsDouble(other));
        return order == 0 ? id.applyAsLong(row) > id.applyAsLong(other) : order < 0;
    }

    private void siftUp(int from) {
        int at = from;
        while (at > 0 && worse(heap[at], heap[(at - 1) / 2])) {
            swap(at, (at - 1) / 2);
            at = (at - 1) / 2;
        }
    }

    private void siftDown() {
        int at = 0;
        for (int child = 1; child < size; child = 2 * at + 1) {
            int worst = child + 1 < size && worse(heap[child + 1], heap[child]) ? child + 1 : child;
            if (!worse(heap[worst], heap[at])) {
                return;
            }
            swap(at, worst);
            at = worst;
        }
    }

    private void swap(int a, int b) {
        int row = heap[a];
        heap[a] = heap[b];
        heap[b] = row;
    }
}
