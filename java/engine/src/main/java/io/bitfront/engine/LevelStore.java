package io.bitfront.engine;

import java.lang.foreign.MemorySegment;

/// Gives room for a [LevelTable].
@FunctionalInterface
public interface LevelStore {
    /// Called before the first batch, and again, with wider cells, where a level does not fit: what was written is of
    /// no use then, and what [LevelTable#cells] returns is what was given last.
    ///
    /// @param cellBytes 1, 2 or 4
    /// @param width sources of a batch
    /// @return at least sources x vertices cells
    MemorySegment room(int cellBytes, int width);
}
