package io.bitfront.engine.cpu;

import io.bitfront.engine.lab.SourceSums;
import io.bitfront.engine.spi.LevelWatch;

/// Tells a watch each level of a search once, where a batch that was given up in its midst is done again in another
/// way.
final class OnceWatch implements LevelWatch {
    /// Ints of a cache line: searches by different threads write none of each other's.
    private static final int APART = 16;

    private static final int ENDED = 1;

    private final LevelWatch watch;
    /// Of each search the last level told, and whether the watch has ended it.
    private final int[] told;

    OnceWatch(LevelWatch watch, int sources) {
        this.watch = watch;
        this.told = new int[APART * sources];
    }

    @Override
    public boolean goesOn(int source, int level, long count, SourceSums sums) {
        int at = APART * source;
        if (level > told[at]) {
            told[at] = level;
            told[at + ENDED] = watch.goesOn(source, level, count, sums) ? 0 : 1;
        }
        return told[at + ENDED] == 0 || level < told[at];
    }
}
