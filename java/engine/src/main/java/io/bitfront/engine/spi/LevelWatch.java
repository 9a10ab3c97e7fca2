package io.bitfront.engine.spi;

import io.bitfront.engine.lab.SourceSums;

/// Follows the searches of one batch level by level, and may end some of them.
@FunctionalInterface
public interface LevelWatch {
    /// A search has completed a level. Called level by level for searches that found something: for one of them by one
    /// thread at a time, for several perhaps by several threads at once.
    ///
    /// @param source its place in the batch
    /// @param level at least 1
    /// @param count vertices found at that level
    /// @param sums of the batch, this level included
    /// @return false to end that search here: its sums stay what they are
    boolean goesOn(int source, int level, long count, SourceSums sums);
}
