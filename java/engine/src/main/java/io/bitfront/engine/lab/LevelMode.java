package io.bitfront.engine.lab;

/// How one level is run; push has four kinds, which traces call by one word. `LevelMode` of
/// `native/include/bitfront/abi.cuh` has the same names.
public enum LevelMode {
    TENSOR(BfsMode.TENSOR),
    PULL(BfsMode.PULL),
    /// Levels stored on discovery.
    PUSH(BfsMode.PUSH),
    /// Levels stored by a sweep over what was marked.
    PUSH_MARKED(BfsMode.PUSH),
    /// Levels stored on discovery, in a round that ends without a grid barrier.
    PUSH_SMALL(BfsMode.PUSH),
    /// Levels stored on discovery by one block while the others wait.
    PUSH_ALONE(BfsMode.PUSH);

    private final BfsMode bfsMode;

    LevelMode(BfsMode bfsMode) {
        this.bfsMode = bfsMode;
    }

    /// Whether the frontier it leaves is queued, and not only in bitmaps.
    public boolean queues() {
        return this == PUSH || followEachOther();
    }

    /// Whether levels run so one after the other, without a barrier of the grid: they are forced all or none.
    public boolean followEachOther() {
        return this == PUSH_SMALL || this == PUSH_ALONE;
    }

    /// The mode of a traversal whose levels all run so.
    public BfsMode bfsMode() {
        return bfsMode;
    }

    /// `push`, `pull` or `tensor`: the word in traces.
    public String word() {
        return bfsMode.word();
    }
}
