package io.bitfront.engine.closeness;

import io.bitfront.engine.answer.LevelCounts;
import io.bitfront.engine.lab.SourceSums;
import io.bitfront.engine.spi.LevelWatch;
import java.util.function.IntPredicate;

/// Keeps how many vertices some searches of a batch find at each level.
final class CountingWatch implements LevelWatch {
    private final LevelCounts[] counts;
    private boolean any;

    /// @param wanted whose levels are kept
    CountingWatch(int[] batch, IntPredicate wanted) {
        this.counts = new LevelCounts[batch.length];
        for (int i = 0; i < batch.length; i++) {
            if (wanted.test(batch[i])) {
                counts[i] = LevelCounts.start();
                any = true;
            }
        }
    }

    /// Whether any levels are kept.
    boolean counts() {
        return any;
    }

    /// Counts by level of a source, null where they are not kept.
    LevelCounts of(int source) {
        return counts[source];
    }

    @Override
    public boolean goesOn(int source, int level, long count, SourceSums sums) {
        if (counts[source] != null) {
            counts[source].append((int) count);
        }
        return true;
    }
}
