package io.bitfront.engine.cpu;

import io.bitfront.engine.lab.LevelCells;
import io.bitfront.engine.spi.LevelMatrix;

/// Fills in a matrix of levels: a vertex is in one slot of a level, so workers never meet.
final class MatrixTally implements LevelTally {
    private final int words;
    private final LevelMatrix levels;
    private boolean tooDeep;

    MatrixTally(int words, LevelMatrix levels) {
        this.words = words;
        this.levels = levels;
    }

    /// Whether every level that was found fitted its cells.
    boolean complete() {
        return !tooDeep;
    }

    @Override
    public boolean wants(int level) {
        tooDeep = level > LevelCells.deepest(levels.cellBytes());
        return !tooDeep;
    }

    @Override
    public void block(int worker, int level, int[] vertex, int firstSlot, long[] bits) {
        for (int slot = firstSlot; slot < firstSlot + BitFrontier.BLOCK && vertex[slot] >= 0; slot++) {
            for (int word = 0; word < words; word++) {
                for (long left = bits[slot * words + word]; left != 0; left &= left - 1) {
                    levels.set(vertex[slot], word * Long.SIZE + Long.numberOfTrailingZeros(left), level);
                }
            }
        }
    }

    @Override
    public boolean endLevel(int level, long[] live) {
        return false;
    }
}
