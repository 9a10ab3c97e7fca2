package io.bitfront.engine.gpu;

import io.bitfront.engine.BfsRequest;
import io.bitfront.engine.BfsResult;
import io.bitfront.engine.BfsSummary;
import io.bitfront.engine.BfsTimings;
import io.bitfront.engine.DeviceException;
import io.bitfront.engine.Direction;
import io.bitfront.engine.Engine;
import io.bitfront.engine.LevelPlan;
import io.bitfront.engine.LevelTrace;
import io.bitfront.engine.LevelWay;
import io.bitfront.engine.Mode;
import io.bitfront.engine.MultiSource;
import io.bitfront.engine.RandomSources;
import io.bitfront.engine.SwitchPolicy;
import io.bitfront.engine.SwitchRule;
import io.bitfront.engine.device.CudaContext;
import io.bitfront.engine.device.CudaDevice;
import io.bitfront.engine.device.DeviceBuffer;
import io.bitfront.engine.device.DeviceTimer;
import io.bitfront.engine.gpu.BfsKernels.Variant;
import io.bitfront.graph.Graph;
import io.bitfront.memory.IntArray;
import io.bitfront.memory.LongArray;
import io.bitfront.memory.OffHeap;
import io.bitfront.parallel.Workers;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;

/// Traversals on one GPU by the paper's kernels and our own: the graph is uploaded once, state allocated once, and each
/// traversal
/// is
/// one cooperative launch. Owns its context; for one thread at a time.
public final class GpuEngine implements Engine {
    /// Update divergence up to which levels are stored on discovery (paper Section 7.1).
    static final double EAGER_DIVERGENCE = 25_000;

    /// Eq. 6.
    static final int ETA = 10;

    private static final int ALWAYS_PULL = -1;

    /// `LevelMode`, the words of traces; a push may store levels on discovery or sweep.
    private static final List<String> MODE_WORDS = List.of("", "tensor", "pull", "push", "push");

    private static final long TRIAL_SEED = 0x7216;

    private final Graph graph;
    private final CudaContext context;
    private final Arena arena = Arena.ofShared();
    private final ArgumentBlock traversal = new ArgumentBlock(arena, ArgumentBlock.BFS_BYTES);
    private final ArgumentBlock summary = new ArgumentBlock(arena, ArgumentBlock.SUMMARY_BYTES);
    private final ArgumentBlock parents = new ArgumentBlock(arena, ArgumentBlock.PARENT_BYTES);
    private final ArgumentBlock renumbering = new ArgumentBlock(arena, ArgumentBlock.RENUMBER_BYTES);
    private final MemorySegment steps = arena.allocate(ValueLayout.JAVA_INT);
    private final List<AutoCloseable> owned = new ArrayList<>();
    private final DeviceGraph deviceGraph;
    private final TraversalState state;
    private final BfsKernels kernels;
    private final DeviceTimer initialiseTimer;
    private final DeviceTimer kernelTimer;
    private final DeviceTimer postTimer;
    private final SwitchCosts costs;
    private SwitchTrial trial;

    GpuEngine(Graph graph, CudaDevice device) {
        this(graph, device, allocation -> false);
    }

    /// @param refuses which device allocations fail, counted from 0: a hook for tests
    GpuEngine(Graph graph, CudaDevice device, IntPredicate refuses) {
        this.graph = graph;
        costs = SwitchCosts.of(graph);
        context = own(new CudaContext(device, refuses));
        try (Workers workers = new Workers(Runtime.getRuntime().availableProcessors())) {
            kernels = own(new BfsKernels(context, DeviceGraph.wideOffsets(graph)));
            initialiseTimer = own(new DeviceTimer(context));
            kernelTimer = own(new DeviceTimer(context));
            postTimer = own(new DeviceTimer(context));
            deviceGraph = own(new DeviceGraph(context, graph, workers));
            state = own(new TraversalState(context, graph));
        } catch (Throwable t) {
            close();
            throw t;
        }
        deviceGraph.describe(traversal);
        deviceGraph.describe(summary);
        deviceGraph.describe(parents);
        state.describe(traversal);
    }

    private <T extends AutoCloseable> T own(T resource) {
        owned.add(resource);
        return resource;
    }

    /// Device memory an engine on this graph takes.
    static long bytes(Graph graph) {
        return DeviceGraph.bytes(graph) + TraversalState.bytes(graph);
    }

    @Override
    public Graph graph() {
        return graph;
    }

    @Override
    public String description() {
        CudaDevice device = context.device();
        return "gpu:%d (%s, %d SMs)".formatted(device.index(), device.name(), device.multiprocessors());
    }

    public CudaDevice device() {
        return context.device();
    }

    /// Time the graph's upload took, once, when the engine was opened.
    public long uploadNanos() {
        return deviceGraph.uploadNanos();
    }

    @Override
    public BfsResult bfs(BfsRequest request, Arena into) {
        Run run = run(request);
        IntArray levels = inInputOrder(run, into);
        LongArray parentIds = request.parents() ? parents(run, into) : null;
        return new BfsResult(
                request.source(),
                levels,
                parentIds,
                run.vertices,
                run.reachedEdges(),
                run.timings(),
                request.trace() ? readTrace(run) : List.of());
    }

    @Override
    public BfsSummary measure(BfsRequest request) {
        Run run = run(request);
        return new BfsSummary(request.source(), run.vertices, run.reachedEdges(), run.timings());
    }

    @Override
    public long singleSourceBytes() {
        return bytes(graph);
    }

    @Override
    public MultiSource multiSource(int width, Direction direction) {
        throw noMultiSource();
    }

    @Override
    public long multiSourceBytes(int width, Direction direction) {
        throw noMultiSource();
    }

    private static DeviceException noMultiSource() {
        return new DeviceException("gpu: this engine has no multi-source traversal: closeness needs the CPU engine");
    }

    /// One traversal's figures, filled in as its steps finish.
    private static final class Run {
        private long[] vertices;
        private long[] edges;
        private int steps;
        private long initialise;
        private long kernel;
        private long parents;
        private long renumber;
        private long download;

        BfsTimings timings() {
            return new BfsTimings(initialise, kernel, parents, renumber, download);
        }

        long reachedEdges() {
            long sum = 0;
            for (long count : edges) {
                sum += count;
            }
            return sum;
        }
    }

    private Run run(BfsRequest request) {
        context.use();
        prepare(request);
        Variant variant = variant(request);
        costs.describe(traversal, allowed(request));
        describeSwitching(request);
        Run run = launch(variant, request.mode() == Mode.PULL ? ALWAYS_PULL : ETA);
        summarise(run);
        return run;
    }

    /// Modes that costs may choose among.
    private static int allowed(BfsRequest request) {
        if (request.mode() == Mode.PUSH) {
            return SwitchCosts.PUSH;
        }
        return SwitchCosts.PUSH | SwitchCosts.PULL | (request.tensor() ? SwitchCosts.TENSOR : 0);
    }

    /// Rule and forced levels, which only `auto` mode has.
    private void describeSwitching(BfsRequest request) {
        boolean auto = request.mode() == Mode.AUTO;
        SwitchPolicy policy = auto ? request.switching() : SwitchRule.AUTO.policy();
        int at = ArgumentBlock.POLICY;
        traversal.setInt(at, policy.rule().ordinal());
        traversal.setInt(at + 4, policy.alpha());
        traversal.setInt(at + 8, policy.beta());
        traversal.setInt(at + 12, policy.delta());
        boolean forced = auto && request.plan().way() != null;
        traversal.setInt(ArgumentBlock.REQUEST + 36, forced ? TraversalState.TRACE_CAPACITY : 0);
        traversal.setLong(ArgumentBlock.FORCED, forced ? uploadPlan(request.plan()) : 0);
    }

    private long uploadPlan(LevelPlan plan) {
        try (Arena scratch = Arena.ofConfined()) {
            IntArray ways = IntArray.allocate(scratch, TraversalState.TRACE_CAPACITY, "forced levels");
            for (int level = 1; level <= TraversalState.TRACE_CAPACITY; level++) {
                LevelWay way = plan.wayOf(level);
                ways.set(level - 1L, way == null ? 0 : way.ordinal() + 1);
            }
            state.forced().upload(0, ways.segment());
            context.finish("the upload of forced levels");
        }
        return state.forced().address();
    }

    private void prepare(BfsRequest request) {
        int at = ArgumentBlock.REQUEST;
        traversal.setInt(at, graph.vertexOf(request.source()));
        traversal.setInt(at + 4, request.maxLevel());
        int targetCount = request.targets().length == 0 ? 0 : uploadTargets(request.targets());
        traversal.setInt(at + 12, targetCount);
        traversal.setLong(at + 16, targetCount == 0 ? 0 : state.targets().address());
        traversal.setLong(at + 24, request.trace() ? state.trace().address() : 0);
        traversal.setInt(at + 32, TraversalState.TRACE_CAPACITY);
    }

    private int uploadTargets(long[] targets) {
        int count = 0;
        try (Arena scratch = Arena.ofConfined()) {
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
            state.targets().upload(0, bitmap.segment());
            context.finish("the upload of targets");
        }
        return count;
    }

    private Variant variant(BfsRequest request) {
        boolean eager = graph.statistics().updateDivergence() <= EAGER_DIVERGENCE;
        return switch (request.mode()) {
            case AUTO, PUSH -> Variant.ADAPTIVE;
            case PULL -> Variant.LAZY_PULL;
            case TENSOR -> eager ? Variant.EAGER : Variant.LAZY;
            case PAPER ->
                switch (request.kernel()) {
                    case CHOSEN -> eager ? Variant.EAGER : trial().switching() ? Variant.LAZY_PULL : Variant.LAZY;
                    case EAGER_NAIVE -> Variant.EAGER_NAIVE;
                    case EAGER -> Variant.EAGER;
                    case LAZY -> Variant.LAZY;
                    case LAZY_SWITCHING -> Variant.LAZY_PULL;
                };
        };
    }

    /// The paper's trial on this graph, run once.
    private SwitchTrial trial() {
        if (trial == null) {
            MemorySegment kept = arena.allocate(ArgumentBlock.BFS_BYTES);
            traversal.copyTo(kept);
            long with = 0;
            long without = 0;
            traversal.setLong(ArgumentBlock.REQUEST + 24, 0);
            traversal.setInt(ArgumentBlock.REQUEST + 12, 0);
            traversal.setInt(ArgumentBlock.REQUEST + 4, Integer.MAX_VALUE);
            for (long source : RandomSources.pick(graph, SwitchTrial.SOURCES, TRIAL_SEED)) {
                traversal.setInt(ArgumentBlock.REQUEST, graph.vertexOf(source));
                with += launch(Variant.LAZY_PULL, ETA).kernel;
                without += launch(Variant.LAZY, ETA).kernel;
            }
            trial = new SwitchTrial(with, without);
            traversal.copyFrom(kept);
        }
        return trial;
    }

    private Run launch(Variant variant, int eta) {
        Run run = new Run();
        traversal.setInt(ArgumentBlock.REQUEST + 8, eta);
        initialiseTimer.start();
        kernels.reset(variant, traversal);
        initialiseTimer.stop();
        kernelTimer.start();
        kernels.traverse(variant, traversal);
        kernelTimer.stop();
        state.control().download(TraversalState.CONTROL_STEPS, steps);
        run.kernel = kernelTimer.nanos();
        run.initialise = initialiseTimer.nanos();
        context.finish("the traversal");
        run.steps = steps.get(ValueLayout.JAVA_INT, 0);
        return run;
    }

    private void summarise(Run run) {
        int levels = run.steps + 1;
        state.ensureLevels(levels);
        state.levelVertices().fill((byte) 0);
        state.levelEdges().fill((byte) 0);
        summary.setLong(96, state.level().address());
        summary.setLong(104, state.levelVertices().address());
        summary.setLong(112, state.levelEdges().address());
        summary.setInt(120, levels);
        kernels.summarise(summary);
        run.vertices = read(state.levelVertices(), levels);
        run.edges = read(state.levelEdges(), levels);
        int depth = levels;
        while (depth > 1 && run.vertices[depth - 1] == 0) {
            depth--;
        }
        run.vertices = Arrays.copyOf(run.vertices, depth);
    }

    private long[] read(DeviceBuffer buffer, int count) {
        try (Arena scratch = Arena.ofConfined()) {
            MemorySegment values = scratch.allocate(ValueLayout.JAVA_LONG, count);
            buffer.download(0, values);
            context.finish("the sums per level");
            return values.toArray(ValueLayout.JAVA_LONG);
        }
    }

    private IntArray inInputOrder(Run run, Arena into) {
        renumbering.setLong(0, deviceGraph.oldIdOf());
        renumbering.setLong(8, state.level().address());
        renumbering.setLong(16, state.inputOrder().address());
        renumbering.setInt(24, graph.vertexCount());
        postTimer.start();
        kernels.renumber(renumbering);
        postTimer.stop();
        run.renumber += postTimer.nanos();
        return download(run, into);
    }

    private IntArray download(Run run, Arena into) {
        long start = System.nanoTime();
        MemorySegment values = OffHeap.allocate(into, 4L * graph.vertexCount(), "results");
        state.inputOrder().download(0, values);
        context.finish("the download of results");
        run.download += System.nanoTime() - start;
        return IntArray.of(values);
    }

    private LongArray parents(Run run, Arena into) {
        parents.setLong(96, state.level().address());
        parents.setLong(104, state.inputOrder().address());
        postTimer.start();
        kernels.findParents(parents);
        postTimer.stop();
        run.parents = postTimer.nanos();
        try (Arena scratch = Arena.ofConfined()) {
            IntArray indices = download(run, scratch);
            LongArray ids = LongArray.allocate(into, indices.length(), "parents");
            for (long index = 0; index < indices.length(); index++) {
                int parent = indices.get(index);
                ids.set(index, parent < 0 ? -1 : graph.ids().idOf(parent));
            }
            return ids;
        }
    }

    private List<LevelTrace> readTrace(Run run) {
        int records = Math.min(run.steps, TraversalState.TRACE_CAPACITY);
        List<LevelTrace> trace = new ArrayList<>(records);
        try (Arena scratch = Arena.ofConfined()) {
            MemorySegment raw = scratch.allocate((long) records * TraversalState.TRACE_RECORD_BYTES, 16);
            state.trace().download(0, raw);
            context.finish("the trace");
            long unvisited = graph.vertexCount();
            for (int i = 0; i < records; i++) {
                long at = (long) i * TraversalState.TRACE_RECORD_BYTES;
                long frontier = i < run.vertices.length ? run.vertices[i] : 0;
                unvisited -= frontier;
                trace.add(new LevelTrace(
                        i + 1,
                        MODE_WORDS.get(raw.get(ValueLayout.JAVA_INT, at)),
                        Integer.toUnsignedLong(raw.get(ValueLayout.JAVA_INT, at + 4)),
                        frontier,
                        run.edges[i],
                        unvisited,
                        i + 1 < run.vertices.length ? run.vertices[i + 1] : 0,
                        raw.get(ValueLayout.JAVA_LONG, at + 8)));
            }
        }
        return trace;
    }

    /// The trial behind `paper` mode's choice on this graph; null until a traversal needed it.
    public SwitchTrial switchTrial() {
        return trial;
    }

    @Override
    public void close() {
        for (int i = owned.size() - 1; i >= 0; i--) {
            try {
                owned.get(i).close();
            } catch (Exception e) {
                throw new DeviceException("close the GPU engine: " + e.getMessage(), e);
            }
        }
        owned.clear();
        if (arena.scope().isAlive()) {
            arena.close();
        }
    }
}
