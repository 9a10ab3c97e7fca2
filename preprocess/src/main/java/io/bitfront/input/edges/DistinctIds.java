package io.bitfront.input.edges;

import io.bitfront.memory.LongArray;
import io.bitfront.parallel.Workers;
import io.bitfront.random.CounterHash;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/// The set of ids that occur, as an open-addressing hash table off-heap that all workers fill: for ids too
/// sparse for an [IdBitmap]. A table that proves too small is thrown away for one twice as large.
final class DistinctIds {
    private static final VarHandle SLOT = ValueLayout.JAVA_LONG.varHandle();
    /// Ids a worker adds before it looks whether the table is too full.
    private static final int UNCHECKED = 256;
    private static final int PIECE = 1 << 14;
    private static final long SEED = System.nanoTime() * 0x9E37_79B9_7F4A_7C15L;

    private final LongArray slots;
    private final int shift;
    private final long limit;
    private final AtomicLong occupied = new AtomicLong();

    private DistinctIds(Arena arena, long capacity) {
        slots = LongArray.allocate(arena, capacity, "set of vertex ids");
        shift = shift(capacity);
        limit = limit(capacity);
    }

    /// All ids of the edges, ascending; the memory lives as long as it is reachable.
    static LongArray ascending(List<ParsedChunk> chunks, long edges, Workers workers) {
        LongArray ids = null;
        for (long capacity = firstCapacity(edges, workers.threads()); ids == null; capacity *= 2) {
            try (Arena arena = Arena.ofShared()) {
                DistinctIds set = new DistinctIds(arena, capacity);
                ids = set.addAll(chunks, workers) ? set.ids(workers) : null;
            }
        }
        RadixSort.sort(ids, workers);
        return ids;
    }

    /// Room for a graph of mean degree 6, and for what all workers add unchecked.
    private static long firstCapacity(long edges, int threads) {
        return Math.max(powerOfTwoFrom(edges / 4), powerOfTwoFrom(8L * UNCHECKED * threads));
    }

    /// How many of a table's slots are taken at most: seven in ten.
    static long limit(long capacity) {
        return capacity / 10 * 7;
    }

    /// Most bytes held while `ids` different ones are found among those of `edges`.
    static long workBytes(long ids, long edges, int threads) {
        long capacity = firstCapacity(edges, threads);
        while (limit(capacity) < ids) {
            capacity *= 2;
        }
        return capacity * LongArray.BYTES + ids * LongArray.BYTES;
    }

    static long powerOfTwoFrom(long least) {
        return least <= 1 ? 1 : Long.highestOneBit(least - 1) << 1;
    }

    /// Spreads ids over a table of a power of two by its highest hash bits, in every process otherwise, so
    /// that nobody can choose ids that all belong into one slot. A fixed multiplier reads ids at even
    /// distances in four fifths of the time, and 4 MB of chosen ones in 190 s.
    static long slot(long id, int shift) {
        return CounterHash.mix(id ^ SEED) >>> shift;
    }

    static int shift(long capacity) {
        return Long.numberOfLeadingZeros(capacity) + 1;
    }

    /// Adds every id; false if the table is too small.
    private boolean addAll(List<ParsedChunk> chunks, Workers workers) {
        workers.forRange(
                0,
                chunks.size(),
                1,
                (_, from, _) -> addAll(chunks.get((int) from).edges()));
        return occupied.get() <= limit;
    }

    /// The first loop only loads, each time independently, so that many cache misses are under way at once;
    /// most ids turn out to be there already.
    private void addAll(EdgeBlock edges) {
        long[] ids = new long[UNCHECKED];
        long[] seen = new long[UNCHECKED];
        for (int from = 0; from < edges.ends() && occupied.get() <= limit; from += UNCHECKED) {
            int count = Math.min(edges.ends() - from, UNCHECKED);
            edges.readIds(from, ids, count);
            for (int ahead = 0; ahead < count; ahead++) {
                seen[ahead] = slots.get(slot(ids[ahead], shift));
            }
            int added = 0;
            for (int i = 0; i < count; i++) {
                if (seen[i] != ~ids[i]) {
                    added += add(ids[i]);
                }
            }
            if (added > 0) {
                occupied.addAndGet(added);
            }
        }
    }

    /// Slots hold the complement of ids, so that 0 is an empty one.
    private int add(long id) {
        MemorySegment segment = slots.segment();
        long mask = slots.length() - 1;
        for (long slot = slot(id, shift); ; slot = (slot + 1) & mask) {
            long found = slots.get(slot);
            if (found == 0) {
                found = (long) SLOT.compareAndExchange(segment, slot * LongArray.BYTES, 0L, ~id);
                if (found == 0) {
                    return 1;
                }
            }
            if (found == ~id) {
                return 0;
            }
        }
    }

    private LongArray ids(Workers workers) {
        LongArray ids = LongArray.allocate(Arena.ofAuto(), occupied.get(), "vertex ids");
        AtomicLong next = new AtomicLong();
        workers.forRange(0, slots.length(), PIECE, (_, from, to) -> {
            long[] some = new long[(int) (to - from)];
            int count = 0;
            for (long slot = from; slot < to; slot++) {
                long found = slots.get(slot);
                if (found != 0) {
                    some[count++] = ~found;
                }
            }
            ids.write(next.getAndAdd(count), some, 0, count);
        });
        return ids;
    }
}
