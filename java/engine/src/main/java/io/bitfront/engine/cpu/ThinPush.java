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

    /// Runs the level to be found and all that follow it while they are thin; the last of them is left for
    /// the caller to add to `reached`. One loop goes over the vertices of all levels: a loop for each level
    /// took as long to begin as a vertex takes, 42 ns a level of a chain of triangles for 27.
    ///
    /// @param most the last level that may be run
    /// @param target a vertex whose level is the last to be run; negative where there is none
    void run(Reached reached, int most, int target) {
        state.toQueue();
        state.makeRoom();
        state.leaveVisited();
        Adjacency out = state.out;
        int[] level = state.level;
        int[] queue = state.queue;
        int depth = state.depth;
        int next = state.begin;
        int end = state.end;
        int found = end;
        long edges = 0;
        long open = state.openVertices;
        while (true) {
            int u = queue[next++];
            for (long row = out.start(u), last = out.end(u); row < last; row++) {
                int v = out.row(row);
                if (level[v] < 0) {
                    level[v] = depth;
                    queue[found++] = v;
                    edges += out.degree(v);
                }
            }
            if (next == end) {
                int vertices = found - end;
                open -= vertices;
                if (edges == 0
                        || open <= 0
                        || depth >= most
                        || target >= 0 && level[target] >= 0
                        || !steps.thin(vertices, edges, open)) {
                    break;
                }
                reached.add(depth, vertices, edges);
                state.advanceQueue(found, edges);
                depth++;
                end = found;
                edges = 0;
            }
        }
        state.depth = depth;
        state.advanceQueue(found, edges);
    }
}
