package io.bitfront.engine.cpu;

import io.bitfront.engine.lab.SourceSums;
import io.bitfront.engine.spi.LevelWatch;
import java.util.Arrays;

/// Counts for every source the vertices it reaches at each level, folded into its sums level by level.
final class SourceTally implements LevelTally {
    private final int words;
    private final BitCounters[] counters;
    private final long[] total;
    private SourceSums sums;
    private LevelWatch watch;

    SourceTally(int words, int workers) {
        this.words = words;
        this.counters = new BitCounters[workers];
        Arrays.setAll(counters, worker -> new BitCounters(words));
        this.total = BitCounters.total(words);
    }

    /// Begins a batch: every source has reached itself.
    ///
    /// @param watching follows the batch; null for nobody
    SourceSums begin(int sources, LevelWatch watching) {
        watch = watching;
        sums = SourceSums.allocate(sources);
        Arrays.fill(sums.reached(), 1);
        return sums;
    }

    @Override
    public void block(int worker, int level, int[] vertex, int firstSlot, long[] bits) {
        counters[worker].addBlock(bits, firstSlot * words);
    }

    @Override
    public boolean endLevel(int level, long[] live) {
        int planes = 0;
        for (BitCounters worker : counters) {
            planes = worker.drainInto(total, planes);
        }
        boolean ended = false;
        for (int word = 0; word < words; word++) {
            for (long left = live[word]; left != 0; left &= left - 1) {
                if (!fold(word, Long.numberOfTrailingZeros(left), planes, level)) {
                    live[word] &= ~Long.lowestOneBit(left);
                    ended = true;
                }
            }
        }
        Arrays.fill(total, 0, planes * words, 0);
        return ended;
    }

    /// @return whether the search goes on
    private boolean fold(int word, int bit, int planes, int level) {
        long count = 0;
        for (int plane = planes - 1; plane >= 0; plane--) {
            count = 2 * count + (total[plane * words + word] >>> bit & 1);
        }
        int source = word * Long.SIZE + bit;
        sums.reached()[source] += count;
        sums.distanceSum()[source] += count * level;
        sums.harmonicSum()[source] += (double) count / level;
        sums.eccentricity()[source] = level;
        return watch == null || watch.goesOn(source, level, count, sums);
    }
}
