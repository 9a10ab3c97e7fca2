package io.bitfront.engine.gpu;

import io.bitfront.cache.Graph;
import io.bitfront.engine.BatchMode;
import io.bitfront.engine.BfsResult;
import io.bitfront.engine.Direction;
import io.bitfront.engine.device.CudaContext;
import io.bitfront.engine.device.CudaDevice;
import io.bitfront.engine.device.KernelImage;
import io.bitfront.engine.device.Owned;
import io.bitfront.engine.device.PinnedStaging;
import io.bitfront.engine.gpu.ResultReader.Results;
import io.bitfront.engine.gpu.Traverser.Run;
import io.bitfront.engine.lab.BfsMode;
import io.bitfront.engine.lab.BfsSummary;
import io.bitfront.engine.lab.Calibration;
import io.bitfront.engine.lab.LabRequest;
import io.bitfront.engine.lab.LabResult;
import io.bitfront.engine.lab.LevelMode;
import io.bitfront.engine.lab.RandomSources;
import io.bitfront.engine.lab.SwitchRule;
import io.bitfront.engine.lab.SwitchTrial;
import io.bitfront.engine.lab.Tiles;
import io.bitfront.engine.lab.Upload;
import io.bitfront.engine.spi.Backend;
import io.bitfront.engine.spi.CellDevice;
import io.bitfront.engine.spi.EccentricityDevice;
import io.bitfront.engine.spi.MultiSource;
import io.bitfront.engine.spi.NeighbourhoodCounts;
import io.bitfront.memory.Closing;
import io.bitfront.parallel.Workers;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;

/// Traversals on one GPU by the paper's kernels and our own: the graph is uploaded once, state allocated once, and each
/// traversal is one cooperative launch. For one thread at a time.
public final class GpuEngine implements Backend {
    private static final long TRIAL_SEED = 0x7216;

    private final Graph graph;
    private final GpuSetup setup;
    private final Workers workers;
    private final CudaContext context;
    private final BfsKernels kernels;
    private final PinnedStaging staging;
    private final DeviceGraph deviceGraph;
    private final TraversalState state;
    private final Traverser traverser;
    private final ResultReader reader;
    private final SpreadProbe spread;
    private final Owned owned = new Owned("the GPU engine");
    private SwitchCosts costs;

    private final TensorTiles tiles;
    private final LevelCalibration calibration;
    private final HopRounds hopRounds;
    private final DeviceRoom room;
    private final PaperKernels paperKernels;
    private final PlainSearches plainSearches;
    private final Map<String, BatchCalibrator> batchCalibrators = new HashMap<>();

    GpuEngine(Graph graph, CudaDevice device) {
        this(graph, device, GpuSetup.of(graph, device.name()));
    }

    GpuEngine(Graph graph, CudaDevice device, GpuSetup setup) {
        this.graph = graph;
        this.setup = setup;
        try (Graph.Use _ = graph.use()) {
            workers = owned.add(new Workers(Runtime.getRuntime().availableProcessors()));
            context = owned.add(new CudaContext(device, setup.faults()));
            kernels = owned.add(new BfsKernels(context, setup.wideOffsets()));
            staging = owned.add(new PinnedStaging(context, workers, DeviceGraph.bytes(graph, setup.wideOffsets())));
            deviceGraph = owned.add(new DeviceGraph(context, graph, kernels, staging, setup.wideOffsets()));
            state = owned.add(new TraversalState(context, graph));
            if (!setup.eager()) {
                deviceGraph.layOutFirsts();
            }
            costs = SwitchCosts.of(graph, workers, setup.marking());
            traverser = owned.add(
                    new Traverser(context, deviceGraph, graph, state, kernels, staging, costs, setup.thinLevels()));
            reader = owned.add(new ResultReader(context, deviceGraph, graph, state, kernels, staging));
            spread = new SpreadProbe(context, graph, traverser, state.level());
            hopRounds = owned.add(new HopRounds(
                    setup.hopRounds(), this::makeHopLists, () -> Calibrator.sources(graph), this::kernelNanos));
            room = new DeviceRoom(context, graph, deviceGraph, hopRounds);
            tiles = new TensorTiles(graph, deviceGraph, room, setup.fewTileBytes(), this::tensorWorth);
            paperKernels = new PaperKernels(setup.eager(), traverser::kernelNanos, this::trialSources);
            plainSearches = new PlainSearches(
                    traverser,
                    hopRounds,
                    setup.kernelTrial(),
                    graph.edgeCount(),
                    this::otherKernels,
                    this::trialSources,
                    this::timed);
            calibration = new LevelCalibration(
                    setup.calibration(),
                    () -> calibrationFile(LevelCosts.KIND),
                    () -> new Calibrator(
                            graph, new TracedRuns(graph, traverser, reader, costs.shape()), costs, tiles.pay()),
                    this::choose);
        } catch (Throwable t) {
            Closing.after(t, this::close);
            throw t;
        }
    }

    /// Device memory without which there is no engine on this graph: tiles and first neighbours left out.
    static long bytes(Graph graph) {
        return bytes(graph, DeviceGraph.wideOffsets(graph.edgeCount()));
    }

    private static long bytes(Graph graph, boolean wideOffsets) {
        return DeviceGraph.bytes(graph, wideOffsets) + TraversalState.bytes(graph);
    }

    @Override
    public Graph graph() {
        return graph;
    }

    @Override
    public Backend over(Graph other) {
        return new GpuEngine(
                other,
                context.device(),
                GpuSetup.of(other, context.device().name()).with(setup.faults()));
    }

    @Override
    public String description() {
        return context.device().description();
    }

    @Override
    public Optional<String> busId() {
        return Optional.of(context.device().busId());
    }

    @Override
    public List<LevelMode> levelModes() {
        return List.of(LevelMode.values());
    }

    @Override
    public Optional<Upload> upload() {
        return Optional.of(deviceGraph.uploaded());
    }

    @Override
    public LabResult bfs(LabRequest request, Arena into) {
        try (Graph.Use _ = graph.use()) {
            return read(run(request), request, into);
        }
    }

    private LabResult read(Run run, LabRequest request, Arena into) {
        Results results = reader.read(run, request.parents(), into);
        BfsResult found = new BfsResult(
                request.source(),
                graph.ids(),
                results.levels(),
                results.parents(),
                run.vertices(),
                run.reachedEdges(),
                results.timings());
        return new LabResult(found, request.trace() ? reader.trace(run) : List.of());
    }

    @Override
    public boolean checksLevels() {
        return true;
    }

    @Override
    public String defect(long source) {
        try (Graph.Use _ = graph.use()) {
            context.use();
            return reader.defect(graph.vertexOf(source));
        }
    }

    @Override
    public BfsSummary measure(LabRequest request) {
        try (Graph.Use _ = graph.use()) {
            Run run = run(request);
            return new BfsSummary(
                    request.source(),
                    run.vertices(),
                    run.reachedEdges(),
                    run.timings(),
                    request.trace() ? reader.trace(run) : List.of());
        }
    }

    private Run run(LabRequest request) {
        context.use();
        if (asksForCosts(request) && measuresCosts()) {
            calibration.beforeTraversal();
        }
        return search(request);
    }

    private Run search(LabRequest request) {
        boolean tensor = asksForTensor(request);
        if (tensor) {
            tiles.bring();
        }
        boolean mayTensor = tensor || asksForCosts(request) && request.tensor() && tiles.pay();
        LabRequest allowed = request.withTensor(mayTensor);
        return HopRounds.isPlain(request)
                ? plainSearches.run(allowed, request.tensor())
                : timed(() -> traverser.run(allowed, variant(request)));
    }

    private Run timed(Supplier<Run> search) {
        long start = System.nanoTime();
        Run run = search.get();
        calibration.traversed(System.nanoTime() - start);
        return run;
    }

    /// What may run a search of few levels, or of slow ones, faster than the usual kernel: levels without
    /// small rounds, and the paper's kernel where its tiles are there in any case or take little memory.
    private List<BfsKernel> otherKernels() {
        List<BfsKernel> others = new ArrayList<>();
        if (traverser.plain() != traverser.withoutSmallRounds()) {
            others.add(traverser.withoutSmallRounds());
        }
        if (graph.tileBytes() <= setup.kernelTrial().mostTileBytes() && (tiles.pay() || tiles.mayBeBrought())) {
            others.add(paperKernels.chosen());
        }
        return others;
    }

    private long[] trialSources() {
        return RandomSources.pick(graph, SwitchTrial.SOURCES, TRIAL_SEED);
    }

    private static boolean asksForCosts(LabRequest request) {
        return request.mode() == BfsMode.AUTO && request.switching().rule() == SwitchRule.AUTO;
    }

    /// Whether a traversal runs tensor levels whatever they cost, or by a rule that asks of no costs.
    private static boolean asksForTensor(LabRequest request) {
        return switch (request.mode()) {
            case TENSOR, PAPER -> true;
            case AUTO ->
                request.plan().mode() == LevelMode.TENSOR || request.switching().rule() == SwitchRule.PAPER;
            case PUSH, PULL -> false;
        };
    }

    private TensorWorth tensorWorth() {
        return TensorWorth.find(
                new TracedRuns(graph, traverser, reader, costs.shape()),
                Arrays.stream(Calibrator.sources(graph))
                        .limit(Calibrator.SOURCES)
                        .toArray(),
                Calibrator.MOST_LEVELS,
                costs.level());
    }

    /// Kernel time of a search, a level a round where there are no lists.
    private long kernelNanos(long source, DeviceHopLists lists) {
        return lists == null ? traverser.kernelNanos(source, traverser.plain()) : traverser.kernelNanos(source, lists);
    }

    /// Lists of what lies some hops away, where searches take small rounds, in no more than half of the memory that is
    /// free.
    private Optional<DeviceHopLists> makeHopLists() {
        return costs.keepsNear()
                ? DeviceHopLists.make(context, kernels, deviceGraph, graph, DeviceRoom.usableBytes(context) / 2)
                : Optional.empty();
    }

    @Override
    public void calibrate() {
        try (Graph.Use _ = graph.use()) {
            context.use();
            if (measuresCosts()) {
                calibration.complete();
            }
            plainSearches.settle();
        }
    }

    private void choose(LevelCosts level) {
        costs = costs.withLevel(level);
        traverser.use(costs);
    }

    /// Where measured costs are kept; null for a graph without a cache.
    private <C> CalibrationFile<C> calibrationFile(CostKind<C> kind) {
        return graph.origin()
                .map(origin -> CalibrationFile.beside(origin, context.device().name(), KernelImage.read(), kind))
                .orElse(null);
    }

    private boolean measuresCosts() {
        return graph.edgeCount() >= setup.leastEdges();
    }

    @Override
    public Optional<Calibration> calibration() {
        return calibration.summary();
    }

    @Override
    public long[] probeSources() {
        return measuresCosts() ? Calibrator.sources(graph) : new long[0];
    }

    private BfsKernel variant(LabRequest request) {
        return switch (request.mode()) {
            case AUTO, PUSH -> traverser.adaptive(request.plan());
            case PULL -> BfsKernel.PULLING;
            case TENSOR -> paperKernels.withTensorLevelsAlone();
            case PAPER -> paperKernels.of(request.kernel());
        };
    }

    @Override
    public Optional<SwitchTrial> switchTrial() {
        return paperKernels.trial();
    }

    /// Levels of the last search that the host has run.
    int hostLevels() {
        return traverser.hostLevels();
    }

    /// How often the host looked at the last search.
    int timesLooked() {
        return traverser.timesLooked();
    }

    /// Whether searches of mode auto run by the usual kernel.
    boolean keepsUsualKernel() {
        return plainSearches.keepsUsualKernel();
    }

    /// Bytes of device memory allocated now.
    long deviceBytes() {
        return context.liveBytes();
    }

    @Override
    public long singleSourceBytes() {
        return bytes(graph, setup.wideOffsets()) + (setup.eager() ? 0 : deviceGraph.fullFirstsBytes());
    }

    @Override
    public Optional<Tiles> tiles() {
        return Optional.of(tiles.report());
    }

    @Override
    public MultiSource multiSource(int width, Direction direction, BatchMode mode) {
        context.use();
        if (mode.isPaper()) {
            tiles.bring();
        }
        int chosen = room.batchWidth(width, direction, mode);
        room.forBatches(chosen, mode);
        return new GpuMultiSource(
                context,
                graph,
                deviceGraph,
                kernels,
                staging,
                chosen,
                direction,
                mode,
                mode == BatchMode.AUTO && measuresCosts() ? this::batchCalibrator : (_, _) -> null,
                new GpuMultiSource.Independent(
                        setup.searches().queue(),
                        graph.verticesWithEdges() < setup.searches().leastVertices() ? null : spread::of,
                        setup.searches().byHost()
                                ? ThinSearches.of(graph, direction, workers, setup.thinLevels())
                                : null));
    }

    @Override
    public Optional<int[]> components() {
        context.use();
        return graph.directed() || graph.vertexCount() == 0
                ? Optional.empty()
                : Optional.of(deviceGraph.components().all());
    }

    @Override
    public Optional<NeighbourhoodCounts> neighbourhoods(Direction direction) {
        context.use();
        hopRounds.giveBack();
        return graph.directed() && graph.verticesWithEdges() > 0
                        || deviceGraph.components().largestKnown()
                ? Optional.of(new GpuNeighbourhoods(context, kernels, deviceGraph, graph, direction))
                : Optional.empty();
    }

    @Override
    public Optional<EccentricityDevice> eccentricities() {
        context.use();
        hopRounds.giveBack();
        return deviceGraph.components().largestKnown()
                ? Optional.of(new GpuEccentricities(
                        context, kernels, staging, deviceGraph, graph, state.level(), this::eccentricity))
                : Optional.empty();
    }

    private int eccentricity(int index) {
        try (Graph.Use _ = graph.use()) {
            context.use();
            if (measuresCosts()) {
                calibration.recall();
            }
            return search(LabRequest.from(graph.ids().idOf(index))).vertices().length - 1;
        }
    }

    @Override
    public OptionalInt leastCellComponent() {
        return OptionalInt.of(setup.searches().leastComponent());
    }

    @Override
    public CellDevice cellDevice(CellDevice.Component component) {
        context.use();
        hopRounds.giveBack();
        return new GpuCells(
                context, kernels, staging, component, setup.searches().queue());
    }

    /// One calibrator for all batches by one kernel, so that their costs are measured once.
    private BatchCalibrator batchCalibrator(String kernel, boolean near) {
        return batchCalibrators.computeIfAbsent(
                kernel, name -> new BatchCalibrator(calibrationFile(BatchCosts.kind(name)), near));
    }

    @Override
    public long multiSourceBytes(int width, Direction direction, BatchMode mode) {
        context.use();
        return room.batchBytes(room.batchWidth(width, direction, mode), mode);
    }

    @Override
    public int batchWidth(int width, Direction direction, BatchMode mode) {
        context.use();
        return room.batchWidth(width, direction, mode);
    }

    @Override
    public void close() {
        if (context != null && context.abandoned()) {
            // The device is left alone; threads of the host end.
            if (workers != null) {
                workers.close();
            }
            return;
        }
        if (context == null) {
            owned.close();
        } else {
            Closing.all(context::use, owned::close);
        }
    }
}
