package io.bitfront.engine.cpu;

import io.bitfront.engine.Mode;

/// How one level is run on a CPU.
enum Way {
    /// [SparsePush#alone].
    PUSH_ALONE(Mode.PUSH),
    /// [SparsePush#together].
    PUSH_TOGETHER(Mode.PUSH),
    /// [DensePush].
    PUSH_DENSE(Mode.PUSH),
    /// [Pull].
    PULL_ALL(Mode.PULL),
    /// [PullFew].
    PULL_FEW(Mode.PULL);

    private final Mode mode;

    Way(Mode mode) {
        this.mode = mode;
    }

    /// The direction, as users know it.
    Mode mode() {
        return mode;
    }
}
