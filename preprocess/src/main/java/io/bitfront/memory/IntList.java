package io.bitfront.memory;

import java.util.Arrays;

/// A list of ints on the heap that grows. For one thread at a time.
public final class IntList {
    private static final int LEAST = 16;

    /// Some virtual machines have no longer arrays.
    private static final int MOST = Integer.MAX_VALUE - 8;

    private int[] values = {};
    private int size;

    public void add(int value) {
        reserve(1);
        values[size++] = value;
    }

    /// Adds the first `count` of `more`.
    public void addAll(int[] more, int count) {
        reserve(count);
        System.arraycopy(more, 0, values, size, count);
        size += count;
    }

    public void addAll(IntList more) {
        addAll(more.values, more.size);
    }

    private void reserve(int more) {
        long needed = (long) size + more;
        if (needed > values.length) {
            long wanted = Math.max(LEAST, Math.max(needed, 2L * values.length));
            values = Arrays.copyOf(values, (int) Math.max(needed, Math.min(wanted, MOST)));
        }
    }

    public int get(int i) {
        return values[i];
    }

    /// Takes off the last one, which there must be.
    public int removeLast() {
        return values[--size];
    }

    public int size() {
        return size;
    }

    public boolean isEmpty() {
        return size == 0;
    }

    public void clear() {
        size = 0;
    }

    /// A copy.
    public int[] toArray() {
        return Arrays.copyOf(values, size);
    }
}
