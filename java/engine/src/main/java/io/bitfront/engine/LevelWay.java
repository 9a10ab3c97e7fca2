package io.bitfront.engine;

/// The ways to run one level; push has three, which traces call by one word. In the order of `LevelMode` of
/// `native/include/bitfront/abi.cuh`, which counts from 1.
public enum LevelWay {
    TENSOR(Mode.TENSOR),
    PULL(Mode.PULL),
    /// Levels stored on discovery.
    PUSH(Mode.PUSH),
    /// Levels stored by a sweep over what was marked.
    PUSH_MARKED(Mode.PUSH),
    /// Levels stored on discovery, in a round that ends without a grid barrier.
    PUSH_SMALL(Mode.PUSH);

    private final Mode mode;

    LevelWay(Mode mode) {
        this.mode = mode;
    }

    /// Whether the frontier it leaves is queued, and not only in bitmaps.
    public boolean queues() {
        return this == PUSH || this == PUSH_SMALL;
    }

    /// The direction, as users know it.
    public Mode mode() {
        return mode;
    }
}
