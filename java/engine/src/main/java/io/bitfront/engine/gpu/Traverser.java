package io.bitfront.engine.gpu;

import io.bitfront.cache.Graph;
import io.bitfront.engine.BfsResult;
import io.bitfront.engine.device.CudaContext;
import io.bitfront.engine.device.PinnedBuffer;
import io.bitfront.engine.device.PinnedStaging;
import io.bitfront.engine.device.Timeline;
import io.bitfront.engine.gpu.abi.BfsArguments;
import io.bitfront.engine.gpu.abi.BfsControl;
import io.bitfront.engine.gpu.abi.SummaryArguments;
import io.bitfront.engine.lab.BfsMode;
import io.bitfront.engine.lab.LabRequest;
import io.bitfront.engine.lab.LevelMode;
import io.bitfront.engine.lab.LevelPlan;
import io.bitfront.engine.lab.SwitchPolicy;
import io.bitfront.engine.lab.SwitchRule;
import io.bitfront.memory.IntArray;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/// Launches traversals and counts what they found. A traversal, its counting and the counts' way to the host are queued
/// together, so that the host waits once; only where a graph turns out deeper than [#USUAL_LEVELS] does it count again.
/// Nothing is allocated on the device. Owns its page-locked memory and events, nothing else.
final class Traverser implements AutoCloseable {
    /// Levels whose counts are fetched at once.
    private static final int USUAL_LEVELS = 1024;

    /// Where sums begin in the mailbox, after the counters from [BfsControl#STEPS] on.
    private static final int SUMS = 256;

    private static final int COUNTERS = BfsControl.OUTSIDE_EDGES + Long.BYTES - BfsControl.STEPS;

    private final Graph graph;
    private final CudaContext context;
    private final DeviceGraph deviceGraph;
    private final BfsKernels kernels;
    private final TraversalState state;
    private final PinnedStaging staging;
    private SwitchCosts costs;
    private final Arena arena = Arena.ofShared();
    private final BfsArguments traversal = new BfsArguments(arena);
    private final SummaryArguments summary = new SummaryArguments(arena);
    private final int usualLevels;
    private final boolean knowsComponents;
    private final PinnedBuffer mailbox;
    private final Timeline timeline;

    /// Marks: before the state is reset, before and after the traversal, after the counts' arrival.
    private enum Mark {
        BEGIN,
        LAUNCH,
        LAST_LEVEL,
        COUNTED
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
            SwitchCosts costs) {
        this.graph = graph;
        this.context = context;
        this.kernels = kernels;
        this.state = state;
        this.staging = staging;
        this.costs = costs;
        knowsComponents = deviceGraph.knowsComponents();
        this.deviceGraph = deviceGraph;
        deviceGraph.describe(traversal.graph());
        deviceGraph.describe(summary.graph());
        state.describe(traversal.state());
        usualLevels = Math.clamp(graph.vertexCount(), 1, USUAL_LEVELS);
        try {
            mailbox = new PinnedBuffer(context, SUMS + 2L * Long.BYTES * usualLevels, "the counts per level");
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

    /// Traverses and counts.
    Run run(LabRequest request, BfsKernel variant) {
        int targetCount = request.targets().length == 0 ? 0 : uploadTargets(request.targets());
        describe(graph.vertexOf(request.source()), request.maxLevel());
        describeSwitching(request);
        traversal.request().targetCount(targetCount);
        traversal.request().targets(targetCount == 0 ? 0 : state.targets().address());
        traversal.request().trace(request.trace() ? state.trace().address() : 0);
        launch(variant);
        queueCounting(usualLevels);
        state.sums().download(0, mailbox.segment().asSlice(SUMS));
        state.control().download(BfsControl.STEPS, mailbox.segment().asSlice(0, COUNTERS));
        timeline.mark(Mark.COUNTED.ordinal());
        context.finish("the traversal");
        int steps = mailbox.segment().get(ValueLayout.JAVA_INT, 0);
        return counted(steps, Math.min(steps + 1, graph.vertexCount()), outside(variant));
    }

    /// Kernel time of a whole traversal from a vertex, with nothing else done.
    long kernelNanos(int source, BfsKernel variant) {
        describe(source, Integer.MAX_VALUE);
        traversal.request().targetCount(0);
        traversal.request().trace(0);
        launch(variant);
        context.finish("the traversal");
        return timeline.nanos(Mark.LAUNCH.ordinal(), Mark.LAST_LEVEL.ordinal());
    }

    private void describe(int source, int maxLevel) {
        deviceGraph.describeTiles(traversal.graph());
        traversal.request().source(source);
        traversal.request().maxLevel(maxLevel);
        traversal.request().eta(GpuEngine.ETA);
        traversal.request().traceCapacity(TraversalState.TRACE_CAPACITY);
    }

    /// By what an adaptive traversal chooses; a rule and forced levels are for `auto` mode only.
    private void describeSwitching(LabRequest request) {
        costs.describe(traversal.request(), allowed(request));
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
            costs.describeSmallRounds(traversal.request());
        } else if (mode == LevelMode.PUSH_ALONE) {
            costs.describeLevelsAlone(traversal.request());
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
            return BfsKernel.ADAPTIVE;
        }
        return costs.hasShortLists() ? BfsKernel.ADAPTIVE_SMALL_NARROW : BfsKernel.ADAPTIVE_SMALL;
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
        if (knowsComponents && variant.isAdaptive()) {
            kernels.leaveOut(traversal);
        }
        timeline.mark(Mark.LAUNCH.ordinal());
        kernels.traverse(variant, traversal);
        timeline.mark(Mark.LAST_LEVEL.ordinal());
    }

    /// Queues the counting of the vertices and edges of the first `levels` levels: one after the other in the sums.
    private void queueCounting(int levels) {
        state.sums().clear(2L * Long.BYTES * levels);
        summary.level(state.level().address());
        summary.vertices(state.sums().address());
        summary.edges(state.sums().address() + (long) Long.BYTES * levels);
        summary.levelCount(levels);
        kernels.summarise(summary);
    }

    private Outside outside(BfsKernel variant) {
        MemorySegment counters = mailbox.segment();
        return variant.isAdaptive()
                ? new Outside(
                        counters.get(ValueLayout.JAVA_INT, BfsControl.OUTSIDE_VERTICES - BfsControl.STEPS),
                        counters.get(ValueLayout.JAVA_LONG, BfsControl.OUTSIDE_EDGES - BfsControl.STEPS))
                : new Outside(0, 0);
    }

    private Run counted(int steps, int levels, Outside outside) {
        long[] sums;
        if (levels <= usualLevels) {
            sums = mailbox.segment().asSlice(SUMS).toArray(ValueLayout.JAVA_LONG);
        } else {
            queueCounting(levels);
            sums = downloadSums(levels);
        }
        int stride = sums.length / 2;
        int depth = levels;
        while (depth > 1 && sums[depth - 1] == 0) {
            depth--;
        }
        BfsResult.Timings timings = new BfsResult.Timings(
                timeline.nanos(Mark.BEGIN.ordinal(), Mark.LAUNCH.ordinal()),
                timeline.nanos(Mark.LAUNCH.ordinal(), Mark.LAST_LEVEL.ordinal()),
                0,
                0,
                timeline.nanos(Mark.LAST_LEVEL.ordinal(), Mark.COUNTED.ordinal()));
        return new Run(
                Arrays.copyOf(sums, depth), Arrays.copyOfRange(sums, stride, stride + levels), steps, outside, timings);
    }

    private long[] downloadSums(int levels) {
        try (Arena scratch = Arena.ofShared()) {
            MemorySegment sums = scratch.allocate(2L * Long.BYTES * levels, Long.BYTES);
            staging.download(state.sums(), sums);
            return sums.toArray(ValueLayout.JAVA_LONG);
        }
    }

    @Override
    public void close() {
        timeline.close();
        mailbox.close();
        arena.close();
    }
}
