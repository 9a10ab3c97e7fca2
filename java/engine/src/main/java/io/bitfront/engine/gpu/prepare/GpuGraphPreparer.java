package io.bitfront.engine.gpu.prepare;

import io.bitfront.cache.BvssSection;
import io.bitfront.cache.GraphPreparer;
import io.bitfront.cache.PassedOverException;
import io.bitfront.cache.PhaseLog;
import io.bitfront.cache.PrepareOn;
import io.bitfront.cache.PreprocessOptions;
import io.bitfront.cache.Preprocessor;
import io.bitfront.cache.SectionStore;
import io.bitfront.engine.DeviceException;
import io.bitfront.engine.device.Cuda;
import io.bitfront.engine.device.CudaContext;
import io.bitfront.engine.device.CudaDevice;
import io.bitfront.engine.device.DeviceAlgorithms;
import io.bitfront.engine.device.DeviceBuffer;
import io.bitfront.engine.device.Faults;
import io.bitfront.engine.device.KernelImage;
import io.bitfront.engine.device.PinnedStaging;
import io.bitfront.engine.gpu.prepare.DevicePreparation.DeviceCsc;
import io.bitfront.engine.gpu.prepare.DeviceSlices.DeviceBvss;
import io.bitfront.graph.Bvss;
import io.bitfront.graph.Csc;
import io.bitfront.graph.GraphInput;
import io.bitfront.graph.GraphStatistics;
import io.bitfront.graph.Permutation;
import io.bitfront.graph.VertexIds;
import io.bitfront.memory.Bytes;
import io.bitfront.memory.IntArray;
import io.bitfront.memory.OffHeap;
import io.bitfront.order.OrderingKind;
import io.bitfront.progress.Progress;
import java.lang.foreign.MemorySegment;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;

/// Prepares graphs on a GPU, in `degree`, `natural` and `jaccard` order, and by rules where these stand for one of
/// them.
public final class GpuGraphPreparer implements GraphPreparer {
    private static final String WORD = "gpu";
    private static final long STAGING_BYTES = 32L << 20;
    /// Fewer edges take the CPU no longer than a GPU its start.
    private static final long LEAST_EDGES = 1L << 22;

    @Override
    public boolean handles(PrepareOn device) {
        return device instanceof PrepareOn.Gpu;
    }

    @Override
    public String whyNot(PreprocessOptions options) {
        if (Collections.disjoint(options.ordering().candidates(), DevicePreparation.MADE)) {
            return "gpu: ordering %s is made on the CPU only; the GPU makes degree, natural and jaccard"
                    .formatted(options.ordering().word());
        }
        String problem = Cuda.problem();
        if (problem == null) {
            problem = KernelImage.problem();
        }
        if (problem == null) {
            problem = DeviceAlgorithms.problem();
        }
        if (problem != null) {
            return "gpu: " + problem;
        }
        try {
            CudaDevice device = device(options.device());
            problem = options.ordering().candidates().stream().anyMatch(DevicePreparation::byWindows)
                    ? DeviceJaccard.problem(device, options.window())
                    : null;
            return problem == null ? null : "gpu: " + problem;
        } catch (DeviceException e) {
            return e.getMessage();
        }
    }

    @Override
    public String whyNot(GraphInput input, PreprocessOptions options) {
        String problem = whyNot(options);
        if (problem != null) {
            return problem;
        }
        long edges = input.edges().mostEdges();
        if (options.orCpu() && edges < LEAST_EDGES) {
            return "gpu: %,d edges are too few to gain from it".formatted(edges);
        }
        try (CudaContext context = new CudaContext(device(options.device()))) {
            long needed = DevicePreparation.leastBytes(input, options);
            long free = context.freeBytes();
            return needed <= free
                    ? null
                    : "gpu: preparing this graph takes at least %s of device memory, %s are free"
                            .formatted(Bytes.text(needed), Bytes.text(free));
        } catch (DeviceException e) {
            return e.getMessage();
        }
    }

    @Override
    public String plan(GraphInput input, PreprocessOptions options) {
        try (CudaContext context = new CudaContext(device(options.device()))) {
            CudaDevice device = context.device();
            return "on gpu:%d (%s), with at least %s of its memory, %s free"
                    .formatted(
                            device.index(),
                            device.name(),
                            Bytes.text(DevicePreparation.leastBytes(input, options)),
                            Bytes.text(context.freeBytes()));
        }
    }

    @Override
    public long memoryNeeded(PreprocessOptions options) {
        return 2 * STAGING_BYTES + StreamedFeed.leastBytes(options.threads());
    }

    private static CudaDevice device(PrepareOn asked) {
        List<CudaDevice> devices = Cuda.devices();
        if (!(asked instanceof PrepareOn.Gpu gpu) || gpu.index() >= devices.size()) {
            throw new DeviceException("%s: this machine has %d GPUs".formatted(asked, devices.size()));
        }
        return devices.get(gpu.index());
    }

    /// What stays on the device until it is brought into memory.
    private record Made(
            OrderingKind ordering,
            DeviceCsc out,
            DeviceCsc in,
            DeviceBuffer hubs,
            DeviceBvss bvss,
            GraphStatistics statistics) {}

    @Override
    public Prepared prepare(GraphInput input, Preprocessor job, SectionStore store) {
        return prepare(input, job, store, DevicePreparation.MOST_KEYS, Faults.NONE);
    }

    /// @param mostKeys most keys that are sorted at a time
    static Prepared prepare(GraphInput input, Preprocessor job, SectionStore store, long mostKeys, Faults faults) {
        PhaseLog log = job.log();
        try (CudaContext context =
                        orPassOver(() -> new CudaContext(device(job.options().device()), faults));
                DevicePreparation work = orPassOver(() -> log.run(
                        "edges",
                        "edge",
                        () -> new DevicePreparation(context, input, job, mostKeys),
                        DevicePreparation::inputEdges))) {
            Made made = orPassOver(() -> make(work, input, job));
            try (Results results = orPassOver(() -> new Results(context, job, store))) {
                return log.run(
                        "download", "byte", () -> downloaded(results, input, work, made), arrays -> results.bytes);
            }
        }
    }

    /// Nothing is stored yet: whatever the device fails at, another can begin anew.
    private static <T> T orPassOver(Supplier<T> step) {
        try {
            return step.get();
        } catch (DeviceException e) {
            throw new PassedOverException("gpu: " + e.getMessage(), e);
        }
    }

    private static Made make(DevicePreparation work, GraphInput input, Preprocessor job) {
        PhaseLog log = job.log();
        OrderingKind.Choice choice =
                log.run("order", "edge", () -> work.order(job.options(), job.say()), name -> work.entries());
        OrderingKind ordering = choice.kind();
        DeviceCsc out = log.run("CSC", "edge", () -> work.columns(true), DeviceCsc::edgeCount);
        DeviceCsc in = input.directed() ? work.columns(false) : out;
        work.dropEdges();
        DeviceBuffer hubs = work.hubs(in, ordering == OrderingKind.DEGREE);
        DeviceBvss bvss = log.run("BVSS", "edge", () -> work.bvss(out, in), result -> out.edgeCount());
        work.dropKeys();
        GraphStatistics statistics =
                log.run("figures", "edge", () -> work.statistics(input, out, in, bvss), result -> out.edgeCount());
        return new Made(ordering, out, in, hubs, bvss, statistics.withOrderReason(choice.reason()));
    }

    /// Sections are asked of the store in their order.
    @SuppressWarnings("ReferenceEquality") // one CSC for both directions is what makes a graph undirected
    private static Prepared downloaded(Results results, GraphInput input, DevicePreparation work, Made made) {
        SectionStore store = results.store;
        int n = input.edges().vertexCount();
        Permutation permutation = store.permutation(n);
        results.bring(
                BvssSection.NEW_ID_OF, work.newIdOf(), permutation.newIdOf().segment());
        results.bring(
                BvssSection.OLD_ID_OF, work.oldIdOf(), permutation.oldIdOf().segment());
        VertexIds ids = store.ids(input.ids());
        input.close();
        Csc outColumns = store.out(n, made.out.edgeCount());
        results.bring(BvssSection.OUT_COLUMN_START, BvssSection.OUT_ROW_INDEX, made.out, outColumns);
        Csc inColumns = outColumns;
        if (made.in != made.out) {
            inColumns = store.in(n, made.in.edgeCount());
            results.bring(BvssSection.IN_COLUMN_START, BvssSection.IN_ROW_INDEX, made.in, inColumns);
        }
        IntArray hubArray = store.ints(BvssSection.HUBS, n);
        results.bring(BvssSection.HUBS, made.hubs, hubArray.segment());
        Bvss packed = store.keepsTiles() ? results.bring(made.bvss, store.bvss(n, made.bvss.vssCount())) : null;
        return new Prepared(made.ordering, permutation, ids, outColumns, inColumns, hubArray, packed, made.statistics);
    }

    /// Brings device buffers into memory.
    private static final class Results implements AutoCloseable {
        private final SectionStore store;
        private final PinnedStaging staging;
        private final Progress.Phase phase;
        private long bytes;

        Results(CudaContext context, Preprocessor job, SectionStore store) {
            this.store = store.claimed();
            this.staging = new PinnedStaging(context, job.workers(), STAGING_BYTES);
            this.phase = job.progress().start("download", -1, "byte");
        }

        void bring(BvssSection starts, BvssSection rows, DeviceCsc from, Csc to) {
            bring(starts, from.starts(), to.columnStart().segment());
            bring(rows, from.rows(), to.rowIndex().segment());
        }

        Bvss bring(DeviceBvss from, Bvss to) {
            bring(BvssSection.REAL_PTRS, from.realPtrs(), to.realPtrs().segment());
            bring(
                    BvssSection.VIRTUAL_TO_REAL,
                    from.virtualToReal(),
                    to.virtualToReal().segment());
            bring(BvssSection.ROW_IDS, from.rowIds(), to.rowIds().segment());
            bring(BvssSection.TILE_MASKS, from.tileMasks(), to.tileMasks().segment());
            return to;
        }

        void bring(BvssSection section, DeviceBuffer from, MemorySegment to) {
            staging.download(from, to, (begin, end) -> {
                if (!store.map(section, begin, end)) {
                    OffHeap.populateForWriting(to, begin, end - begin);
                }
            });
            bytes += to.byteSize();
            phase.advance(to.byteSize());
        }

        @Override
        public void close() {
            phase.close();
            staging.close();
        }
    }
}
