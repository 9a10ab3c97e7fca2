package io.bitfront.engine.cpu;

import io.bitfront.engine.lab.BfsMode;

/// Decides how the next level is run.
@FunctionalInterface
interface StepChoice {
    /// Of the ways that `mode` allows: with [Step#PULL_FEW] only where no more than [PullFew#MOST] vertices are open.
    Step choose(SearchState state, PullFew few, BfsMode mode);

    /// Whether a frontier in the queue is so small that no way can be cheaper than [Step#PUSH_ALONE].
    default boolean thin(long frontierVertices, long frontierEdges, long openVertices) {
        return frontierVertices <= 4;
    }

    /// Whether a level that is pushed together, as the one before it was, is run by a [PushRegion], which may go
    /// on. Threads without a core each wait for others asleep; where the frontier grows fast the search is over
    /// soon; and where it has many edges equal numbers of vertices may be unequal work.
    ///
    /// @param before vertices of the frontier that the level before began with
    default boolean inRegion(SearchState state, long before) {
        return state.workers.spinning()
                && state.frontierVertices <= 2 * before
                && state.frontierEdges <= PushRegion.MOST_EDGES * state.frontierVertices
                && state.frontierEdges <= PushRegion.mostEdges(state.vertexCount);
    }

    /// Fewest vertices of a frontier that are worth a worker of a [PushRegion].
    default int leastOfPart() {
        return 32;
    }
}
