package io.bitfront.engine;

/// The ways to run one level; push has two, which traces call by one word.
public enum LevelWay {
    TENSOR(Mode.TENSOR),
    PULL(Mode.PULL),
    /// Levels stored on discovery.
    PUSH(Mode.PUSH),
    /// Levels stored by a sweep over what was marked.
    PUSH_MARKED(Mode.PUSH);

    private final Mode mode;

    LevelWay(Mode mode) {
        this.mode = mode;
    }

    /// The direction, as users know it.
    public Mode mode() {
        return mode;
    }
}
