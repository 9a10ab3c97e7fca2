package io.bitfront.engine.cpu;

import io.bitfront.cache.Graph;
import io.bitfront.engine.adjacency.Adjacency;
import io.bitfront.engine.lab.BfsMode;
import io.bitfront.engine.lab.LabRequest;
import io.bitfront.engine.lab.LevelTrace;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Elapsed;
import java.util.ArrayList;
import java.util.List;

/// Direction-optimising breadth-first search from one source (Beamer, Asanović and Patterson 2012). Vertices are
/// the engine's; state is allocated once and reused. Whoever calls holds a [Graph.Use].
final class SingleSource {
    private final Graph graph;
    private final StepChoice steps;
    private final SearchState state;
    private final ThinPush thinPush;
    private final SparsePush sparsePush;
    private final PushRegion pushRegion;
    private final Region region = new Region();
    private final DensePush densePush;
    private final Pull pull;
    private final PullFew pullFew;
    private final List<LevelTrace> trace = new ArrayList<>();
    private final Reached reached = new Reached();

    private LabRequest request;
    private int[] targets;
    private LevelRule modes;
    /// The direction that they want for the next level.
    private BfsMode mode;

    private int targetsLeft;
    /// Whether there is a level to find.
    private boolean more;
    /// How it is run; of the level before until that is chosen.
    private Step step;

    private boolean inRegion;
    private long started;
    /// Frontier and open vertices that it begins with.
    private long vertices;

    private long edges;
    private long open;

    SingleSource(Graph graph, Workers workers, StepChoice steps) {
        this.graph = graph;
        this.steps = steps;
        state = new SearchState(graph, workers);
        thinPush = new ThinPush(state, steps);
        sparsePush = new SparsePush(state);
        pushRegion = new PushRegion(state, sparsePush, steps.leastOfPart());
        densePush = new DensePush(state);
        pull = new Pull(state, graph);
        pullFew = new PullFew(state);
    }

    /// Bytes the state takes.
    static long bytes(Graph graph, int threads) {
        long bitmaps = 5L + threads;
        return graph.vertexCount() * (2L * Integer.BYTES)
                + graph.vertexCount() * bitmaps / Byte.SIZE
                + PushRegion.bytes(graph.vertexCount(), graph.edgeCount());
    }

    /// Forgets the last traversal.
    void reset() {
        state.reset();
        pullFew.begin();
        trace.clear();
    }

    /// Traverses until no vertex is found, the last level asked for is complete, or the level of the last of
    /// the targets is; after [#reset].
    ///
    /// @throws IllegalStateException where the graph is damaged: an edge leads to no vertex
    void run(int source, LabRequest request, int[] targets) {
        this.request = request;
        this.targets = targets;
        modes = new LevelRule(request, graph.vertexCount(), graph.edgeCount());
        targetsLeft = targets.length;
        state.begin(source);
        reached.begin(state.frontierEdges);
        step = null;
        more = next();
        while (more) {
            runLevels();
        }
    }

    /// Runs the next level, or several.
    private void runLevels() {
        try {
            if (inRegion) {
                pushRegion.run(region);
                leaveRegion();
            } else {
                state.depth++;
                runStep();
                more = ended();
            }
        } catch (IndexOutOfBoundsException outside) {
            forget();
            throw new IllegalStateException(
                    "corrupt graph: an edge leads outside its %,d vertices".formatted(state.vertexCount), outside);
        } catch (RuntimeException | Error e) {
            forget();
            throw e;
        }
    }

    private void runStep() {
        if (step == Step.PUSH_ALONE && !request.trace() && modes.isFree() && thinPush.pays()) {
            thinPush.run(reached, request.maxLevel(), targetsLeft > 0 ? targets[targetsLeft - 1] : -1);
            return;
        }
        state.markVisited();
        switch (step) {
            case PUSH_ALONE -> sparsePush.alone();
            case PUSH_TOGETHER -> sparsePush.together();
            case PUSH_DENSE -> densePush.run();
            case PULL_ALL -> pull.run();
            case PULL_FEW -> pullFew.run();
        }
    }

    /// Lets no mark of a level that failed half-way reach the next search.
    private void forget() {
        densePush.clear();
        state.forget();
    }

    private final class Region implements PushRegion.Levels {
        @Override
        public boolean ended() {
            more = SingleSource.this.ended();
            return more && inRegion;
        }

        @Override
        public void takeBack(int level, long twice, long edgesOut) {
            reached.takeBack(level, twice, edgesOut);
            if (more) {
                vertices -= twice;
                edges -= edgesOut;
                open += twice;
                modes.takeBack(twice, edgesOut);
            }
            if (request.trace()) {
                LevelTrace found = trace.removeLast();
                trace.add(found.withFound(found.found() - twice));
            }
        }
    }

    /// What is done next was decided by a frontier that may have been counted twice in part.
    private void leaveRegion() {
        if (more) {
            step = steps.choose(state, pullFew, mode);
        } else {
            more = state.frontierVertices > 0 && next();
        }
    }

    /// Whether there is a level to find, and how.
    private boolean next() {
        while (targetsLeft > 0 && state.level[targets[targetsLeft - 1]] >= 0) {
            targetsLeft--;
        }
        if (state.depth >= request.maxLevel()
                || state.openVertices <= 0
                || state.frontierEdges == 0
                || targets.length > 0 && targetsLeft == 0) {
            return false;
        }
        started = request.trace() ? System.nanoTime() : 0;
        mode = modes.next(state.depth + 1, state.frontierVertices, state.frontierEdges);
        Step before = step;
        step = steps.choose(state, pullFew, mode);
        inRegion = step == Step.PUSH_TOGETHER && before == step && steps.inRegion(state, vertices);
        vertices = state.frontierVertices;
        edges = state.frontierEdges;
        open = state.openVertices;
        return true;
    }

    /// Takes note of a level that was run; false where it is empty or the last.
    private boolean ended() {
        if (request.trace()) {
            long nanos = Elapsed.nanos(started);
            long queue = step.bfsMode() == BfsMode.PULL ? open : vertices;
            long unvisited = state.vertexCount - reached.vertices();
            trace.add(new LevelTrace(
                    state.depth, step.levelMode(), queue, vertices, edges, unvisited, state.frontierVertices, nanos));
        }
        if (state.frontierVertices == 0) {
            state.depth--;
            return false;
        }
        reached.add(state.depth, state.frontierVertices, state.frontierEdges);
        return next();
    }

    /// By vertex, -1 where unreached; valid until the next [#reset].
    int[] level() {
        return state.level;
    }

    long[] verticesPerLevel() {
        return reached.perLevel(state.depth);
    }

    long reachedEdges() {
        return reached.edges();
    }

    /// In-neighbours, for passes over the levels.
    Adjacency in() {
        return state.in;
    }

    List<LevelTrace> trace() {
        return List.copyOf(trace);
    }
}
