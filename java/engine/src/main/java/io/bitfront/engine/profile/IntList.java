package io.bitfront.engine.profile;

import java.util.Arrays;

/// A list of ints that grows.
final class IntList {
    private int[] values = new int[64];
    private int size;

    void add(int value) {
        reserve(1);
        values[size++] = value;
    }

    void addAll(int[] more, int count) {
        reserve(count);
        System.arraycopy(more, 0, values, size, count);
        size += count;
    }

    void addAll(IntList more) {
        addAll(more.values, more.size);
    }

    private void reserve(int more) {
        if (size + more > values.length) {
            values = Arrays.copyOf(values, Math.max(size + more, 2 * values.length));
        }
    }

    int get(int i) {
        return values[i];
    }

    int size() {
        return size;
    }

    void clear() {
        size = 0;
    }

    int[] toArray() {
        return Arrays.copyOf(values, size);
    }
}
