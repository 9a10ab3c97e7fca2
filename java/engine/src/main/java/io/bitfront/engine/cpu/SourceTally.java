package io.bitfront.engine.cpu;

import io.bitfront.engine.lab.SourceSums;
import io.bitfront.engine.spi.LevelWatch;
import java.util.Arrays;

/// Counts for every source the vertices it reaches at each level, folded into its sums level by level.
final class SourceTally implements LevelTally {
    private final int words;
    private final BitCounters[] counters;
    private final long[] total;
    private final long[] ended;
    private SourceSums sums;
    private LevelWatch watch;
    /// Null where the graph is whole.
    private GroupTally groups;

    SourceTally(int words, int workers) {
        this.words = words;
        this.counters = new BitCounters[workers];
        Arrays.setAll(counters, worker -> new BitCounters(words));
        this.total = BitCounters.total(words);
        this.ended = new long[words];
    }

    /// Begins a batch: every source has reached itself.
    ///
    /// @param watching follows the batch; null for nobody
    /// @param grouped what groups of vertices add; null where the graph is whole
    SourceSums begin(int sources, LevelWatch watching, GroupTally grouped) {
        watch = watching;
        groups = grouped;
        sums = SourceSums.allocate(sources);
        Arrays.fill(sums.reached(), 1);
        Arrays.fill(ended, 0);
        return sums;
    }

    @Override
    public void block(int worker, int level, int[] vertex, int firstSlot, long[] bits) {
        counters[worker].addBlock(bits, firstSlot * words);
        if (groups != null) {
            groups.block(counters[worker], vertex, firstSlot, bits, words);
        }
    }

    @Override
    public boolean endLevel(int level, long[] live) {
        int planes = 0;
        for (BitCounters worker : counters) {
            planes = worker.drainInto(total, planes);
        }
        boolean any = false;
        for (int word = 0; word < words; word++) {
            long counted = groups == null ? live[word] : (live[word] | groups.ownAt(level, word)) & ~ended[word];
            for (long left = counted; left != 0; left &= left - 1) {
                if (!fold(word, Long.numberOfTrailingZeros(left), planes, level)) {
                    ended[word] |= Long.lowestOneBit(left);
                    any = true;
                }
            }
            live[word] &= ~ended[word];
        }
        Arrays.fill(total, 0, planes * words, 0);
        return any;
    }

    /// @return whether the search goes on
    private boolean fold(int word, int bit, int planes, int level) {
        long count = 0;
        for (int plane = planes - 1; plane >= 0; plane--) {
            count = 2 * count + (total[plane * words + word] >>> bit & 1);
        }
        int source = word * Long.SIZE + bit;
        if (groups != null) {
            count += groups.own(level, source);
            if (count == 0) {
                return true;
            }
        }
        sums.addLevel(source, level, count);
        return watch == null || watch.goesOn(source, level, count, sums);
    }
}
