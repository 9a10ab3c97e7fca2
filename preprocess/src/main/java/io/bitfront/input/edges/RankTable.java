package io.bitfront.input.edges;

import io.bitfront.memory.IntArray;
import io.bitfront.memory.LongArray;
import io.bitfront.parallel.Workers;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/// From an id to its rank among ascending ids in two memory accesses, where a binary search takes one for each
/// bit of their number.
final class RankTable implements AutoCloseable {
    private static final VarHandle SLOT = ValueLayout.JAVA_INT.varHandle();
    private static final int PIECE = 1 << 14;

    private final Arena arena = Arena.ofShared();
    private final LongArray ascending;
    private final IntArray slots;
    private final int shift;

    RankTable(LongArray ascending, Workers workers) {
        this.ascending = ascending;
        try {
            long capacity = capacity(ascending.length());
            slots = IntArray.allocate(arena, capacity, "ranks of vertex ids");
            shift = DistinctIds.shift(capacity);
            workers.forRange(0, ascending.length(), PIECE, (_, from, to) -> {
                for (long rank = from; rank < to; rank++) {
                    add((int) rank);
                }
            });
        } catch (Throwable t) {
            arena.close();
            throw t;
        }
    }

    /// Slots for so many ids, at most two thirds of them taken.
    private static long capacity(long ids) {
        return DistinctIds.powerOfTwoFrom(ids + ids / 2 + 2);
    }

    /// Memory of the table for so many ids.
    static long bytes(long ids) {
        return capacity(ids) * IntArray.BYTES;
    }

    /// Slots hold ranks plus 1, so that 0 is an empty one.
    private void add(int rank) {
        long mask = slots.length() - 1;
        long slot = DistinctIds.slot(ascending.get(rank), shift);
        while (!SLOT.compareAndSet(slots.segment(), slot * IntArray.BYTES, 0, rank + 1)) {
            slot = (slot + 1) & mask;
        }
    }

    /// The ranks of the first `count` ids, all of them among the ascending ones. The first loops only load,
    /// each time independently, so that many cache misses are under way at once; few ids lie in a later slot.
    void ranksOf(long[] ids, int[] ranks, int count) {
        for (int i = 0; i < count; i++) {
            ranks[i] = slots.get(DistinctIds.slot(ids[i], shift)) - 1;
        }
        boolean[] met = new boolean[count];
        for (int at = 0; at < count; at++) {
            met[at] = ascending.get(ranks[at]) == ids[at];
        }
        for (int i = 0; i < count; i++) {
            if (!met[i]) {
                ranks[i] = rankOf(ids[i]);
            }
        }
    }

    private int rankOf(long id) {
        long mask = slots.length() - 1;
        long slot = DistinctIds.slot(id, shift);
        while (true) {
            int rank = slots.get(slot) - 1;
            if (ascending.get(rank) == id) {
                return rank;
            }
            slot = (slot + 1) & mask;
        }
    }

    @Override
    public void close() {
        arena.close();
    }
}
