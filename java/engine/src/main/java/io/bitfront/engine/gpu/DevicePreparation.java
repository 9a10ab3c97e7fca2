package io.bitfront.engine.gpu;

import io.bitfront.engine.DeviceException;
import io.bitfront.engine.device.CudaContext;
import io.bitfront.engine.device.DeviceAlgorithms;
import io.bitfront.engine.device.DeviceBuffer;
import io.bitfront.graph.Bvss;
import io.bitfront.graph.BvssPacker;
import io.bitfront.graph.GraphInput;
import io.bitfront.parallel.Workers;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.Deque;

/// Takes one graph from its edges to order, CSC, hubs and BVSS on a GPU, in `degree` or `natural` order: ranges of
/// columns
/// or slice sets are emitted as 64-bit keys, sorted and taken apart. What comes out are device buffers, the same bytes
/// that the CPU's pipeline makes. For one thread; steps in the order of the methods.
final class DevicePreparation implements AutoCloseable {
    /// Most keys that are sorted at a time.
    static final long MOST_KEYS = 1L << 30;
    /// Bytes of device memory a key of a range takes: two buffers of keys, flags and their sums.
    private static final long KEY_BYTES = 24;
    /// Device memory left to the driver and to CUB's temporary storage.
    private static final long RESERVE = 1L << 30;

    private static final int NEW_ID_OF = 112;
    private static final int COUNTS = 120;
    private static final int SELF_LOOPS = 128;
    private static final int KEYS = 136;
    private static final int CURSOR = 144;
    private static final int FIRST_COLUMN = 152;
    private static final int END_COLUMN = 156;
    private static final int ROW_BITS = 160;
    private static final int BY_SOURCE = 164;
    private static final int SYMMETRISE = 168;

    /// Columns of A or of its transpose.
    record DeviceCsc(DeviceBuffer starts, DeviceBuffer rows, long edgeCount) {}

    /// As [Bvss], on the device.
    record DeviceBvss(
            DeviceBuffer realPtrs,
            DeviceBuffer virtualToReal,
            DeviceBuffer rowIds,
            DeviceBuffer tileMasks,
            int vssCount,
            long sliceCount) {}

    private final CudaContext context;
    private final long mostKeys;
    private final int vertexCount;
    private final int rowBits;
    private final boolean directed;
    private final Arena arena = Arena.ofShared();
    private final Deque<AutoCloseable> owned = new ArrayDeque<>();
    private final MemorySegment word = arena.allocate(ValueLayout.JAVA_LONG);
    private final PreparationKernels kernels;
    private final DeviceAlgorithms algorithms;
    private final ArgumentBlock columns;
    private final EdgeFeed feed;
    private final DeviceBuffer counts;
    private final DeviceBuffer countSums;
    private final DeviceBuffer cursor;
    private final DeviceBuffer selfLoops;
    private long entries;
    private long loops;
    private DeviceBuffer oldIdOf;
    private DeviceBuffer newIdOf;
    private DeviceBuffer keys;
    private DeviceBuffer otherKeys;

    /// @param mostKeys most keys that are sorted at a time
    DevicePreparation(CudaContext context, GraphInput input, Workers workers, long mostKeys) {
        this.context = context;
        this.mostKeys = mostKeys;
        vertexCount = input.edges().vertexCount();
        rowBits = Math.max(1, Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(0, vertexCount - 1)));
        directed = input.directed();
        try {
            kernels = own(new PreparationKernels(context));
            algorithms = own(new DeviceAlgorithms(context));
            columns = kernels.arguments(PreparationKernels.COLUMN_BYTES);
            feed = own(EdgeFeed.of(input, context, columns, workers));
            counts = allocate(4 * (vertexCount + 1L), "entries per column");
            countSums = allocate(8 * (vertexCount + 1L), "sums of entries");
            cursor = allocate(8, "a counter");
            selfLoops = allocate(8, "a counter of self-loops");
        } catch (Throwable t) {
            close();
            throw t;
        }
        columns.setLong(COUNTS, counts.address());
        columns.setLong(SELF_LOOPS, selfLoops.address());
        columns.setLong(CURSOR, cursor.address());
        columns.setInt(ROW_BITS, rowBits);
        columns.setInt(SYMMETRISE, input.symmetrise() ? 1 : 0);
    }

    private <T extends AutoCloseable> T own(T resource) {
        owned.push(resource);
        return resource;
    }

    private DeviceBuffer allocate(long bytes, String what) {
        return own(context.allocate(bytes, what));
    }

    /// Finds the order: `degree` or `natural`, vertices without any edge last.
    void order(boolean byDegree) {
        DeviceBuffer in = allocate(4L * vertexCount, "in-degrees");
        degrees(false, byDegree, in);
        DeviceBuffer out = in;
        if (directed) {
            out = allocate(4L * vertexCount, "out-degrees");
            degrees(true, false, out);
        }
        oldIdOf = allocate(4L * vertexCount, "input indices");
        newIdOf = allocate(4L * vertexCount, "vertices of input indices");
        ArgumentBlock arguments = kernels.arguments(PreparationKernels.ORDER_BYTES);
        try (DeviceBuffer sortKeys = context.allocate(4L * vertexCount, "sort keys");
                DeviceBuffer otherSortKeys = context.allocate(4L * vertexCount, "sort keys");
                DeviceBuffer otherIds = context.allocate(4L * vertexCount, "sorted vertices")) {
            arguments.setLong(0, in.address());
            arguments.setLong(8, out.address());
            arguments.setLong(16, sortKeys.address());
            arguments.setLong(24, oldIdOf.address());
            arguments.setLong(32, newIdOf.address());
            arguments.setInt(40, vertexCount);
            arguments.setInt(44, byDegree ? 1 : 0);
            kernels.launch("order_keys", arguments);
            if (vertexCount > 0
                    && algorithms.sortPairs(sortKeys, otherSortKeys, oldIdOf, otherIds, vertexCount) == otherIds) {
                oldIdOf.copyFrom(otherIds, otherIds.bytes());
            }
            kernels.launch("inverse", arguments);
            context.finish("the order of vertices");
        }
        columns.setLong(NEW_ID_OF, newIdOf.address());
    }

    /// Degrees without duplicates where `exact`, else entries per column, which are zero for the same columns.
    private void degrees(boolean bySource, boolean exact, DeviceBuffer into) {
        countColumns(bySource);
        if (!exact) {
            into.copyFrom(counts, into.bytes());
            return;
        }
        ArgumentBlock compress = kernels.arguments(PreparationKernels.COMPRESS_BYTES);
        compress.setLong(24, into.address());
        forRanges(compress);
    }

    private void countColumns(boolean bySource) {
        columns.setInt(BY_SOURCE, bySource ? 1 : 0);
        counts.clear(counts.bytes());
        selfLoops.clear(selfLoops.bytes());
        kernels.launch("count_" + feed.kind(), columns);
        algorithms.wideSumsBefore(counts, countSums, vertexCount + 1L);
        entries = readLong(countSums, 8L * vertexCount);
        loops = readLong(selfLoops, 0);
    }

    /// Builds the columns of A (by source: out-neighbours) or of its transpose in the order found.
    DeviceCsc columns(boolean bySource) {
        countColumns(bySource);
        DeviceBuffer starts = allocate(8 * (vertexCount + 1L), "column starts");
        starts.clear(starts.bytes());
        DeviceBuffer rows = allocate(4 * entries, "rows");
        ArgumentBlock compress = kernels.arguments(PreparationKernels.COMPRESS_BYTES);
        compress.setLong(8, starts.address());
        compress.setLong(16, rows.address());
        long edges = forRanges(compress);
        return new DeviceCsc(starts, rows, edges);
    }

    /// Emits, sorts and takes apart one range of columns after the other.
    ///
    /// @return entries without duplicates
    private long forRanges(ArgumentBlock compress) {
        long capacity = keyRoom(entries);
        long base = 0;
        for (int first = 0; first < vertexCount; ) {
            int end = endOfRange(countSums, 1, vertexCount, first, capacity);
            columns.setLong(KEYS, keys.address());
            columns.setInt(FIRST_COLUMN, first);
            columns.setInt(END_COLUMN, end);
            cursor.clear(cursor.bytes());
            kernels.launch("keys_" + feed.kind(), columns);
            long emitted = readLong(cursor, 0) & 0xFFFFFFFFL;
            DeviceBuffer sorted = sorted(emitted, rowBits + bitsFor(end - first));
            DeviceBuffer kept = sorted == keys ? otherKeys : keys;
            if (emitted > 0) {
                algorithms.unique(sorted, kept, cursor, emitted);
            }
            long unique = emitted == 0 ? 0 : readLong(cursor, 0);
            compress.setLong(0, kept.address());
            compress.setLong(32, unique);
            compress.setLong(40, base);
            compress.setInt(48, first);
            compress.setInt(52, end);
            compress.setInt(56, rowBits);
            kernels.launch("columns", compress);
            base += unique;
            first = end;
        }
        context.finish("the columns");
        return base;
    }

    private DeviceBuffer sorted(long count, int bits) {
        return count == 0 ? keys : algorithms.sortKeys(keys, otherKeys, count, 0, Math.min(bits, Long.SIZE));
    }

    /// Sees to room for as many keys at a time as there are, or as fit.
    private long keyRoom(long wanted) {
        if (keys == null) {
            long free = context.freeBytes() - RESERVE - 4 * wanted;
            long room = Math.clamp(free / KEY_BYTES, 1, Math.min(mostKeys, Math.max(wanted, 1)));
            keys = allocate(8 * room, "keys");
            otherKeys = allocate(8 * room, "sorted keys");
        }
        return keys.bytes() / 8;
    }

    /// The last column (or set of `stride` columns) up to which a range from `first` on has no more than `capacity`
    /// entries.
    private int endOfRange(DeviceBuffer sums, int stride, int count, int first, long capacity) {
        long base = readLong(sums, 8 * Math.min((long) first * stride, vertexCount));
        int low = first;
        int high = count;
        while (low < high) {
            int middle = high - (high - low) / 2;
            if (readLong(sums, 8 * Math.min((long) middle * stride, vertexCount)) - base <= capacity) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        if (low == first) {
            throw new DeviceException("column %,d alone has more than the %,d entries that fit into this GPU at a time"
                    .formatted((long) first * stride, capacity));
        }
        return low;
    }

    /// For each vertex its in-neighbour of largest in-degree.
    DeviceBuffer hubs(DeviceCsc in, boolean descending) {
        DeviceBuffer hubs = allocate(4L * vertexCount, "hubs");
        ArgumentBlock arguments = kernels.arguments(PreparationKernels.HUB_BYTES);
        arguments.setLong(0, in.starts.address());
        arguments.setLong(8, in.rows.address());
        arguments.setLong(16, hubs.address());
        arguments.setInt(24, vertexCount);
        arguments.setInt(28, descending ? 1 : 0);
        kernels.launch("hubs", arguments);
        context.finish("the hubs");
        return hubs;
    }

    /// Packs the columns of A into slices.
    DeviceBvss bvss(DeviceCsc out, DeviceCsc in) {
        int sets = BvssPacker.sliceSetCount(vertexCount);
        ArgumentBlock arguments = kernels.arguments(PreparationKernels.SLICE_BYTES);
        DeviceBuffer setSlices = allocate(4 * (sets + 1L), "slices per set");
        DeviceBuffer setVss = allocate(4 * (sets + 1L), "VSSs per set");
        DeviceBuffer sliceStarts = allocate(8 * (sets + 1L), "slice starts");
        DeviceBuffer realPtrs = allocate(4 * (sets + 1L), "slice set starts");
        setSlices.clear(setSlices.bytes());
        arguments.setLong(0, in.starts.address());
        arguments.setLong(8, in.rows.address());
        arguments.setLong(16, setSlices.address());
        arguments.setLong(24, setVss.address());
        arguments.setLong(32, sliceStarts.address());
        arguments.setLong(40, realPtrs.address());
        arguments.setInt(112, 0);
        arguments.setInt(116, sets);
        arguments.setInt(120, vertexCount);
        arguments.setInt(124, rowBits);
        kernels.launch("slice_counts", arguments);
        kernels.launch("vss_counts", arguments);
        algorithms.wideSumsBefore(setSlices, sliceStarts, sets + 1L);
        algorithms.sumsBefore(setVss, realPtrs, sets + 1L);
        long sliceCount = readLong(sliceStarts, 8L * sets);
        int vssCount = (int) readInt(realPtrs, 4L * sets);
        DeviceBvss bvss = new DeviceBvss(
                realPtrs,
                allocate(4L * vssCount, "slice sets of VSSs"),
                allocate(4L * Bvss.TAU * vssCount, "tile rows"),
                allocate(4L * Bvss.LANES * vssCount, "tile masks"),
                vssCount,
                sliceCount);
        arguments.setLong(0, out.starts.address());
        arguments.setLong(8, out.rows.address());
        arguments.setLong(80, bvss.virtualToReal.address());
        arguments.setLong(88, bvss.rowIds.address());
        arguments.setLong(96, bvss.tileMasks.address());
        fill(arguments, out, sets);
        return bvss;
    }

    private void fill(ArgumentBlock arguments, DeviceCsc out, int sets) {
        long capacity = keyRoom(out.edgeCount);
        long flags = Math.min(capacity, out.edgeCount) + 1;
        try (DeviceBuffer heads = context.allocate(4 * flags, "first keys of slices");
                DeviceBuffer positions = context.allocate(4 * flags, "positions of slices")) {
            arguments.setLong(56, heads.address());
            arguments.setLong(64, positions.address());
            for (int first = 0; first < sets; ) {
                int end = endOfRange(out.starts, Bvss.SIGMA, sets, first, capacity);
                long count = start(out, end) - start(out, first);
                arguments.setInt(112, first);
                arguments.setInt(116, end);
                arguments.setLong(104, count);
                arguments.setLong(48, keys.address());
                kernels.launch("slice_keys", arguments);
                DeviceBuffer sorted = sorted(count, 3 + rowBits + bitsFor(end - first));
                arguments.setLong(48, sorted.address());
                arguments.setLong(72, (sorted == keys ? otherKeys : keys).address());
                if (count > 0) {
                    kernels.launch("slice_heads", arguments);
                    algorithms.sumsBefore(heads, positions, count);
                    kernels.launch("slices", arguments);
                    kernels.launch("vss", arguments);
                }
                first = end;
            }
            context.finish("the slices");
        }
    }

    private long start(DeviceCsc csc, int set) {
        return readLong(csc.starts, 8 * Math.min((long) set * Bvss.SIGMA, vertexCount));
    }

    /// Least device memory that preparing a graph takes, with ranges of a quarter of all entries.
    static long leastBytes(GraphInput input) {
        long n = input.edges().vertexCount();
        long entries = input.edges().edgeCount() * (input.symmetrise() ? 2 : 1);
        long sides = input.directed() ? 2 : 1;
        long columns = sides * (4 * entries + 8 * n);
        long slices = 5 * (entries + BvssPacker.sliceSetCount(input.edges().vertexCount()) * (long) Bvss.TAU / 8);
        return EdgeFeed.bytes(input) + columns + slices + 40 * n + KEY_BYTES * (entries / 4 + 1) + RESERVE;
    }

    /// Frees what columns are made from; results stay.
    void dropEdges() {
        feed.close();
    }

    /// Frees the room for keys; results stay.
    void dropKeys() {
        if (keys != null) {
            keys.close();
            otherKeys.close();
            keys = null;
        }
    }

    private static int bitsFor(int count) {
        return count <= 1 ? 0 : Integer.SIZE - Integer.numberOfLeadingZeros(count - 1);
    }

    private long readLong(DeviceBuffer from, long offset) {
        from.download(offset, word);
        context.finish("a count");
        return word.get(ValueLayout.JAVA_LONG, 0);
    }

    private long readInt(DeviceBuffer from, long offset) {
        from.download(offset, word.asSlice(0, 4));
        context.finish("a count");
        return Integer.toUnsignedLong(word.get(ValueLayout.JAVA_INT, 0));
    }

    DeviceBuffer oldIdOf() {
        return oldIdOf;
    }

    DeviceBuffer newIdOf() {
        return newIdOf;
    }

    long selfLoops() {
        return loops;
    }

    /// Entries of the last columns built, duplicates included.
    long entries() {
        return entries;
    }

    @Override
    public void close() {
        while (!owned.isEmpty()) {
            try {
                owned.pop().close();
            } catch (Exception e) {
                throw new DeviceException("free the memory of a preparation: " + e.getMessage(), e);
            }
        }
        if (arena.scope().isAlive()) {
            arena.close();
        }
    }
}
