package io.bitfront.input.edges;

import io.bitfront.input.source.Excerpt;
import io.bitfront.memory.OffHeap;
import io.bitfront.random.CounterHash;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/// The set of names that occur, off-heap, each with a number by which edges are kept until [NameSort] ranks them all.
/// Any thread may add: a name belongs to one of [#SHARDS] by its hash, and a shard is locked while it is looked up.
/// Which number a name gets depends on the threads; its rank does not.
public final class NameTable implements AutoCloseable {
    /// Longest name, in bytes.
    public static final int LONGEST = (1 << 16) - 1;

    static final int SHARDS = 1 << 8;
    private static final VarHandle WORD = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int MOST_IN_SHARD = 1 << 23;

    /// Beyond twice its text: 2 for its length, up to 8 where it is, up to 12 of slots (freed before ranking), 18 for
    /// order, rank and the start of the ranked one.
    private static final long BYTES_PER_NAME = 40;

    private final Arena arena = Arena.ofShared();
    private final List<NameShard> shards = new ArrayList<>(SHARDS);
    /// Makes hashes of chosen names unpredictable.
    private final long seed = System.nanoTime() * 0x9E37_79B9_7F4A_7C15L;

    public NameTable() {
        try {
            for (int shard = 0; shard < SHARDS; shard++) {
                shards.add(new NameShard(arena, this::hash));
            }
        } catch (Throwable t) {
            close();
            throw t;
        }
    }

    /// Where in `[from, to)` a byte stands that is part of no name, as it is a control character or not UTF-8; -1 where
    /// none does.
    public static int foreignByte(byte[] text, int from, int to) {
        for (int p = from; p < to; p++) {
            if (text[p] == '\t') {
                return p;
            }
        }
        return Excerpt.firstForeign(text, from, to);
    }

    /// The number of the name at `[from, to)`, 0..2³¹-1, which is added if it is new.
    ///
    /// @throws IllegalStateException where there are more names than numbers
    public int add(byte[] text, int from, int to) {
        long hash = hash(text, from, to);
        int shard = (int) (hash >>> 56);
        int local = shards.get(shard).add(text, from, to, (int) hash);
        if (local >= MOST_IN_SHARD) {
            throw new IllegalStateException("more than %,d names".formatted(Integer.MAX_VALUE));
        }
        return local * SHARDS + shard;
    }

    private long hash(byte[] text, int from, int to) {
        long hash = seed ^ (to - from);
        int at = from;
        for (; at + Long.BYTES <= to; at += Long.BYTES) {
            hash = CounterHash.mix(hash ^ (long) WORD.get(text, at));
        }
        long rest = 0;
        for (; at < to; at++) {
            rest = rest << 8 | text[at] & 0xFF;
        }
        return CounterHash.mix(CounterHash.mix(hash ^ rest) + seed);
    }

    /// Names of all shards.
    public long count() {
        long count = 0;
        for (NameShard shard : shards) {
            count += shard.count();
        }
        return count;
    }

    /// Bytes of all names together.
    long textBytes() {
        long bytes = 0;
        for (NameShard shard : shards) {
            bytes += shard.textBytes();
        }
        return bytes;
    }

    /// One more than the largest number given.
    int numberLimit() {
        int most = 0;
        for (NameShard shard : shards) {
            most = Math.max(most, shard.count());
        }
        return Math.toIntExact((long) most * SHARDS);
    }

    /// Names in a shard; their numbers are `i * SHARDS + shard` for i below it.
    int countIn(int shard) {
        return shards.get(shard).count();
    }

    /// The name of this number.
    byte[] name(int number) {
        return shards.get(number % SHARDS).name(number / SHARDS);
    }

    /// Frees what only [#add] needs.
    void freeze() {
        for (NameShard shard : shards) {
            shard.freeze();
        }
    }

    @Override
    public void close() {
        freeze();
        for (NameShard shard : shards) {
            shard.close();
        }
        arena.close();
    }

    /// Bytes a table takes for so many names of so many bytes in all, ranking included.
    public static long workBytes(long names, long textBytes) {
        return 2 * textBytes + names * BYTES_PER_NAME;
    }

    static MemorySegment allocate(Arena arena, long bytes) {
        return OffHeap.allocate(arena, bytes, "vertex names");
    }
}
