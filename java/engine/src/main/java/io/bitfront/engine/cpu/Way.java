package io.bitfront.engine.cpu;

import io.bitfront.engine.LevelWay;
import io.bitfront.engine.Mode;

/// How one level is run on a CPU.
enum Way {
    /// [SparsePush#alone].
    PUSH_ALONE(LevelWay.PUSH),
    /// [SparsePush#together].
    PUSH_TOGETHER(LevelWay.PUSH),
    /// [DensePush].
    PUSH_DENSE(LevelWay.PUSH),
    /// [Pull].
    PULL_ALL(LevelWay.PULL),
    /// [PullFew].
    PULL_FEW(LevelWay.PULL);

    private final LevelWay levelWay;

    Way(LevelWay levelWay) {
        this.levelWay = levelWay;
    }

    /// What traces call it.
    LevelWay levelWay() {
        return levelWay;
    }

    /// The direction, as users know it.
    Mode mode() {
        return levelWay.mode();
    }
}
