package io.bitfront.engine.gpu.prepare;

import io.bitfront.engine.device.CudaContext;
import io.bitfront.engine.device.DeviceBuffer;
import io.bitfront.engine.gpu.abi.FigureArguments;
import io.bitfront.engine.gpu.prepare.ComponentLabels.Lists;
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
    private final CudaContext context;
    private final PreparationKernels kernels;
    private final int vertexCount;

    DeviceFigures(CudaContext context, PreparationKernels kernels, int vertexCount) {
        this.context = context;
        this.kernels = kernels;
        this.vertexCount = vertexCount;
    }

    private FigureArguments arguments(DeviceCsc csc) {
        FigureArguments arguments = arguments(csc.starts());
        arguments.outIndex(csc.rows().address());
        return arguments;
    }

    private FigureArguments arguments(DeviceBuffer starts) {
        FigureArguments arguments = kernels.arguments(FigureArguments::new);
        arguments.outStart(starts.address());
        arguments.vertexCount(vertexCount);
        return arguments;
    }

    /// Degrees of columns.
    ///
    /// @param starts of the columns, and their end
    DegreeCounts degrees(DeviceBuffer starts, long edgeCount) {
        FigureArguments arguments = arguments(starts);
        long mostLarge = edgeCount / DegreeCounts.COUNTED + 1;
        try (DeviceBuffer counts = zeroed(4L * DegreeCounts.COUNTED, "columns by degree");
                DeviceBuffer large = context.allocate(Integer.BYTES * mostLarge, "large degrees");
                DeviceBuffer largeCount = zeroed(8, "a counter of large degrees")) {
            arguments.degreeCounts(counts.address());
            arguments.largeDegrees(large.address());
            arguments.largeCount(largeCount.address());
            arguments.counted(DegreeCounts.COUNTED);
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
        try (DeviceBuffer labels = context.allocate(4L * vertexCount, "labels of components")) {
            Lists outLists = new Lists(out.starts().address(), out.rows().address());
            Lists inLists = in == out
                    ? null
                    : new Lists(in.starts().address(), in.rows().address());
            return new ComponentLabels(context, kernels).find(vertexCount, outLists, inLists, labels);
        }
    }

    /// How far apart the rows of VSSs lie.
    double updateDivergence(DeviceBvss bvss, DeviceCsc out) {
        int pieces = Pieces.count(out.edgeCount(), BvssPacker.sliceSetCount(vertexCount));
        FigureArguments arguments = arguments(out);
        try (DeviceBuffer sums = context.allocate(8L * pieces, "divergences")) {
            arguments.realPtrs(bvss.realPtrs().address());
            arguments.virtualToReal(bvss.virtualToReal().address());
            arguments.rowIds(bvss.rowIds().address());
            arguments.sliceStarts(bvss.sliceStarts().address());
            arguments.divergences(sums.address());
            arguments.pieceCost(Pieces.COST);
            arguments.setCost(Pieces.SET_COST);
            arguments.pieceCount(pieces);
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
