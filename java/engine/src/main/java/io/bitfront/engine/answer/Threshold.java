package io.bitfront.engine.answer;

import java.util.PriorityQueue;

/// The best values found so far, and with them what a vertex must reach to be among the best: more than the worst of
/// them, or as much with a smaller input index. Safe for many threads.
public final class Threshold {
    private final int count;
    private final PriorityQueue<Entry> best;
    private volatile Entry last;

    /// Better ones are greater.
    record Entry(double value, int index) implements Comparable<Entry> {
        @Override
        public int compareTo(Entry other) {
            int order = Double.compare(value, other.value);
            return order == 0 ? Integer.compare(other.index, index) : order;
        }
    }

    /// @param count how many are the best, at least 1
    public Threshold(int count) {
        this.count = count;
        this.best = new PriorityQueue<>(Math.min(count, 1_024));
    }

    /// Takes the value of a vertex, each once.
    public synchronized void offer(double value, int index) {
        Entry entry = new Entry(value, index);
        if (best.size() == count) {
            if (entry.compareTo(best.peek()) <= 0) {
                return;
            }
            best.remove();
        }
        best.add(entry);
        if (best.size() == count) {
            last = best.peek();
        }
    }

    /// Whether a vertex of this value, or less, may be among the best.
    ///
    /// @param index its input index; the smallest of several
    public boolean admits(double value, int index) {
        Entry worst = last;
        return worst == null || value > worst.value || value == worst.value && index < worst.index;
    }

    /// Whether any vertex of this value may.
    public boolean admits(double value) {
        return admits(value, -1);
    }

    /// What must be reached; NaN while there are too few values.
    public double value() {
        Entry worst = last;
        return worst == null ? Double.NaN : worst.value;
    }
}
