package io.bitfront.engine.cpu;

import io.bitfront.engine.spi.TargetSums;

/// Adds to every vertex's sums what it is from the pivots that reach it. A vertex is in one slot of a level, so workers
/// never meet.
final class TargetTally implements LevelTally {
    private final int words;
    private final TargetSums sums;

    TargetTally(int words, TargetSums sums) {
        this.words = words;
        this.sums = sums;
    }

    @Override
    public void block(int worker, int level, int[] vertex, int firstSlot, long[] bits) {
        for (int slot = firstSlot; slot < firstSlot + BitFrontier.BLOCK && vertex[slot] >= 0; slot++) {
            int count = 0;
            for (int i = slot * words; i < (slot + 1) * words; i++) {
                count += Long.bitCount(bits[i]);
            }
            sums.add(vertex[slot], count, level);
        }
    }

    @Override
    public boolean endLevel(int level, long[] live) {
        return false;
    }
}
