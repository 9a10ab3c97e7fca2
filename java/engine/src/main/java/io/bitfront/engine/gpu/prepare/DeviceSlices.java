package io.bitfront.engine.gpu.prepare;

import io.bitfront.engine.device.CudaContext;
import io.bitfront.engine.device.DeviceAlgorithms;
import io.bitfront.engine.device.DeviceBuffer;
import io.bitfront.engine.device.Owned;
import io.bitfront.engine.gpu.abi.SliceArguments;
import io.bitfront.engine.gpu.prepare.DevicePreparation.DeviceCsc;
import io.bitfront.graph.Bvss;
import io.bitfront.graph.BvssPacker;

/// Packs a graph's columns into slices on a GPU, a range of slice sets after the other. Owns the result. For one
/// thread.
final class DeviceSlices implements AutoCloseable {
    /// As [Bvss], on the device.
    ///
    /// @param sliceStarts slices before each slice set, and all
    record DeviceBvss(
            DeviceBuffer sliceStarts,
            DeviceBuffer realPtrs,
            DeviceBuffer virtualToReal,
            DeviceBuffer rowIds,
            DeviceBuffer tileMasks,
            int vssCount,
            long sliceCount) {}

    private final CudaContext context;
    private final PreparationKernels kernels;
    private final DeviceAlgorithms algorithms;
    private final SortRoom room;
    private final int vertexCount;
    private final int rowBits;
    private final Owned owned = new Owned("the memory of slices");

    DeviceSlices(
            CudaContext context,
            PreparationKernels kernels,
            DeviceAlgorithms algorithms,
            SortRoom room,
            int vertexCount,
            int rowBits) {
        this.context = context;
        this.kernels = kernels;
        this.algorithms = algorithms;
        this.room = room;
        this.vertexCount = vertexCount;
        this.rowBits = rowBits;
    }

    /// Packs the columns of A into slices.
    DeviceBvss pack(DeviceCsc out, DeviceCsc in) {
        int sets = BvssPacker.sliceSetCount(vertexCount);
        SliceArguments arguments = kernels.arguments(SliceArguments::new);
        DeviceBuffer setSlices = allocate(Integer.BYTES * (sets + 1L), "slices per set");
        DeviceBuffer setVss = allocate(Integer.BYTES * (sets + 1L), "VSSs per set");
        DeviceBuffer sliceStarts = allocate(Long.BYTES * (sets + 1L), "slice starts");
        DeviceBuffer realPtrs = allocate(Integer.BYTES * (sets + 1L), "slice set starts");
        setSlices.clear(setSlices.bytes());
        arguments.starts(in.starts().address());
        arguments.rows(in.rows().address());
        arguments.setSlices(setSlices.address());
        arguments.setVss(setVss.address());
        arguments.sliceStarts(sliceStarts.address());
        arguments.realPtrs(realPtrs.address());
        arguments.firstSet(0);
        arguments.endSet(sets);
        arguments.vertexCount(vertexCount);
        arguments.rowBits(rowBits);
        kernels.launch("slice_counts", arguments);
        kernels.launch("vss_counts", arguments);
        algorithms.wideSumsBefore(setSlices, sliceStarts, sets + 1L);
        algorithms.sumsBefore(setVss, realPtrs, sets + 1L);
        long sliceCount = room.readLong(sliceStarts, 8L * sets);
        int vssCount = (int) room.readInt(realPtrs, 4L * sets);
        DeviceBvss bvss = new DeviceBvss(
                sliceStarts,
                realPtrs,
                allocate(4L * vssCount, "slice sets of VSSs"),
                allocate(4L * Bvss.TAU * vssCount, "tile rows"),
                allocate(4L * Bvss.LANES * vssCount, "tile masks"),
                vssCount,
                sliceCount);
        arguments.starts(out.starts().address());
        arguments.rows(out.rows().address());
        arguments.virtualToReal(bvss.virtualToReal.address());
        arguments.rowIds(bvss.rowIds.address());
        arguments.tileMasks(bvss.tileMasks.address());
        fill(arguments, out, sets);
        return bvss;
    }

    private void fill(SliceArguments arguments, DeviceCsc out, int sets) {
        long capacity = room.capacity(out.edgeCount());
        long flags = Math.min(capacity, out.edgeCount()) + 1;
        try (DeviceBuffer heads = context.allocate(Integer.BYTES * flags, "first keys of slices");
                DeviceBuffer positions = context.allocate(Integer.BYTES * flags, "positions of slices")) {
            arguments.heads(heads.address());
            arguments.positions(positions.address());
            room.forRanges(
                    "BVSS",
                    "slice set",
                    out.starts(),
                    vertexCount,
                    Bvss.SIGMA,
                    sets,
                    capacity,
                    (first, end, count, _) -> {
                        arguments.firstSet(first);
                        arguments.endSet(end);
                        arguments.keyCount(count);
                        arguments.keys(room.keys().address());
                        kernels.launch("slice_keys", arguments);
                        DeviceBuffer sorted = room.sorted(count, 0, 3 + rowBits + SortRoom.bitsFor(end - first));
                        arguments.keys(sorted.address());
                        arguments.slices(room.besides(sorted).address());
                        if (count > 0) {
                            kernels.launch("slice_heads", arguments);
                            algorithms.sumsBefore(heads, positions, count);
                            kernels.launch("slices", arguments);
                            kernels.launch("vss", arguments);
                        }
                        return count;
                    });
            context.finish("the slices");
        }
    }

    private DeviceBuffer allocate(long bytes, String what) {
        return owned.add(context.allocate(bytes, what));
    }

    @Override
    public void close() {
        owned.close();
    }
}
