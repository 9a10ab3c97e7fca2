package io.bitfront.engine.gpu;

import io.bitfront.cache.Graph;
import io.bitfront.engine.BfsResult;
import io.bitfront.engine.device.CudaContext;
import io.bitfront.engine.device.DeviceBuffer;
import io.bitfront.engine.device.PinnedBuffer;
import io.bitfront.engine.device.PinnedStaging;
import io.bitfront.engine.device.Timeline;
import io.bitfront.engine.gpu.abi.BfsArguments;
import io.bitfront.engine.gpu.abi.BfsReport;
import io.bitfront.engine.gpu.abi.BfsRequest;
import io.bitfront.engine.gpu.abi.SummaryArguments;
import io.bitfront.engine.lab.BfsMode;
import io.bitfront.engine.lab.LabRequest;
import io.bitfront.engine.lab.LevelMode;
import io.bitfront.engine.lab.LevelPlan;
import io.bitfront.engine.lab.SwitchPolicy;
import io.bitfront.engine.lab.SwitchRule;
import io.bitfront.memory.Closing;
import io.bitfront.memory.IntArray;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/// Launches traversals and counts what they found. A traversal and its counting, which tells the host in its own
/// memory, are queued together, so that the host waits once; only where a search turns out deeper than usual, or than
/// those before it, does it count again. A search that is far deeper is looked at by the host, which runs levels of few
/// vertices itself. Nothing is allocated on the device. Owns its page-locked memory and events, nothing else.
final class Traverser implements AutoCloseable {
    /// Levels that the block which tells the host of them can tell of in a few microseconds.
    private static final int MOST_COUNTED = 1 << 14;

    private final Graph graph;
    private final CudaContext context;
    private final DeviceGraph deviceGraph;
    private final BfsKernels kernels;
    private final TraversalState state;
    private final PinnedStaging staging;
    private SwitchCosts costs;

    /// Of the traversal described last.
    private int targetCount;

    private final Arena arena = Arena.ofShared();
    private final BfsArguments traversal = new BfsArguments(arena);
    private final SummaryArguments summary = new SummaryArguments(arena);
    private final int usualLevels;
    private final boolean knowsComponents;
    private final LimitedSearch limited;
    private final ThinLevels.When thinLevels;
    private int hostLevels;
    private int timesLooked;

    /// Levels after which the next search is looked at, as the last that was tells; 0: as many as usual.
    private int lookAfter;

    /// Levels that are counted with a traversal, and what tells of them.
    private int countedLevels;

    private PinnedBuffer mailbox;
    private final Timeline timeline;

    /// Marks: before the state is reset, before and after the traversal.
    private enum Mark {
        BEGIN,
        LAUNCH,
        LAST_LEVEL
    }

    /// One traversal's figures.
    ///
    /// @param vertices per level, without empty levels at the end
    /// @param edges out of them, for at least as many levels
    /// @param steps levels run
    /// @param outside what was left out because it is of other components than the source
    record Run(long[] vertices, long[] edges, int steps, Outside outside, BfsResult.Timings timings) {
        long reachedEdges() {
            return Arrays.stream(edges).sum();
        }
    }

    /// Vertices with edges, and the edges out of them.
    record Outside(int vertices, long edges) {}

    Traverser(
            CudaContext context,
            DeviceGraph deviceGraph,
            Graph graph,
            TraversalState state,
            BfsKernels kernels,
            PinnedStaging staging,
            SwitchCosts costs,
            ThinLevels.When thinLevels) {
        this.graph = graph;
        this.context = context;
        this.kernels = kernels;
        this.state = state;
        this.staging = staging;
        this.costs = costs;
        this.thinLevels = thinLevels;
        limited = new LimitedSearch(context, graph, state, kernels, staging, thinLevels, arena);
        knowsComponents = deviceGraph.components().known();
        this.deviceGraph = deviceGraph;
        deviceGraph.describe(traversal.graph());
        deviceGraph.describe(summary.graph());
        state.describe(traversal.state(), kernels.correctingBlocks());
        usualLevels = TraversalState.usualLevels(graph);
        try {
            mailbox = mailbox(usualLevels);
        } catch (Throwable t) {
            arena.close();
            throw t;
        }
        try {
            timeline = new Timeline(context, Mark.values().length);
        } catch (Throwable t) {
            mailbox.close();
            arena.close();
            throw t;
        }
    }

    private PinnedBuffer mailbox(int levels) {
        PinnedBuffer made =
                new PinnedBuffer(context, BfsReport.BYTES + 2L * Long.BYTES * levels, "the counts per level");
        countedLevels = levels;
        return made;
    }

    private void growMailbox(int levels) {
        PinnedBuffer small = mailbox;
        mailbox = mailbox(levels);
        small.close();
    }

    /// Traverses and counts.
    Run run(LabRequest request, BfsKernel variant) {
        describe(request, costs);
        return run(variant, request);
    }

    /// Traverses by rounds of several levels and counts.
    Run run(LabRequest request, DeviceHopLists hops) {
        describe(request, hops);
        return run(BfsKernel.HOPS, request);
    }

    private Run run(BfsKernel variant, LabRequest request) {
        long start = System.nanoTime();
        search(variant, request);
        long wall = System.nanoTime() - start;
        MemorySegment report = mailbox.segment();
        Outside outside = new Outside(
                report.get(ValueLayout.JAVA_INT, BfsReport.OUTSIDE_VERTICES),
                report.get(ValueLayout.JAVA_LONG, BfsReport.OUTSIDE_EDGES));
        return counted(steps(), Math.min(steps() + 1, graph.vertexCount()), outside, wall);
    }

    /// Levels of the last traversal that the host has run.
    int hostLevels() {
        return hostLevels;
    }

    /// How often the host looked at the last traversal.
    int timesLooked() {
        return timesLooked;
    }

    /// Levels that the last traversal has run.
    private int steps() {
        return mailbox.segment().get(ValueLayout.JAVA_INT, BfsReport.STEPS);
    }

    /// Whether a limit of levels ended an adaptive traversal before there was nothing left to follow.
    private boolean unfinished() {
        return mailbox.segment().get(ValueLayout.JAVA_INT, BfsReport.UNFINISHED) != 0;
    }

    /// Kernel time of a whole traversal.
    long kernelNanos(long source, BfsKernel variant) {
        LabRequest request = LabRequest.from(source);
        describe(request, costs);
        return kernelNanos(variant, request);
    }

    /// Kernel time of a whole traversal by rounds of several levels.
    long kernelNanos(long source, DeviceHopLists hops) {
        LabRequest request = LabRequest.from(source);
        describe(request, hops);
        return kernelNanos(BfsKernel.HOPS, request);
    }

    private long kernelNanos(BfsKernel variant, LabRequest request) {
        if (mayHandOver(variant, request)) {
            search(variant, request);
        } else {
            limitTo(request.maxLevel());
            launch(variant);
            timeline.mark(Mark.LAST_LEVEL.ordinal());
            context.finish("the traversal");
        }
        return timeline.nanos(Mark.LAUNCH.ordinal(), Mark.LAST_LEVEL.ordinal());
    }

    /// Runs all levels, at first up to a limit, and has them counted.
    private void search(BfsKernel variant, LabRequest request) {
        int most = request.maxLevel();
        boolean looks = mayHandOver(variant, request);
        int limit = looks ? Math.min(handOverAfter(), most) : most;
        hostLevels = 0;
        timesLooked = 0;
        limitTo(limit);
        if (looks && mayTurnDeep(variant)) {
            traversal.request().mostShared(thinLevels.deep());
        }
        long start = System.nanoTime();
        launch(variant);
        finish();
        if (looks && endedEarly(variant, limit, most)) {
            BfsKernel way = variant.isAdaptive() ? variant : adaptive(LevelPlan.FREE);
            goOn(way, request, (System.nanoTime() - start) / Math.max(1, steps()));
            lookAfter = nextLook(variant);
        }
    }

    /// Whether levels beyond `limit`, or beyond those that the grid may share, were left to run.
    private boolean endedEarly(BfsKernel variant, int limit, int most) {
        return steps() < most && (variant.isAdaptive() ? unfinished() : steps() >= limit);
    }

    /// Whether so many levels shared by all blocks say that the rest had better run in small rounds.
    private boolean mayTurnDeep(BfsKernel variant) {
        return costs.smallEdges() == 0 && variant.isAdaptive();
    }

    /// Levels after which the host may run some.
    private int handOverAfter() {
        return lookAfter != 0 ? lookAfter : usualLook();
    }

    private int usualLook() {
        return thinLevels.firstLimit(graph.vertexCount(), costs.smallEdges() != 0);
    }

    /// After a search that was looked at: early where the host ran most of it; late where it ran none of
    /// one that had to leave its rounds of several levels for that, and took longer.
    private int nextLook(BfsKernel variant) {
        if (hostLevels > steps() / 2) {
            return Math.min(thinLevels.deep(), usualLook());
        }
        return hostLevels == 0 && !variant.isAdaptive() ? twice(steps()) : 0;
    }

    /// Whether levels may be run by the host: where nothing is forced, and no trace of all of them is wanted.
    private static boolean mayHandOver(BfsKernel variant, LabRequest request) {
        return variant.goesOn()
                && request.mode() == BfsMode.AUTO
                && request.plan().equals(LevelPlan.FREE)
                && request.switching().rule() == SwitchRule.AUTO
                && !request.trace();
    }

    private void limitTo(int level) {
        traversal.request().maxLevel(level);
        traversal.request().mostShared(0);
    }

    private void finish() {
        timeline.mark(Mark.LAST_LEVEL.ordinal());
        queueReport();
        context.finish("the traversal");
    }

    /// Goes on after a limit of levels: by the host while levels are thin, else by the device, which is
    /// looked at again after as many more, as usual where the host ran fewer, and twice as many each
    /// time that it goes on with wide ones. Levels of a search that is deep and not thin are likely to
    /// be a mesh's, whatever the rest of the graph is like: they run in small rounds.
    ///
    /// @param nanos that each level has taken so far
    private void goOn(BfsKernel variant, LabRequest request, long nanos) {
        int most = request.maxLevel();
        BfsKernel way = variant;
        SwitchCosts by = costs;
        int more = handOverAfter();
        int shared = thinLevels.deep();
        long levelNanos = nanos;
        int limit;
        do {
            int level = steps();
            LimitedSearch.Survey seen = limited.look(level, targetCount);
            timesLooked++;
            if (seen.ended()) {
                return;
            }
            boolean mayHandOver = level >= handOverAfter();
            ThinLevels thin = mayHandOver && seen.frontier() != null
                    ? limited.thinLevels(seen, level, targetCount, levelNanos)
                    : null;
            if (thin != null && thin.pay()) {
                if (runByHost(thin, most) == ThinLevels.End.OVER) {
                    finish();
                    return;
                }
                more = thin.level() - level < usualLook() ? usualLook() : handOverAfter();
                level = thin.level();
            } else if (mayHandOver) {
                more = twice(more);
            }
            if (seen.last() >= thinLevels.wide() && by.smallEdges() == 0) {
                by = costs.withSmallRounds();
                way = small(by);
            }
            limit = mayHandOver ? (int) Math.min((long) level + more, most) : Math.min(handOverAfter(), most);
            describe(request, by);
            limitTo(limit);
            traversal.request().mostShared(by.smallEdges() == 0 ? shared : 0);
            shared = twice(shared);
            long start = System.nanoTime();
            resume(way);
            finish();
            levelNanos = (System.nanoTime() - start) / Math.max(1, steps() - level);
        } while (endedEarly(way, limit, most));
    }

    private static int twice(int levels) {
        return (int) Math.min(2L * levels, Integer.MAX_VALUE / 2);
    }

    private ThinLevels.End runByHost(ThinLevels thin, int most) {
        int before = thin.level();
        ThinLevels.End end;
        do {
            end = thin.run(most);
            limited.settle();
        } while (end == ThinLevels.End.FULL);
        hostLevels += thin.level() - before;
        return end;
    }

    private void describe(LabRequest request, DeviceHopLists hops) {
        describe(request, costs);
        hops.describe(traversal);
        costs.describeHops(traversal.request(), hops.lanesLog());
    }

    private void describe(LabRequest request, SwitchCosts by) {
        targetCount = request.targets().length == 0 ? 0 : uploadTargets(request.targets());
        deviceGraph.describeOptional(traversal.graph());
        BfsRequest told = traversal.request();
        told.source(graph.vertexOf(request.source()));
        told.eta(PaperKernels.ETA);
        told.targetCount(targetCount);
        told.targets(state.targets().address());
        told.traceCapacity(TraversalState.TRACE_CAPACITY);
        told.trace(request.trace() ? state.trace().address() : 0);
        describeSwitching(request, by);
    }

    /// By what an adaptive traversal chooses; a rule and forced levels are for `auto` mode only.
    private void describeSwitching(LabRequest request, SwitchCosts by) {
        by.describe(traversal.request(), allowed(request));
        if (knowsComponents) {
            by.describeHubsAhead(traversal.request());
        }
        boolean auto = request.mode() == BfsMode.AUTO;
        SwitchPolicy policy = auto ? request.switching() : SwitchRule.AUTO.policy();
        var told = traversal.request().policy();
        told.rule(KernelNumbers.of(policy.rule()));
        told.alpha(policy.alpha());
        told.beta(policy.beta());
        told.delta(policy.delta());
        LevelMode mode = auto ? request.plan().mode() : null;
        boolean forced = mode != null && !mode.followEachOther();
        if (mode == LevelMode.PUSH_SMALL) {
            by.describeSmallRounds(traversal.request());
        } else if (mode == LevelMode.PUSH_ALONE) {
            by.describeLevelsAlone(traversal.request());
        }
        traversal.request().forcedCount(forced ? TraversalState.TRACE_CAPACITY : 0);
        traversal.request().forced(forced ? uploadPlan(request.plan()) : 0);
    }

    /// Chooses by these costs from now on.
    void use(SwitchCosts measured) {
        costs = measured;
    }

    /// The adaptive traversal that this graph's costs, or its forced levels, are for.
    BfsKernel adaptive(LevelPlan plan) {
        boolean alone = plan.mode() == LevelMode.PUSH_ALONE;
        if (alone || costs.smallEdges() == 0 && plan.mode() != LevelMode.PUSH_SMALL) {
            return alone ? BfsKernel.ADAPTIVE : large(costs);
        }
        return small(costs);
    }

    private static BfsKernel large(SwitchCosts by) {
        if (by.divides()) {
            return BfsKernel.ADAPTIVE_DIVIDED;
        }
        return by.sortEdges() == 0 ? BfsKernel.ADAPTIVE : BfsKernel.ADAPTIVE_SORTED;
    }

    private static BfsKernel small(SwitchCosts by) {
        return by.hasShortLists() ? BfsKernel.ADAPTIVE_SMALL_NARROW : BfsKernel.ADAPTIVE_SMALL;
    }

    /// What finds levels and nothing else: blocks need not know that a level has ended where it is small.
    BfsKernel plain() {
        return costs.smallEdges() == 0 ? adaptive(LevelPlan.FREE) : BfsKernel.CORRECTING;
    }

    /// What runs all levels by the whole grid or one block, on a mesh too.
    BfsKernel withoutSmallRounds() {
        return large(costs);
    }

    /// Modes that costs may choose among; tensor levels where there are tiles.
    private int allowed(LabRequest request) {
        if (request.mode() == BfsMode.PUSH || request.mode() == BfsMode.PULL) {
            return request.mode() == BfsMode.PUSH ? SwitchCosts.PUSH : SwitchCosts.PULL;
        }
        return SwitchCosts.PUSH
                | SwitchCosts.PULL
                | (request.tensor() && deviceGraph.hasTiles() ? SwitchCosts.TENSOR : 0);
    }

    private long uploadPlan(LevelPlan plan) {
        try (Arena scratch = Arena.ofShared()) {
            IntArray modes = IntArray.allocate(scratch, TraversalState.TRACE_CAPACITY, "forced levels");
            for (int level = 1; level <= TraversalState.TRACE_CAPACITY; level++) {
                LevelMode mode = plan.modeOf(level);
                modes.set(level - 1L, mode == null ? 0 : KernelNumbers.of(mode));
            }
            staging.upload(modes.segment(), state.forced());
        }
        return state.forced().address();
    }

    private int uploadTargets(long[] targets) {
        int count = 0;
        try (Arena scratch = Arena.ofShared()) {
            IntArray bitmap = IntArray.allocate(scratch, state.targets().bytes() / Integer.BYTES, "targets");
            for (long target : targets) {
                int vertex = graph.vertexOf(target);
                int word = bitmap.get(vertex / 32);
                int bit = 1 << vertex % 32;
                if ((word & bit) == 0) {
                    bitmap.set(vertex / 32, word | bit);
                    count++;
                }
            }
            staging.upload(bitmap.segment(), state.targets());
        }
        return count;
    }

    private void launch(BfsKernel variant) {
        timeline.mark(Mark.BEGIN.ordinal());
        kernels.reset(variant, traversal);
        leaveOut(variant);
        timeline.mark(Mark.LAUNCH.ordinal());
        kernels.traverse(variant, traversal);
    }

    private void leaveOut(BfsKernel variant) {
        if (knowsComponents && variant.isAdaptive()) {
            kernels.leaveOut(traversal);
        }
    }

    private void resume(BfsKernel variant) {
        kernels.resume(traversal);
        leaveOut(variant);
        kernels.traverse(variant, traversal);
    }

    /// Queues the counting of as many levels as the mailbox has room for, which receives its result.
    private void queueReport() {
        DeviceBuffer sums = state.counts();
        if (countedLevels > usualLevels) {
            sums = state.sums();
            sums.clear(2L * Long.BYTES * countedLevels);
        }
        describeCounting(sums, countedLevels);
        summary.report(mailbox.deviceAddress());
        kernels.report(summary, graph.vertexCount());
    }

    private void describeCounting(DeviceBuffer sums, int levels) {
        summary.level(state.level().address());
        summary.vertices(sums.address());
        summary.edges(sums.address() + (long) Long.BYTES * levels);
        summary.control(state.control().address());
        summary.levelCount(levels);
    }

    /// What was counted per level.
    private record Counts(long[] vertices, long[] edges) {}

    /// @param wall nanoseconds from the first launch to the last result
    private Run counted(int steps, int levels, Outside outside, long wall) {
        Counts counts = levels <= countedLevels
                ? counts(mailbox.segment().asSlice(BfsReport.BYTES), countedLevels, levels)
                : countAgain(levels);
        if (levels > countedLevels && levels <= MOST_COUNTED) {
            growMailbox(Math.min(levels + levels / 4, Math.min(MOST_COUNTED, graph.vertexCount())));
        }
        int depth = levels;
        while (depth > 1 && counts.vertices[depth - 1] == 0) {
            depth--;
        }
        long initialise = timeline.nanos(Mark.BEGIN.ordinal(), Mark.LAUNCH.ordinal());
        long kernel = timeline.nanos(Mark.LAUNCH.ordinal(), Mark.LAST_LEVEL.ordinal());
        BfsResult.Timings timings =
                new BfsResult.Timings(initialise, kernel, 0, 0, Math.max(0, wall - initialise - kernel));
        return new Run(Arrays.copyOf(counts.vertices, depth), counts.edges, steps, outside, timings);
    }

    /// The first levels of what was counted for `counted` ones: vertices, then edges.
    private static Counts counts(MemorySegment sums, int counted, int levels) {
        long bytes = (long) Long.BYTES * levels;
        return new Counts(
                sums.asSlice(0, bytes).toArray(ValueLayout.JAVA_LONG),
                sums.asSlice((long) Long.BYTES * counted, bytes).toArray(ValueLayout.JAVA_LONG));
    }

    private Counts countAgain(int levels) {
        long half = (long) Long.BYTES * levels;
        state.sums().clear(2 * half);
        describeCounting(state.sums(), levels);
        summary.report(0);
        kernels.summarise(summary);
        long[] vertices = new long[levels];
        long[] edges = new long[levels];
        staging.download(state.sums(), 2 * half, (offset, pinned) -> {
            long ofVertices = Math.clamp(half - offset, 0, pinned.byteSize());
            if (ofVertices > 0) {
                MemorySegment.copy(pinned, 0, MemorySegment.ofArray(vertices), offset, ofVertices);
            }
            if (ofVertices < pinned.byteSize()) {
                long from = offset + ofVertices - half;
                MemorySegment.copy(
                        pinned, ofVertices, MemorySegment.ofArray(edges), from, pinned.byteSize() - ofVertices);
            }
        });
        return new Counts(vertices, edges);
    }

    @Override
    public void close() {
        Closing.all(limited::close, timeline::close, mailbox::close, arena::close);
    }
}
