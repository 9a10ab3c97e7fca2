package io.bitfront.engine.gpu;

import io.bitfront.cache.Graph;
import io.bitfront.engine.adjacency.Adjacency;
import io.bitfront.engine.device.CudaContext;
import io.bitfront.engine.device.DeviceBuffer;
import io.bitfront.engine.device.PinnedBuffer;
import io.bitfront.engine.device.PinnedStaging;
import io.bitfront.engine.gpu.abi.SettleArguments;
import io.bitfront.engine.gpu.abi.SurveyArguments;
import io.bitfront.engine.gpu.abi.SurveyFound;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.ObjIntConsumer;

/// A search that its limit of levels has ended: what it has found comes to the host, and what the host finds goes to
/// the device. Uses memory of the state that nobody needs between traversals; owns page-locked memory for a bitmap of
/// vertices once one has come to the host.
final class LimitedSearch implements AutoCloseable {
    /// Vertices of a frontier whose next level the host may run.
    private static final int MOST_VERTICES = 256;

    private final CudaContext context;
    private final Graph graph;
    private final TraversalState state;
    private final BfsKernels kernels;
    private final PinnedStaging staging;
    private final ThinLevels thinLevels;
    private final int capacity;
    private final SurveyArguments survey;
    private final SettleArguments settling;
    private final MemorySegment found;

    /// What was reached when the host last went on; null before the first time.
    private PinnedBuffer reachedByThen;

    /// @param last vertices of the last level
    /// @param frontier they themselves; null where they are too many for the host
    /// @param ended whether no level is left to run
    record Survey(int last, int[] frontier, int targets, boolean ended) {}

    LimitedSearch(
            CudaContext context,
            Graph graph,
            TraversalState state,
            BfsKernels kernels,
            PinnedStaging staging,
            ThinLevels.When when,
            Arena arena) {
        this.context = context;
        this.graph = graph;
        this.state = state;
        this.kernels = kernels;
        this.staging = staging;
        thinLevels = new ThinLevels(new Adjacency(graph.out()), graph.vertexCount(), when);
        capacity = Math.min(MOST_VERTICES, graph.vertexCount());
        found = arena.allocate(SurveyFound.BYTES + (long) Integer.BYTES * capacity, Long.BYTES);
        survey = new SurveyArguments(arena);
        survey.level(state.level().address());
        survey.reached(reached().address());
        survey.found(state.sums().address());
        survey.vertices(state.sums().address() + SurveyFound.BYTES);
        survey.control(state.control().address());
        survey.vertexCount(graph.vertexCount());
        survey.capacity(capacity);
        settling = new SettleArguments(arena);
        settling.level(state.level().address());
        settling.vertices(state.inputOrder().address());
        settling.levels(state.sums().address());
        settling.control(state.control().address());
    }

    private DeviceBuffer reached() {
        return state.scratch(0);
    }

    /// What there is after a level.
    ///
    /// @param targetCount that are looked for, 0 for none
    Survey look(int level, int targetCount) {
        state.sums().clear(SurveyFound.BYTES);
        survey.lastLevel(level);
        survey.targets(targetCount == 0 ? 0 : state.targets().address());
        kernels.survey(survey);
        staging.download(state.sums(), found);
        int last = found.get(ValueLayout.JAVA_INT, SurveyFound.LAST);
        int targets = found.get(ValueLayout.JAVA_INT, SurveyFound.TARGETS);
        int[] frontier = last > capacity
                ? null
                : found.asSlice(SurveyFound.BYTES, (long) Integer.BYTES * last).toArray(ValueLayout.JAVA_INT);
        return new Survey(last, frontier, targets, last == 0 || targetCount != 0 && targets == targetCount);
    }

    /// The host's way on from what was seen.
    ///
    /// @param levelNanos that a level has taken the device
    ThinLevels thinLevels(Survey seen, int level, int targetCount, long levelNanos) {
        thinLevels.begin(
                reachedByThen(),
                level,
                seen.frontier,
                targetCount == 0 ? null : targets(),
                targetCount - seen.targets,
                levelNanos);
        return thinLevels;
    }

    /// By one copy, which takes less than waking whoever could share it.
    private int[] reachedByThen() {
        if (reachedByThen == null) {
            long bytes = TraversalState.bitmapBytes(graph.vertexCount());
            reachedByThen = new PinnedBuffer(context, bytes, "the bitmap of what is reached");
        }
        reached().download(0, reachedByThen.segment());
        context.finish("the download of what is reached");
        return reachedByThen.segment().toArray(ValueLayout.JAVA_INT);
    }

    private int[] targets() {
        int[] words = new int[(int) (TraversalState.bitmapBytes(graph.vertexCount()) / Integer.BYTES)];
        staging.download(state.targets(), MemorySegment.ofArray(words), (begin, end) -> {});
        return words;
    }

    /// Tells the device what the host has found.
    void settle() {
        upload(thinLevels::storeFound, state.inputOrder());
        upload(thinLevels::storeLevels, state.sums());
        settling.count(thinLevels.count());
        settling.steps(thinLevels.level());
        kernels.settle(settling);
    }

    private void upload(ObjIntConsumer<MemorySegment> store, DeviceBuffer to) {
        staging.upload(
                to,
                (long) Integer.BYTES * thinLevels.count(),
                (offset, pinned) -> store.accept(pinned, (int) (offset / Integer.BYTES)));
    }

    @Override
    public void close() {
        if (reachedByThen != null) {
            reachedByThen.close();
        }
    }
}
