package io.bitfront.input.edges;

import io.bitfront.memory.IntArray;
import io.bitfront.memory.LongArray;
import io.bitfront.parallel.Workers;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/// The set of ids that occur, one bit for each up to the largest, with ranks: for ids that are dense enough.
/// Marking is safe from many threads; ranks may be asked for once [#rank] has returned.
final class IdBitmap implements AutoCloseable {
    private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();
    private static final int PIECE = 1 << 14;

    private final Arena arena = Arena.ofShared();
    private final LongArray words;
    private final IntArray rankBefore;
    private long count;
    private long first;
    private long last;

    /// @param allIds no smaller than any id
    IdBitmap(long allIds) {
        try {
            words = LongArray.allocate(arena, words(allIds), "bitmap of vertex ids");
            rankBefore = IntArray.allocate(arena, words.length(), "ranks of vertex ids");
        } catch (Throwable t) {
            arena.close();
            throw t;
        }
    }

    private static long words(long allIds) {
        return (allIds >>> 6) + 1;
    }

    /// Memory of the bitmap for ids up to `allIds`, ranks included.
    static long bytes(long allIds) {
        return words(allIds) * (LongArray.BYTES + IntArray.BYTES);
    }

    /// Marks the first `count` ids.
    void mark(long[] ids, int count) {
        for (int i = 0; i < count; i++) {
            long word = ids[i] >>> 6;
            long bit = 1L << ids[i];
            if ((words.get(word) & bit) == 0) {
                long _ = (long) WORD.getAndBitwiseOr(words.segment(), word * LongArray.BYTES, bit);
            }
        }
    }

    /// Counts what is marked.
    void rank(Workers workers) {
        int pieces = Math.toIntExact(Math.ceilDiv(words.length(), PIECE));
        long[] before = new long[pieces + 1];
        workers.forRange(0, words.length(), PIECE, (_, from, to) -> before[(int) (from / PIECE) + 1] = ones(from, to));
        for (int i = 0; i < pieces; i++) {
            before[i + 1] += before[i];
        }
        count = before[pieces];
        workers.forRange(0, words.length(), PIECE, (_, from, to) -> {
            long rank = before[(int) (from / PIECE)];
            for (long word = from; word < to; word++) {
                rankBefore.set(word, (int) rank);
                rank += Long.bitCount(words.get(word));
            }
        });
        first = firstMarked();
        last = lastMarked();
    }

    private long ones(long from, long to) {
        long ones = 0;
        for (long word = from; word < to; word++) {
            ones += Long.bitCount(words.get(word));
        }
        return ones;
    }

    private long firstMarked() {
        long word = 0;
        while (words.get(word) == 0) {
            word++;
        }
        return 64 * word + Long.numberOfTrailingZeros(words.get(word));
    }

    private long lastMarked() {
        long word = words.length() - 1;
        while (words.get(word) == 0) {
            word--;
        }
        return 64 * word + 63 - Long.numberOfLeadingZeros(words.get(word));
    }

    long count() {
        return count;
    }

    /// The smallest id.
    long first() {
        return first;
    }

    boolean consecutive() {
        return last - first + 1 == count;
    }

    /// For each of the first `count` ids, how many smaller ones occur.
    void ranksOf(long[] ids, int[] ranks, int count) {
        for (int i = 0; i < count; i++) {
            long word = ids[i] >>> 6;
            ranks[i] = rankBefore.get(word) + Long.bitCount(words.get(word) & ((1L << ids[i]) - 1));
        }
    }

    /// All ids, ascending; the memory lives as long as it is reachable.
    LongArray ascending(Workers workers) {
        LongArray ids = LongArray.allocate(Arena.ofAuto(), count, "vertex ids");
        workers.forRange(0, words.length(), PIECE, (_, from, to) -> {
            for (long word = from; word < to; word++) {
                long at = rankBefore.get(word);
                for (long left = words.get(word); left != 0; left &= left - 1) {
                    ids.set(at++, 64 * word + Long.numberOfTrailingZeros(left));
                }
            }
        });
        return ids;
    }

    @Override
    public void close() {
        arena.close();
    }
}
