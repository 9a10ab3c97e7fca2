package io.bitfront.engine.cpu;

import io.bitfront.engine.lab.BfsMode;

/// Decides how the next level is run.
@FunctionalInterface
interface StepChoice {
    /// Of the ways that `mode` allows: with [Step#PULL_FEW] only where no more than [PullFew#MOST] vertices are open.
    Step choose(SearchState state, PullFew few, BfsMode mode);
}
