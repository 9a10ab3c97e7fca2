package io.bitfront.engine.closeness;

import java.util.function.IntToDoubleFunction;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;

/// Finds the rows of the highest values: of each share of the rows a heap of the best so far with the worst of them on
/// top, then the shares' best merged, by all cores.
final class Ranking {
    private static final int SHARE = 1 << 16;

    private final IntToLongFunction id;
    private final int[] heap;
    /// Of the rows in the heap.
    private final double[] values;
    private int size;

    /// @param rows of the highest values, highest first
    /// @param values theirs
    private record Best(int[] rows, double[] values) {
        static final Best NONE = new Best(new int[0], new double[0]);
    }

    private Ranking(int count, IntToLongFunction id) {
        this.heap = new int[count];
        this.values = new double[count];
        this.id = id;
    }

    /// The rows of the `count` highest values, highest first, ties by ascending id; rows whose value is NaN are left
    /// out. All cores ask for values.
    static int[] highest(int rowCount, int count, IntToDoubleFunction value, IntToLongFunction id) {
        if (count == 0) {
            return new int[0];
        }
        int shares = Math.clamp(rowCount / SHARE, 1, 4 * Runtime.getRuntime().availableProcessors());
        return IntStream.range(0, shares)
                .parallel()
                .mapToObj(share -> {
                    int begin = (int) ((long) rowCount * share / shares);
                    int end = (int) ((long) rowCount * (share + 1) / shares);
                    return highest(begin, end, count, value, id);
                })
                .reduce(Best.NONE, (one, other) -> merge(one, other, count, id))
                .rows();
    }

    private static Best highest(int begin, int end, int count, IntToDoubleFunction value, IntToLongFunction id) {
        Ranking ranking = new Ranking(Math.min(count, end - begin), id);
        for (int row = begin; row < end; row++) {
            ranking.offer(row, value.applyAsDouble(row));
        }
        return ranking.drain();
    }

    private static Best merge(Best one, Best other, int count, IntToLongFunction id) {
        int size = (int) Math.min(count, (long) one.rows.length + other.rows.length);
        int[] rows = new int[size];
        double[] values = new double[size];
        int a = 0;
        int b = 0;
        for (int i = 0; i < size; i++) {
            boolean first = b == other.rows.length
                    || a < one.rows.length && !worse(one.rows[a], one.values[a], other.rows[b], other.values[b], id);
            rows[i] = first ? one.rows[a] : other.rows[b];
            values[i] = first ? one.values[a++] : other.values[b++];
        }
        return new Best(rows, values);
    }

    private void offer(int row, double value) {
        if (Double.isNaN(value)) {
            return;
        }
        if (size < heap.length) {
            put(size, row, value);
            siftUp(size++);
        } else if (worse(heap[0], values[0], row, value, id)) {
            put(0, row, value);
            siftDown();
        }
    }

    private void put(int at, int row, double value) {
        heap[at] = row;
        values[at] = value;
    }

    private Best drain() {
        Best best = new Best(new int[size], new double[size]);
        while (size > 0) {
            size--;
            best.rows[size] = heap[0];
            best.values[size] = values[0];
            put(0, heap[size], values[size]);
            siftDown();
        }
        return best;
    }

    private boolean worse(int at, int other) {
        return worse(heap[at], values[at], heap[other], values[other], id);
    }

    private static boolean worse(int row, double value, int other, double otherValue, IntToLongFunction id) {
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
