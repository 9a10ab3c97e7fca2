package io.bitfront.engine.cpu;

import io.bitfront.engine.Mode;

/// Decides how the next level is run.
@FunctionalInterface
interface WayChoice {
    /// Of the ways that `mode` allows: with [Way#PULL_FEW] only where no more than [PullFew#MOST] vertices are open.
    Way choose(SearchState state, PullFew few, Mode mode);
}
