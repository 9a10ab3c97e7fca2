package io.bitfront.engine.cpu;

import io.bitfront.engine.lab.BfsMode;
import io.bitfront.engine.lab.LevelMode;

/// How one level is run on a CPU.
enum Step {
    /// [SparsePush#alone].
    PUSH_ALONE(LevelMode.PUSH),
    /// [SparsePush#together].
    PUSH_TOGETHER(LevelMode.PUSH),
    /// [DensePush].
    PUSH_DENSE(LevelMode.PUSH),
    /// [Pull].
    PULL_ALL(LevelMode.PULL),
    /// [PullFew].
    PULL_FEW(LevelMode.PULL);

    private final LevelMode levelMode;

    Step(LevelMode levelMode) {
        this.levelMode = levelMode;
    }

    /// What traces call it.
    LevelMode levelMode() {
        return levelMode;
    }

    /// The direction, as users know it.
    BfsMode bfsMode() {
        return levelMode.bfsMode();
    }
}
