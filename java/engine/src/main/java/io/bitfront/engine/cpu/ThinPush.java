package io.bitfront.engine.cpu;

import io.bitfront.engine.adjacency.Adjacency;

/// Top-down levels one after another on the calling thread, each of so few vertices that to choose a
/// way for it, and to go over it again for levels and edges, would take longer than its neighbours
/// do: 12 ns a level of a chain for 31. Goes by [SearchState#level], as a [PushRegion] does.
final class ThinPush {
    private final SearchState state;
    private final StepChoice steps;

    ThinPush(SearchState state, StepChoice steps) {
        this.state = state;
        this.steps = steps;
    }

    /// Whether the next level is for it.
    boolean pays() {
        return steps.thin(state.frontierVertices, state.frontierEdges, state.openVertices);
    }

    /// Runs the level to be found and all that follow it while they are thin; the last of them is left for the caller
    /// to add to `reached`.
    ///
    /// @param most the last level that may be run
    /// @param target a vertex whose level is the last to be run; negative where there is none
    void run(Reached reached, int most, int target) {
        state.toQueue();
        state.makeRoom();
        state.leaveVisited();
        follow();
        while (state.frontierEdges > 0
                && state.openVertices > 0
                && state.depth < most
                && (target < 0 || state.level[target] < 0)
                && pays()) {
            reached.add(state.depth, state.frontierVertices, state.frontierEdges);
            state.depth++;
            follow();
        }
    }

    private void follow() {
        Adjacency out = state.out;
        int[] level = state.level;
        int[] queue = state.queue;
        int depth = state.depth;
        int end = state.end;
        int found = end;
        long edges = 0;
        for (int i = state.begin; i < end; i++) {
            long first = out.start(queue[i]);
            int rows = out.rows(first, queue[i]);
            for (int row = 0; row < rows; row++) {
                int v = out.row(first + row);
                if (level[v] < 0) {
                    level[v] = depth;
                    queue[found++] = v;
                    edges += out.degree(v);
                }
            }
        }
        state.advanceQueue(found, edges);
    }
}
