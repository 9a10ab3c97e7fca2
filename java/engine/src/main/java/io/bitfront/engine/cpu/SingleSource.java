package io.bitfront.engine.cpu;

import io.bitfront.cache.Graph;
import io.bitfront.engine.lab.BfsMode;
import io.bitfront.engine.lab.LabRequest;
import io.bitfront.engine.lab.LevelTrace;
import io.bitfront.parallel.Workers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Direction-optimising breadth-first search from one source (Beamer, Asanović and Patterson 2012). Vertices are
/// the engine's; state is allocated once and reused. Whoever calls holds a [Graph.Use].
final class SingleSource {
    private final Graph graph;
    private final StepChoice steps;
    private final SearchState state;
    private final SparsePush sparsePush;
    private final DensePush densePush;
    private final Pull pull;
    private final PullFew pullFew;
    private final List<LevelTrace> trace = new ArrayList<>();
    private long[] verticesPerLevel = new long[64];
    private long reachedVertices;
    private long reachedEdges;

    SingleSource(Graph graph, Workers workers, StepChoice steps) {
        this.graph = graph;
        this.steps = steps;
        state = new SearchState(graph, workers);
        sparsePush = new SparsePush(state);
        densePush = new DensePush(state);
        pull = new Pull(state, graph);
        pullFew = new PullFew(state);
    }

    /// Bytes the state takes.
    static long bytes(Graph graph, int threads) {
        long bitmaps = 5L + threads;
        return graph.vertexCount() * (2L * Integer.BYTES) + graph.vertexCount() * bitmaps / Byte.SIZE;
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
        LevelRule modes = new LevelRule(request, graph.vertexCount(), graph.edgeCount());
        state.begin(source);
        verticesPerLevel[0] = 1;
        reachedVertices = 1;
        reachedEdges = state.frontierEdges;
        int targetsLeft = targets.length;
        while (state.depth < request.maxLevel() && state.openVertices > 0 && state.frontierEdges > 0) {
            while (targetsLeft > 0 && state.level[targets[targetsLeft - 1]] >= 0) {
                targetsLeft--;
            }
            if (targets.length > 0 && targetsLeft == 0 || !runLevel(modes, request.trace())) {
                break;
            }
        }
    }

    /// Finds one more level; false where it is empty.
    private boolean runLevel(LevelRule modes, boolean traced) {
        long started = traced ? System.nanoTime() : 0;
        long vertices = state.frontierVertices;
        long edges = state.frontierEdges;
        long open = state.openVertices;
        long unvisited = state.vertexCount - reachedVertices;
        Step step = steps.choose(state, pullFew, modes.next(state.depth + 1, vertices, edges));
        state.depth++;
        runStep(step);
        if (traced) {
            long nanos = System.nanoTime() - started;
            long queue = step.bfsMode() == BfsMode.PULL ? open : vertices;
            trace.add(new LevelTrace(
                    state.depth, step.levelMode(), queue, vertices, edges, unvisited, state.frontierVertices, nanos));
        }
        if (state.frontierVertices == 0) {
            state.depth--;
            return false;
        }
        if (state.depth == verticesPerLevel.length) {
            verticesPerLevel = Arrays.copyOf(verticesPerLevel, 2 * state.depth);
        }
        verticesPerLevel[state.depth] = state.frontierVertices;
        reachedVertices += state.frontierVertices;
        reachedEdges += state.frontierEdges;
        return true;
    }

    private void runStep(Step step) {
        try {
            switch (step) {
                case PUSH_ALONE -> sparsePush.alone();
                case PUSH_TOGETHER -> sparsePush.together();
                case PUSH_DENSE -> densePush.run();
                case PULL_ALL -> pull.run();
                case PULL_FEW -> pullFew.run();
            }
        } catch (IndexOutOfBoundsException outside) {
            densePush.clear();
            state.forget();
            throw new IllegalStateException(
                    "corrupt graph: an edge leads outside its %,d vertices".formatted(state.vertexCount), outside);
        }
    }

    /// By vertex, -1 where unreached; valid until the next [#reset].
    int[] level() {
        return state.level;
    }

    long[] verticesPerLevel() {
        return Arrays.copyOf(verticesPerLevel, state.depth + 1);
    }

    long reachedEdges() {
        return reachedEdges;
    }

    /// In-neighbours, for passes over the levels.
    Adjacency in() {
        return state.in;
    }

    List<LevelTrace> trace() {
        return List.copyOf(trace);
    }
}
