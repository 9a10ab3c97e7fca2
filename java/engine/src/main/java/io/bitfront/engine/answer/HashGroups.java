package io.bitfront.engine.answer;

import io.bitfront.parallel.Workers;
import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/// Vertices whose hashes agree, beside each other.
final class HashGroups {
    private static final long GRAIN = 1 << 12;
    /// The bits of a sorted key that say which vertex it is of.
    private static final long VERTEX = Integer.MAX_VALUE;

    private final long[] hash;
    /// Ascending: a group has the parts of its hashes in common that fit beside a vertex.
    private final long[] keys;

    /// Joins a vertex to another, if it can.
    @FunctionalInterface
    interface Join {
        /// @param worker whose call it is
        /// @return whether it is joined
        boolean joins(int worker, int vertex, int other);
    }

    /// @param hash of every vertex
    /// @param grouped which of them are looked at
    HashGroups(long[] hash, IntPredicate grouped) {
        this.hash = hash;
        this.keys = IntStream.range(0, hash.length)
                .parallel()
                .filter(grouped)
                .mapToLong(v -> hash[v] & ~VERTEX | v)
                .toArray();
        Arrays.parallelSort(keys);
    }

    /// Asks of each vertex whether it joins one before it, ascending, that has the same hash, until one
    /// is found. A group is one worker's.
    void join(Workers workers, Join join) {
        workers.forRange(0, keys.length, GRAIN, (worker, begin, end) -> {
            for (int i = (int) begin; i < end; i++) {
                for (int at = i + 1; isFirst(i) && at < keys.length && !isFirst(at); at++) {
                    joinEarlier(i, at, worker, join);
                }
            }
        });
    }

    /// Whether the vertex before it is of another group.
    private boolean isFirst(int i) {
        return i == 0 || ((keys[i] ^ keys[i - 1]) & ~VERTEX) != 0;
    }

    private void joinEarlier(int first, int at, int worker, Join join) {
        int v = (int) (keys[at] & VERTEX);
        for (int i = first; i < at; i++) {
            int other = (int) (keys[i] & VERTEX);
            if (hash[v] == hash[other] && join.joins(worker, v, other)) {
                return;
            }
        }
    }
}
