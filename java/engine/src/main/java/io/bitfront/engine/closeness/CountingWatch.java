package io.bitfront.engine.closeness;

import io.bitfront.engine.answer.LevelCounts;
import io.bitfront.engine.lab.SourceSums;
import io.bitfront.engine.spi.LevelWatch;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntPredicate;

/// Keeps how many vertices some searches of a batch find at each level, as far as there is memory for it: of a million
/// levels the counts of one search are little, and those of hundreds much.
final class CountingWatch implements LevelWatch {
    /// Share of the Java heap that counts of all batches under way may take.
    private static final int HEAP_SHARE = 8;

    private final LevelCounts[] counts;
    private final boolean[] forgotten;
    private final long most;
    /// Ints of all counts.
    private final AtomicLong held = new AtomicLong();
    /// Whose counts are never forgotten; the batch's length where none are kept.
    private int first;

    /// @param wanted whose levels are kept
    /// @param most ints that they may take
    CountingWatch(int[] batch, IntPredicate wanted, long most) {
        this.counts = new LevelCounts[batch.length];
        this.forgotten = new boolean[batch.length];
        this.most = most;
        this.first = batch.length;
        for (int i = batch.length - 1; i >= 0; i--) {
            if (wanted.test(batch[i])) {
                counts[i] = LevelCounts.start();
                held.addAndGet(counts[i].room());
                first = i;
            }
        }
    }

    /// Ints that the counts of one of some batches may take.
    static long share(int batches) {
        return Runtime.getRuntime().maxMemory() / HEAP_SHARE / Integer.BYTES / batches;
    }

    /// Whether any levels are kept.
    boolean counts() {
        return first < counts.length;
    }

    /// Counts by level of a source, null where they are not kept.
    LevelCounts of(int source) {
        return counts[source];
    }

    /// Whether the counts of a source were wanted, and there was no memory for them.
    boolean forgot(int source) {
        return forgotten[source];
    }

    /// Sources whose counts are kept.
    int kept() {
        return (int) Arrays.stream(counts).filter(one -> one != null).count();
    }

    @Override
    public boolean goesOn(int source, int level, long count, SourceSums sums) {
        LevelCounts own = counts[source];
        if (own == null) {
            return true;
        }
        int before = own.room();
        if (own.levels() == before && source != first && held.get() + before > most) {
            counts[source] = null;
            forgotten[source] = true;
            held.addAndGet(-before);
            return true;
        }
        own.append((int) count);
        held.addAndGet((long) own.room() - before);
        return true;
    }
}
