package io.bitfront.graph;

import io.bitfront.memory.LongArray;
import io.bitfront.parallel.Workers;

/// Deals the columns of a CSC out to workers in pieces of like weight, a column weighing its entries and one: pieces
/// of equal width would leave one worker with the hubs.
public final class ColumnRanges {
    private ColumnRanges() {}

    /// Work on columns `first` up to `end`, exclusive; never an empty range.
    @FunctionalInterface
    public interface Task {
        void run(int worker, int first, int end) throws Exception;
    }

    /// Runs `task` on pieces that cover every column once.
    ///
    /// @param columnStart n+1 offsets
    /// @param grain weight of a piece; a single column may weigh more
    public static void forEach(LongArray columnStart, Workers workers, long grain, Task task) {
        int n = Math.toIntExact(columnStart.length() - 1);
        workers.forRange(0, columnStart.get(n) + n, grain, (worker, begin, end) -> {
            int first = firstWeighing(columnStart, begin, 1);
            int last = firstWeighing(columnStart, end, 1);
            if (first < last) {
                task.run(worker, first, last);
            }
        });
    }

    /// The column that holds an entry.
    static int columnOf(LongArray columnStart, long entry) {
        return firstWeighing(columnStart, entry + 1, 0) - 1;
    }

    /// The smallest v with `columnStart[v] + v * perColumn >= weight`, at most n.
    private static int firstWeighing(LongArray columnStart, long weight, int perColumn) {
        int n = (int) (columnStart.length() - 1);
        return Bisection.first(0, n, v -> columnStart.get(v) + (long) v * perColumn >= weight);
    }
}
