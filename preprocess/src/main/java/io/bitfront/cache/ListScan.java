package io.bitfront.cache;

import io.bitfront.memory.IntArray;
import io.bitfront.memory.LongArray;
import io.bitfront.random.CounterHash;
import java.util.concurrent.atomic.LongAdder;

/// Looks at the lists of one direction, block by block: whether rows ascend in each column, how many vertices have
/// their hub among their rows, and what the edges add up to. Lists hold the very edges of others, each from its other
/// end, if and only if both add up to the same: a sum is of hashes under a key that is drawn for every check, so that
/// it tells nothing to whoever makes a file, and chance agrees once in 2^60.
final class ListScan implements SectionScan.Ints {
    private static final int READ = 1 << 10;

    /// What an edge between a column and one of its rows adds.
    enum Edge {
        /// Leads from the column to the row.
        OUT,
        /// Leads from the row to the column.
        IN,
        /// Leads both ways: from the smaller end it adds what it takes off from the larger, 0 in all.
        BOTH
    }

    private final LongArray starts;
    private final IntArray hubs;
    private final Edge edge;
    private final long key;
    private final LongAdder sum = new LongAdder();
    private final LongAdder hubsMet = new LongAdder();

    /// @param starts of all columns, known to be in order
    /// @param hubs of every column, that may hold anything
    /// @param key drawn at random, the same for lists that are compared
    ListScan(LongArray starts, IntArray hubs, Edge edge, long key) {
        this.starts = starts;
        this.hubs = hubs;
        this.edge = edge;
        this.key = key;
    }

    long sum() {
        return sum.sum();
    }

    /// Columns that have their hub among their rows.
    long hubsMet() {
        return hubsMet.sum();
    }

    /// @param rows are vertices
    @Override
    public long wrong(long first, int[] rows, int count) {
        long[] around = new long[READ + 1];
        int[] hub = new int[READ];
        long added = 0;
        int met = 0;
        int at = 1;
        for (long column = columnOf(first); at <= count && column + 1 < starts.length(); column += READ) {
            int columns = (int) Math.min(READ, starts.length() - 1 - column);
            starts.read(column, around, 0, columns + 1);
            hubs.read(column, hub, 0, columns);
            for (int i = 0; i < columns && at <= count; i++) {
                int end = (int) Math.min(count + 1L, around[i + 1] - first + 1);
                int wrong = firstFall(rows, around[i] < first ? at : at + 1, end);
                if (wrong >= 0) {
                    return first + wrong - 1;
                }
                for (int j = at; j < end; j++) {
                    met += rows[j] == hub[i] ? 1 : 0;
                }
                added += sum((int) column + i, rows, at, end);
                at = Math.max(at, end);
            }
        }
        sum.add(added);
        hubsMet.add(met);
        return -1;
    }

    private static int firstFall(int[] rows, int begin, int end) {
        int falls = 0;
        for (int i = begin; i < end; i++) {
            falls |= rows[i] - rows[i - 1] - 1;
        }
        if (falls >= 0) {
            return -1;
        }
        int at = begin;
        while (rows[at] > rows[at - 1]) {
            at++;
        }
        return at;
    }

    private long sum(int column, int[] rows, int begin, int end) {
        long sum = 0;
        switch (edge) {
            case OUT -> {
                for (int i = begin; i < end; i++) {
                    sum += CounterHash.mix(key + ((long) column << Integer.SIZE | rows[i]));
                }
            }
            case IN -> {
                for (int i = begin; i < end; i++) {
                    sum += CounterHash.mix(key + ((long) rows[i] << Integer.SIZE | column));
                }
            }
            case BOTH -> {
                for (int i = begin; i < end; i++) {
                    int row = rows[i];
                    long from = Math.min(column, row);
                    long hash = CounterHash.mix(key + (from << Integer.SIZE | Math.max(column, row)));
                    long larger = (row - column) >> (Integer.SIZE - 1);
                    sum += (hash ^ larger) - larger;
                }
            }
        }
        return sum;
    }

    /// The column that holds a row.
    private long columnOf(long index) {
        long low = 0;
        long high = starts.length() - 1;
        while (low + 1 < high) {
            long middle = (low + high) >>> 1;
            if (starts.get(middle) <= index) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
