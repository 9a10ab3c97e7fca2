package io.bitfront.engine.cpu;

import io.bitfront.engine.lab.SourceSums;
import io.bitfront.engine.spi.LevelWatch;

/// Tells a watch each level of a search once, where a batch that was given up in its midst is done again in another
/// way.
final class OnceWatch implements LevelWatch {
    private final LevelWatch watch;
    private final int[] told;
    private final boolean[] ended;

    OnceWatch(LevelWatch watch, int sources) {
        this.watch = watch;
        this.told = new int[sources];
        this.ended = new boolean[sources];
    }

    @Override
    public boolean goesOn(int source, int level, long count, SourceSums sums) {
        if (level > told[source]) {
            told[source] = level;
            ended[source] = !watch.goesOn(source, level, count, sums);
        }
        return !ended[source] || level < told[source];
    }
}
