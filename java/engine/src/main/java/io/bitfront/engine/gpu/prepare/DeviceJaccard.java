package io.bitfront.engine.gpu.prepare;

import io.bitfront.cache.PassedOverException;
import io.bitfront.engine.device.CudaContext;
import io.bitfront.engine.device.CudaDevice;
import io.bitfront.engine.device.DeviceAlgorithms;
import io.bitfront.engine.device.DeviceBuffer;
import io.bitfront.engine.device.Owned;
import io.bitfront.engine.gpu.abi.PlaceArguments;
import io.bitfront.engine.gpu.abi.WindowArguments;
import io.bitfront.graph.Bvss;
import io.bitfront.order.OrderingOptions;

/// JaccardWithWindows (paper Section 4.1, Algorithm 1) on a GPU: the permutation that
/// `io.bitfront.order.JaccardOrdering` finds, window for window and bit for bit. For one graph and one thread.
final class DeviceJaccard implements AutoCloseable {
    /// Bytes of device memory an entry of a range of windows takes beside its two keys.
    private static final long ENTRY_BYTES = 20;

    private static final int MOST_COLUMNS = 1 << 16;
    private static final int POSITION_BITS = 16;
    /// Columns of a larger degree are counted in 32 bits, others in 16.
    private static final int WIDE_ABOVE = 0xFFFF;
    /// Shared memory of a block beside the counts of its window.
    private static final int FIXED_SHARED_BYTES = 26 << 10;

    private static final int COUNT_THREADS = 1024;

    private final CudaContext context;
    private final PreparationKernels kernels;
    private final DeviceAlgorithms algorithms;
    private final SortRoom room;
    private final int vertexCount;
    private final int rowBits;
    private final int window;
    private final Owned owned = new Owned("the work memory of an order");
    private final PlaceArguments place;
    private final WindowArguments windows;

    /// @param window columns of a window
    DeviceJaccard(
            CudaContext context,
            PreparationKernels kernels,
            DeviceAlgorithms algorithms,
            SortRoom room,
            int vertexCount,
            int rowBits,
            int window) {
        this.context = context;
        this.kernels = kernels;
        this.algorithms = algorithms;
        this.room = room;
        this.vertexCount = vertexCount;
        this.rowBits = rowBits;
        this.window = window;
        place = kernels.arguments(PlaceArguments::new);
        windows = kernels.arguments(WindowArguments::new);
    }

    /// Null where windows of so many columns can be ordered on a device, else the reason in one line.
    static String problem(CudaDevice device, int window) {
        int most = Math.min(MOST_COLUMNS, (device.sharedBytes() - FIXED_SHARED_BYTES) / 2 & -Bvss.SIGMA);
        return window <= most
                ? null
                : "windows of %,d columns do not fit its shared memory, at most %,d do".formatted(window, most);
    }

    /// Device memory that ordering takes beside the columns, with ranges of a quarter of all entries.
    static long leastBytes(long vertexCount, long entries) {
        return 48 * vertexCount + (16 + ENTRY_BYTES) * (entries / 4 + 1);
    }

    /// Finds the order of vertices.
    ///
    /// @param out columns in the input's numbering
    /// @param inDegrees by input index
    /// @param outDegrees by input index
    /// @param ranks by input index its place in the input's order, those without any edge last
    /// @param connected vertices with an edge
    /// @param byDegree input indices by descending out-degree, ties by index, those without any edge last
    /// @param oldIdOf receives the result
    void order(
            DevicePreparation.DeviceCsc out,
            DeviceBuffer inDegrees,
            DeviceBuffer outDegrees,
            DeviceBuffer ranks,
            int connected,
            DeviceBuffer byDegree,
            DeviceBuffer oldIdOf) {
        place.natural(ranks.address());
        place.outDegrees(outDegrees.address());
        place.inDegrees(inDegrees.address());
        place.vertexCount(vertexCount);
        place.connected(connected);
        place.windowColumns(window);
        place.wideAbove(WIDE_ABOVE);
        windows.starts(out.starts().address());
        windows.rows(out.rows().address());
        windows.windowColumns(window);
        windows.connected(connected);
        windows.rowBits(rowBits);
        windows.wideAbove(WIDE_ABOVE);
        windows.mostCommon(OrderingOptions.MOST_COMMON);
        DeviceBuffer sums = positions(byDegree);
        orderWindows(sums, Math.ceilDiv(connected, window));
        placeSets(connected / Bvss.SIGMA, oldIdOf);
        context.finish("the order of vertices");
    }

    /// Stands columns by window and degree.
    ///
    /// @return sums of the degrees before each position
    private DeviceBuffer positions(DeviceBuffer byDegree) {
        DeviceBuffer columns = sort(byDegree, vertexCount, "key_windows");
        place.columns(columns.address());
        windows.columns(columns.address());
        DeviceBuffer degrees = allocate(Integer.BYTES * (vertexCount + 1L), "degrees by position");
        DeviceBuffer tooWide = zeroed(Long.BYTES, "a flag");
        int wide = Math.min(2 * countWords() - window, window);
        place.degrees(degrees.address());
        place.tooWide(tooWide.address());
        place.mostWide(wide);
        kernels.launch("list_degrees", place);
        if (room.readInt(tooWide, 0) != 0) {
            throw new PassedOverException(
                    "gpu: a jaccard window of %,d columns holds more than %,d of degree above %,d; choose a smaller window"
                            .formatted(window, wide, WIDE_ABOVE));
        }
        DeviceBuffer sums = allocate(Long.BYTES * (vertexCount + 1L), "sums of degrees");
        algorithms.wideSumsBefore(degrees, sums, vertexCount + 1L);
        windows.degrees(degrees.address());
        windows.columnStarts(sums.address());
        return sums;
    }

    /// Sorts `ids` stably by the keys that a kernel gives them.
    private DeviceBuffer sort(DeviceBuffer ids, long count, String kernel) {
        DeviceBuffer keys = allocate(Integer.BYTES * count, "sort keys");
        DeviceBuffer otherIds = allocate(Integer.BYTES * count, "sorted ids");
        place.ids(ids.address());
        place.keys(keys.address());
        kernels.launch(kernel, place);
        return sorted(keys, ids, otherIds, count);
    }

    private DeviceBuffer sorted(DeviceBuffer keys, DeviceBuffer ids, DeviceBuffer otherIds, long count) {
        if (count == 0) {
            return ids;
        }
        try (DeviceBuffer otherKeys = context.allocate(Integer.BYTES * count, "sorted sort keys")) {
            return algorithms.sortPairs(keys, otherKeys, ids, otherIds, count);
        }
    }

    private void orderWindows(DeviceBuffer sums, int windowCount) {
        windows.sharedRows(zeroed(4L * vertexCount, "shared rows of columns").address());
        windows.soloRows(zeroed(4L * vertexCount, "rows of one column").address());
        DeviceBuffer next = allocate(Long.BYTES, "a counter of windows");
        DeviceBuffer order = allocate(4L * vertexCount, "columns in order");
        windows.nextWindow(next.address());
        windows.order(order.address());
        place.order(order.address());
        long entries = room.readLong(sums, 8L * vertexCount);
        long fitting = (context.freeBytes() - SortRoom.RESERVE) / ENTRY_BYTES;
        long capacity = Math.clamp(fitting, 1, room.capacity(entries));
        room.forRanges(
                "jaccard windows",
                "window",
                sums,
                vertexCount,
                window,
                windowCount,
                capacity,
                (first, end, count, _) -> {
                    next.clear(next.bytes());
                    orderRange(first, end, count);
                    return count;
                });
    }

    private void orderRange(int first, int end, long count) {
        windows.keyCount(count);
        windows.firstWindow(first);
        windows.endWindow(end);
        windows.keys(room.keys().address());
        kernels.launch("window_keys", windows);
        DeviceBuffer sorted = room.sorted(count, POSITION_BITS, rowBits + SortRoom.bitsFor(end - first));
        windows.keys(sorted.address());
        try (DeviceBuffer heads = context.allocate(Integer.BYTES * (count + 1), "first entries of rows");
                DeviceBuffer positions = context.allocate(Integer.BYTES * (count + 1), "numbers of rows")) {
            windows.heads(heads.address());
            windows.positions(positions.address());
            kernels.launch("window_heads", windows);
            algorithms.sumsBefore(heads, positions, count + 1);
            listAndOrder(count, room.readInt(positions, 4 * count), end - first);
        }
    }

    private void listAndOrder(long count, long rows, int windowCount) {
        try (DeviceBuffer rowColumns = context.allocate(Long.BYTES * Math.ceilDiv(count, 4L), "columns of rows");
                DeviceBuffer rowEnds = context.allocate(Long.BYTES * rows, "ends of rows");
                DeviceBuffer columnRows = context.allocate(Integer.BYTES * count, "rows of columns");
                DeviceBuffer stamps = context.allocate(Integer.BYTES * rows, "stamps of rows")) {
            stamps.clear(stamps.bytes());
            windows.rowColumns(rowColumns.address());
            windows.rowEnds(rowEnds.address());
            windows.columnRows(columnRows.address());
            windows.stamps(stamps.address());
            windows.countWords(countWords());
            kernels.launch("window_rows", windows);
            int blocks = Math.min(windowCount, context.device().multiprocessors());
            kernels.launch("jaccard", blocks, COUNT_THREADS, Integer.BYTES * countWords(), windows);
            context.finish("the windows");
        }
    }

    /// Words of shared memory for the counts of a window.
    private int countWords() {
        return Math.min(window, (context.device().sharedBytes() - FIXED_SHARED_BYTES) / 4);
    }

    /// Sorts whole slice sets by their largest in-degree within windows, then windows, and stores the result.
    private void placeSets(int sets, DeviceBuffer oldIdOf) {
        int windowCount = Math.ceilDiv(sets, window / Bvss.SIGMA);
        DeviceBuffer byKey = sort(allocate(4L * sets, "slice sets"), sets, "key_sets");
        DeviceBuffer byWindow = sort(byKey, sets, "key_set_windows");
        DeviceBuffer first = allocate(4L * windowCount, "windows");
        DeviceBuffer keys = allocate(4L * windowCount, "sort keys of windows");
        place.ids(byWindow.address());
        place.keys(keys.address());
        place.oldIdOf(first.address());
        kernels.launch("key_first_sets", place);
        DeviceBuffer order = sorted(keys, first, allocate(4L * windowCount, "sorted windows"), windowCount);
        DeviceBuffer ranks = allocate(4L * windowCount, "ranks of windows");
        kernels.invert(order, ranks, windowCount);
        place.windowRanks(ranks.address());
        place.oldIdOf(oldIdOf.address());
        kernels.launch("place_sets", place);
    }

    private DeviceBuffer zeroed(long bytes, String what) {
        DeviceBuffer buffer = allocate(bytes, what);
        buffer.clear(bytes);
        return buffer;
    }

    private DeviceBuffer allocate(long bytes, String what) {
        return owned.add(context.allocate(bytes, what));
    }

    /// Frees work memory; the result is the caller's.
    @Override
    public void close() {
        owned.close();
    }
}
