package io.bitfront.engine.gpu;

import io.bitfront.cache.GraphPreparer;
import io.bitfront.cache.PhaseLog;
import io.bitfront.cache.PreprocessOptions;
import io.bitfront.engine.DeviceException;
import io.bitfront.engine.device.Cuda;
import io.bitfront.engine.device.CudaContext;
import io.bitfront.engine.device.CudaDevice;
import io.bitfront.engine.device.DeviceAlgorithms;
import io.bitfront.engine.device.DeviceBuffer;
import io.bitfront.engine.device.PinnedStaging;
import io.bitfront.engine.gpu.DevicePreparation.DeviceBvss;
import io.bitfront.engine.gpu.DevicePreparation.DeviceCsc;
import io.bitfront.graph.Bvss;
import io.bitfront.graph.Csc;
import io.bitfront.graph.GraphInput;
import io.bitfront.graph.Permutation;
import io.bitfront.memory.IntArray;
import io.bitfront.memory.LongArray;
import io.bitfront.memory.OffHeap;
import io.bitfront.parallel.Workers;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Set;

/// Prepares graphs on a GPU, in `degree` and `natural` order.
public final class GpuGraphPreparer implements GraphPreparer {
    private static final String WORD = "gpu";
    private static final long STAGING_BYTES = 32L << 20;
    private static final Set<String> ORDERINGS = Set.of("degree", "natural");

    @Override
    public boolean handles(String device) {
        return device.equals(PreprocessOptions.AUTO) || device.equals(WORD) || device.startsWith(WORD + ":");
    }

    @Override
    public String whyNot(GraphInput input, PreprocessOptions options) {
        if (!ORDERINGS.contains(options.ordering())) {
            return "gpu: ordering %s is made on the CPU only; the GPU makes degree and natural"
                    .formatted(options.ordering());
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
        try (CudaContext context = new CudaContext(device(options.device()))) {
            long needed = DevicePreparation.leastBytes(input);
            long free = context.freeBytes();
            return needed <= free
                    ? null
                    : "gpu: preparing this graph takes %,d bytes of device memory, %,d are free"
                            .formatted(needed, free);
        } catch (DeviceException e) {
            return e.getMessage();
        }
    }

    private static CudaDevice device(String word) {
        int index = word.startsWith(WORD + ":") ? Integer.parseInt(word.substring(WORD.length() + 1)) : 0;
        List<CudaDevice> devices = Cuda.devices();
        if (index >= devices.size()) {
            throw new DeviceException("%s: this machine has %d GPUs".formatted(word, devices.size()));
        }
        return devices.get(index);
    }

    @Override
    public Arrays prepare(GraphInput input, PreprocessOptions options, Arena arena, Workers workers, PhaseLog log) {
        return prepare(input, options, arena, workers, log, DevicePreparation.MOST_KEYS);
    }

    /// @param mostKeys most keys that are sorted at a time
    static Arrays prepare(
            GraphInput input, PreprocessOptions options, Arena arena, Workers workers, PhaseLog log, long mostKeys) {
        boolean byDegree = options.ordering().equals("degree");
        long inputEdges = input.edges().edgeCount();
        try (CudaContext context = new CudaContext(device(options.device()));
                DevicePreparation work = log.run(
                        "edges",
                        "edge",
                        () -> new DevicePreparation(context, input, workers, mostKeys),
                        result -> inputEdges)) {
            log.run("order", "edge", () -> ordered(work, byDegree), Long::longValue);
            DeviceCsc out = log.run("CSC", "edge", () -> work.columns(true), DeviceCsc::edgeCount);
            long duplicates = work.entries() - out.edgeCount();
            DeviceCsc in = input.directed() ? work.columns(false) : out;
            work.dropEdges();
            DeviceBuffer hubs = work.hubs(in, byDegree);
            DeviceBvss bvss = log.run("BVSS", "edge", () -> work.bvss(out, in), result -> out.edgeCount());
            work.dropKeys();
            try (Results results = new Results(context, arena, workers)) {
                return log.run(
                        "download",
                        "byte",
                        () -> downloaded(results, work, out, in, hubs, bvss, duplicates),
                        arrays -> results.bytes);
            }
        }
    }

    private static long ordered(DevicePreparation work, boolean byDegree) {
        work.order(byDegree);
        return work.entries();
    }

    private static Arrays downloaded(
            Results results,
            DevicePreparation work,
            DeviceCsc out,
            DeviceCsc in,
            DeviceBuffer hubs,
            DeviceBvss bvss,
            long duplicates) {
        Permutation permutation =
                new Permutation(results.ints(work.newIdOf(), "new ids"), results.ints(work.oldIdOf(), "input indices"));
        Csc outColumns = results.csc(out);
        Bvss packed = new Bvss(
                results.ints(bvss.realPtrs(), "slice set starts"),
                results.ints(bvss.virtualToReal(), "slice sets of VSSs"),
                results.ints(bvss.rowIds(), "tile rows"),
                results.ints(bvss.tileMasks(), "tile masks"));
        return new Arrays(
                permutation,
                outColumns,
                in == out ? outColumns : results.csc(in),
                results.ints(hubs, "hubs"),
                packed,
                bvss.sliceCount(),
                work.selfLoops(),
                duplicates);
    }

    /// Brings device buffers into memory.
    private static final class Results implements AutoCloseable {
        private final PinnedStaging staging;
        private final Arena arena;
        private long bytes;

        Results(CudaContext context, Arena arena, Workers workers) {
            this.staging = new PinnedStaging(context, workers, STAGING_BYTES);
            this.arena = arena;
        }

        IntArray ints(DeviceBuffer from, String what) {
            return IntArray.of(bring(from, from.bytes(), what));
        }

        Csc csc(DeviceCsc from) {
            return new Csc(
                    LongArray.of(bring(from.starts(), from.starts().bytes(), "column starts")),
                    IntArray.of(bring(from.rows(), IntArray.BYTES * from.edgeCount(), "rows")));
        }

        private MemorySegment bring(DeviceBuffer from, long length, String what) {
            MemorySegment to = OffHeap.allocate(arena, length, what);
            staging.download(from, to);
            bytes += length;
            return to;
        }

        @Override
        public void close() {
            staging.close();
        }
    }
}
