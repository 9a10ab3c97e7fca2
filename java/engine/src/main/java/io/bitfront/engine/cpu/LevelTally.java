package io.bitfront.engine.cpu;

/// What a traversal is for: receives the new bits of every level and counts what it wants from them.
interface LevelTally {
    /// Whether this level is to be run at all; none follows one that is not.
    default boolean wants(int level) {
        return true;
    }

    /// Counts a block of 64 slots of the frontier; called by many workers, each block once a level. Unused slots have
    /// no bits.
    ///
    /// @param level hops from the sources
    void block(int worker, int level, int[] vertex, int firstSlot, long[] bits);

    /// Ends a level, by one thread.
    ///
    /// @param live the bits that some vertex gained in it; bits cleared here are of searches that end
    /// @return whether any was cleared
    boolean endLevel(int level, long[] live);
}
