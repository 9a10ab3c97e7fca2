package io.bitfront.engine.cpu;

import io.bitfront.engine.lab.BfsMode;

/// Estimates what a level would cost each way, in nanoseconds, and picks the cheapest.
///
/// An edge out of the frontier costs a push about the same wherever it ends. A pull of an open vertex ends at the first
/// in-neighbour in the frontier. No in-neighbour lies further back, so each is in the frontier with probability
/// `hit` = frontier edges / (frontier edges + edges out of open vertices); how many are looked at then follows from the
/// degrees ([DegreeTable]). Counting frontier *vertices* instead sends scale-free levels the wrong way.
/// A level is expected to find as many vertices an edge as the one before it: about one in a random graph, a sixth or
/// less in a mesh.
/// A shared push mostly goes on with a [PushRegion], which needs no bitmap of what was visited.
/// Of vertices in other components all in-neighbours are looked at: how many are so is not known, and a share of
/// the open ones is taken to be.
///
/// @param edge push, per frontier edge whose end is looked up
/// @param mark push, per frontier edge whose end is marked blindly
/// @param row push, per frontier vertex
/// @param find push to a queue, per vertex found, whoever finds it: a line of levels, of marks and of
///     column starts each, of which few are in a cache or some in another core's
/// @param sharing factor on a push whose finds are claimed by atomics
/// @param word per word of the bitmaps swept
/// @param unmarked per vertex whose level is looked at to bring the bitmap of visited vertices up to date
/// @param merge push whose ends are marked blindly, per word of each worker's bitmap of marks
/// @param vertex pull, per open vertex: its largest in-neighbour
/// @param miss pull, per open vertex that this one does not answer
/// @param look pull, per further in-neighbour
/// @param unreached share of the open vertices that are taken to be in other components
/// @param step waking and joining the team
/// @param apart a level that a team shares of a graph that fits one core's cache: what a thread reads of it
///     lies in the caches of others
record CostModel(
        double edge,
        double mark,
        double row,
        double find,
        double sharing,
        double word,
        double unmarked,
        double merge,
        double vertex,
        double miss,
        double look,
        double unreached,
        double step,
        double apart)
        implements StepChoice {
    /// Fitted to levels of 37 searches, each run each way, on 2, 4 and 16 threads: those chosen by
    /// this take 1.4% longer in the mean, 14% at most, than the best way at each level
    /// (`bench/results/cpu-ways.txt`). `miss` from 8 to 16 beside a `look` of 1.5, `find` from 3 to
    /// 5 and `merge` of 5 or 6 choose as well; smaller ones pull random graphs and mark meshes too
    /// early, larger ones do not pull the second level of kron 22, which takes ten times as long by
    /// marks. With `unreached`, pulls keep from levels beside which much lies in other components.
    static final CostModel MEASURED = new CostModel(2, 1.2, 20, 4, 1.5, 5, 0.6, 6, 2, 10, 1.5, 0.25, 2_000, 12_000);

    @Override
    public Step choose(SearchState state, PullFew few, BfsMode mode) {
        if (mode != BfsMode.PULL && alone(state) <= others(state.openVertices)) {
            return Step.PUSH_ALONE;
        }
        Step best = null;
        double least = Double.POSITIVE_INFINITY;
        for (Step step : Step.values()) {
            if (mode == BfsMode.AUTO || mode == step.bfsMode()) {
                double cost = nanos(step, state, few);
                if (cost < least) {
                    least = cost;
                    best = step;
                }
            }
        }
        return best;
    }

    @Override
    public boolean thin(long frontierVertices, long frontierEdges, long openVertices) {
        return walk(frontierVertices, frontierEdges) <= others(openVertices);
    }

    /// Of a search by one thread that only pushes.
    ///
    /// @param vertices reached
    /// @param edges out of them
    long alone(long vertices, long edges) {
        return (long) (walk(vertices, edges) + find * vertices);
    }

    /// The least that any way but [Step#PUSH_ALONE] costs: each takes a step or looks at all open vertices.
    private double others(long openVertices) {
        return Math.min(step, vertex * openVertices);
    }

    private double nanos(Step step, SearchState state, PullFew few) {
        int threads = state.workers.threads();
        double sweep = sweep(state);
        double found = find * finds(state);
        double marked = unmarked * state.unmarked() / threads;
        double shared = threads > 1 && state.fitsOneCache ? apart : 0;
        return switch (step) {
            case PUSH_ALONE -> alone(state) + found + marked;
            case PUSH_TOGETHER ->
                threads == 1
                        ? Double.POSITIVE_INFINITY
                        : sharing
                                        * walk(state.frontierVertices, state.frontierEdges)
                                        / Math.min(threads, SparsePush.pieces(state))
                                + found
                                + this.step
                                + shared
                                + toQueue(state);
            case PUSH_DENSE ->
                (row * state.frontierVertices + mark * state.frontierEdges) / threads
                        + sweep
                        + merge * state.words // as many bitmaps as workers
                        + shared
                        + marked;
            case PULL_ALL -> pull(state) / threads + sweep + shared + marked;
            case PULL_FEW ->
                state.openVertices > PullFew.MOST
                        ? Double.POSITIVE_INFINITY
                        : pull(state) + (few.listed() ? 0 : sweep / 2) + marked;
        };
    }

    private static double finds(SearchState state) {
        double share = Math.min(1, (double) state.frontierVertices / state.edgesBefore);
        return Math.min(state.openVertices, share * state.frontierEdges);
    }

    private double sweep(SearchState state) {
        return word * state.words / state.workers.threads() + step;
    }

    private double toQueue(SearchState state) {
        return state.inQueue ? 0 : sweep(state) / 2;
    }

    private double alone(SearchState state) {
        return walk(state.frontierVertices, state.frontierEdges) + toQueue(state);
    }

    /// Along the lists of so many vertices, looking each neighbour up.
    private double walk(long vertices, long neighbours) {
        return row * vertices + edge * neighbours;
    }

    private double pull(SearchState state) {
        double hit = (double) state.frontierEdges / (state.frontierEdges + Math.max(state.openEdges, 0));
        double all = (double) state.openEdges / state.openVertices;
        double looks = Math.min(state.degrees.looks(hit), all);
        double expected = looks + unreached * (all - looks);
        return state.openVertices * (vertex + (1 - hit) * (miss + look * expected));
    }
}
