package io.bitfront.engine.gpu.prepare;

import io.bitfront.engine.device.ArgumentBlock;
import io.bitfront.engine.device.CudaContext;
import io.bitfront.engine.device.DeviceBuffer;
import io.bitfront.engine.gpu.prepare.DevicePreparation.DeviceCsc;
import io.bitfront.engine.gpu.prepare.DeviceSlices.DeviceBvss;
import io.bitfront.graph.BvssPacker;
import io.bitfront.graph.DegreeCounts;
import io.bitfront.graph.Pieces;
import io.bitfront.graph.UpdateDivergence;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/// Takes the figures of a graph on a GPU that are the CPU's bit for bit: degrees, components, update divergence.
/// For one thread; device memory is freed before a method returns.
final class DeviceFigures {
    private static final int FIRST_NEIGHBOURS = 2;
    private static final int SAMPLES = 1024;

    private final CudaContext context;
    private final PreparationKernels kernels;
    private final int vertexCount;

    DeviceFigures(CudaContext context, PreparationKernels kernels, int vertexCount) {
        this.context = context;
        this.kernels = kernels;
        this.vertexCount = vertexCount;
    }

    private ArgumentBlock arguments(DeviceCsc csc) {
        ArgumentBlock arguments = arguments(csc.starts());
        arguments.setLong(8, csc.rows().address());
        return arguments;
    }

    private ArgumentBlock arguments(DeviceBuffer starts) {
        ArgumentBlock arguments = kernels.arguments(PreparationKernels.FIGURE_BYTES);
        arguments.setLong(0, starts.address());
        arguments.setInt(136, vertexCount);
        return arguments;
    }

    /// Degrees of columns.
    ///
    /// @param starts of the columns, and their end
    DegreeCounts degrees(DeviceBuffer starts, long edgeCount) {
        ArgumentBlock arguments = arguments(starts);
        long mostLarge = edgeCount / DegreeCounts.COUNTED + 1;
        try (DeviceBuffer counts = zeroed(4L * DegreeCounts.COUNTED, "columns by degree");
                DeviceBuffer large = context.allocate(4 * mostLarge, "large degrees");
                DeviceBuffer largeCount = zeroed(8, "a counter of large degrees")) {
            arguments.setLong(32, counts.address());
            arguments.setLong(40, large.address());
            arguments.setLong(48, largeCount.address());
            arguments.setInt(140, DegreeCounts.COUNTED);
            kernels.launch("degrees", arguments);
            int[] small = ints(counts, DegreeCounts.COUNTED);
            return new DegreeCounts(
                    Arrays.stream(small).mapToLong(Integer::toUnsignedLong).toArray(),
                    ints(large, ints(largeCount, 1)[0]));
        }
    }

    /// Weakly connected components, isolated vertices included.
    ///
    /// @param in the same object as `out` where the graph is undirected
    @SuppressWarnings("ReferenceEquality") // one CSC for both directions is what makes a graph undirected
    int components(DeviceCsc out, DeviceCsc in) {
        if (vertexCount == 0) {
            return 0;
        }
        ArgumentBlock arguments = arguments(out);
        if (in != out) {
            arguments.setLong(16, in.starts().address());
            arguments.setLong(24, in.rows().address());
        }
        try (DeviceBuffer parent = context.allocate(4L * vertexCount, "trees of components");
                DeviceBuffer samples = context.allocate(4L * SAMPLES, "samples of components");
                DeviceBuffer roots = zeroed(8, "a counter of components")) {
            arguments.setLong(56, parent.address());
            arguments.setLong(64, samples.address());
            arguments.setLong(72, roots.address());
            arguments.setInt(144, FIRST_NEIGHBOURS);
            arguments.setInt(152, SAMPLES);
            kernels.launch("components", arguments);
            kernels.launch("unite_first", arguments);
            kernels.launch("flatten", arguments);
            kernels.launch("samples", arguments);
            arguments.setInt(148, mostFrequent(ints(samples, SAMPLES)));
            roots.clear(roots.bytes());
            kernels.launch("unite_rest", arguments);
            kernels.launch("flatten", arguments);
            return ints(roots, 1)[0];
        }
    }

    /// The label of the largest component, at a guess, which decides the time alone.
    private static int mostFrequent(int[] samples) {
        Arrays.sort(samples);
        int best = samples[0];
        int most = 0;
        for (int i = 0, begin = 0; i < samples.length; i++) {
            begin = samples[i] == samples[begin] ? begin : i;
            if (i - begin >= most) {
                most = i - begin + 1;
                best = samples[i];
            }
        }
        return best;
    }

    /// How far apart the rows of VSSs lie.
    double updateDivergence(DeviceBvss bvss, DeviceCsc out) {
        int pieces = Pieces.count(out.edgeCount(), BvssPacker.sliceSetCount(vertexCount));
        ArgumentBlock arguments = arguments(out);
        try (DeviceBuffer sums = context.allocate(8L * pieces, "divergences")) {
            arguments.setLong(80, bvss.realPtrs().address());
            arguments.setLong(88, bvss.virtualToReal().address());
            arguments.setLong(96, bvss.rowIds().address());
            arguments.setLong(104, bvss.sliceStarts().address());
            arguments.setLong(112, sums.address());
            arguments.setLong(120, Pieces.COST);
            arguments.setInt(128, Pieces.SET_COST);
            arguments.setInt(132, pieces);
            kernels.launch("divergence", arguments);
            try (Arena scratch = Arena.ofConfined()) {
                double[] found = downloaded(sums, 8L * pieces, scratch).toArray(ValueLayout.JAVA_DOUBLE);
                return UpdateDivergence.mean(found, bvss.vssCount());
            }
        }
    }

    private int[] ints(DeviceBuffer from, int count) {
        try (Arena scratch = Arena.ofConfined()) {
            return downloaded(from, 4L * count, scratch).toArray(ValueLayout.JAVA_INT);
        }
    }

    private MemorySegment downloaded(DeviceBuffer from, long bytes, Arena scratch) {
        MemorySegment to = scratch.allocate(bytes, 8);
        if (bytes > 0) {
            from.download(0, to);
        }
        context.finish("a figure");
        return to;
    }

    private DeviceBuffer zeroed(long bytes, String what) {
        DeviceBuffer buffer = context.allocate(bytes, what);
        buffer.clear(bytes);
        return buffer;
    }
}
