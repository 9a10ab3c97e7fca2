package io.bitfront.engine.closeness;

import java.util.function.IntToDoubleFunction;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Finds the rows of the highest values without sorting all: a heap of the best so far with the worst of them on top,
/// one for each share of the rows.
final class Ranking {
    private static final int SHARE = 1 << 16;

    private final IntToLongFunction id;
    private final int[] heap;
    /// Of the rows in the heap.
    private final double[] values;
    private int size;

    private Ranking(int count, IntToLongFunction id) {
        this.heap = new int[count];
        this.values = new double[count];
        this.id = id;
    }

    /// The rows of the `count` highest values, highest first, ties by ascending id; rows whose value is NaN are left
    /// out. All cores ask for values.
    static int[] highest(int rowCount, int count, IntToDoubleFunction value, IntToLongFunction id) {
        int shares = Math.clamp(rowCount / SHARE, 1, 4 * Runtime.getRuntime().availableProcessors());
        int[][] best = IntStream.range(0, shares)
                .parallel()
                .mapToObj(share -> {
                    int begin = (int) ((long) rowCount * share / shares);
                    int end = (int) ((long) rowCount * (share + 1) / shares);
                    return highest(IntStream.range(begin, end), Math.min(count, end - begin), value, id);
                })
                .toArray(int[][]::new);
        return best.length == 1
                ? best[0]
                : highest(Stream.of(best).flatMapToInt(IntStream::of), Math.min(count, rowCount), value, id);
    }

    private static int[] highest(IntStream rows, int count, IntToDoubleFunction value, IntToLongFunction id) {
        Ranking ranking = new Ranking(count, id);
        if (count > 0) {
            rows.forEach(row -> ranking.offer(row, value.applyAsDouble(row)));
        }
        return ranking.drain();
    }

    private void offer(int row, double value) {
        if (Double.isNaN(value)) {
            return;
        }
        if (size < heap.length) {
            put(size, row, value);
            siftUp(size++);
        } else if (worse(heap[0], values[0], row, value)) {
            put(0, row, value);
            siftDown();
        }
    }

    private void put(int at, int row, double value) {
        heap[at] = row;
        values[at] = value;
    }

    private int[] drain() {
        int[] rows = new int[size];
        while (size > 0) {
            rows[--size] = heap[0];
            put(0, heap[size], values[size]);
            siftDown();
        }
        return rows;
    }

    private boolean worse(int at, int other) {
        return worse(heap[at], values[at], heap[other], values[other]);
    }

    private boolean worse(int row, double value, int other, double otherValue) {
        int order = Double.compare(value, otherValue);
        return order == 0 ? id.applyAsLong(row) > id.applyAsLong(other) : order < 0;
    }

    private void siftUp(int from) {
        int at = from;
        while (at > 0 && worse(at, (at - 1) / 2)) {
            swap(at, (at - 1) / 2);
            at = (at - 1) / 2;
        }
    }

    private void siftDown() {
        int at = 0;
        for (int child = 1; child < size; child = 2 * at + 1) {
            int worst = child + 1 < size && worse(child + 1, child) ? child + 1 : child;
            if (!worse(worst, at)) {
                return;
            }
            swap(at, worst);
            at = worst;
        }
    }

    private void swap(int a, int b) {
        int row = heap[a];
        double value = values[a];
        put(a, heap[b], values[b]);
        put(b, row, value);
    }
}
