package io.bitfront.engine.gpu.prepare;

import io.bitfront.cache.PassedOverException;
import io.bitfront.cache.PreprocessOptions;
import io.bitfront.cache.Preprocessor;
import io.bitfront.engine.device.CudaContext;
import io.bitfront.engine.device.DeviceAlgorithms;
import io.bitfront.engine.device.DeviceBuffer;
import io.bitfront.engine.device.Owned;
import io.bitfront.engine.gpu.abi.ColumnArguments;
import io.bitfront.engine.gpu.abi.CompressArguments;
import io.bitfront.engine.gpu.abi.HubArguments;
import io.bitfront.engine.gpu.abi.OrderArguments;
import io.bitfront.engine.gpu.prepare.DeviceSlices.DeviceBvss;
import io.bitfront.graph.Bvss;
import io.bitfront.graph.BvssPacker;
import io.bitfront.graph.DegreeCounts;
import io.bitfront.graph.DegreeStatistics;
import io.bitfront.graph.EdgeCounts;
import io.bitfront.graph.GraphInput;
import io.bitfront.graph.GraphStatistics;
import io.bitfront.order.EdgeSample;
import io.bitfront.order.OrderingKind;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Consumer;

/// Takes one graph from its edges to order, CSC, hubs, BVSS and figures on a GPU: ranges of columns or slice sets are
/// emitted as 64-bit keys, sorted and taken apart. What comes out are device buffers, the same bytes that the CPU's
/// pipeline makes. For one thread; steps in the order of the methods.
final class DevicePreparation implements AutoCloseable {
    /// Orders that a GPU makes.
    static final Set<OrderingKind> MADE = EnumSet.of(OrderingKind.DEGREE, OrderingKind.NATURAL, OrderingKind.JACCARD);

    /// Most keys that are sorted at a time.
    static final long MOST_KEYS = 1L << 30;

    /// Columns of A or of its transpose.
    record DeviceCsc(DeviceBuffer starts, DeviceBuffer rows, long edgeCount) implements AutoCloseable {
        @Override
        public void close() {
            starts.close();
            rows.close();
        }
    }

    private final CudaContext context;
    private final int vertexCount;
    private final int rowBits;
    private final boolean directed;
    private final Owned owned = new Owned("the memory of a preparation");
    private final PreparationKernels kernels;
    private final DeviceAlgorithms algorithms;
    private final SortRoom room;
    private final ColumnArguments columns;
    private final EdgeFeed feed;
    private final DeviceBuffer counts;
    private final DeviceBuffer countSums;
    private final DeviceBuffer cursor;
    private final DeviceBuffer selfLoops;
    private long entries;
    private long loops;
    private int isolated;
    private DeviceBuffer oldIdOf;
    private DeviceBuffer newIdOf;

    /// @param mostKeys most keys that are sorted at a time
    DevicePreparation(CudaContext context, GraphInput input, Preprocessor job, long mostKeys) {
        this.context = context;
        vertexCount = input.edges().vertexCount();
        rowBits = Math.max(1, Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(0, vertexCount - 1)));
        directed = input.directed();
        try {
            kernels = owned.add(new PreparationKernels(context));
            algorithms = owned.add(new DeviceAlgorithms(context));
            room = owned.add(new SortRoom(context, algorithms, job.progress(), mostKeys));
            columns = kernels.arguments(ColumnArguments::new);
            long spare = context.freeBytes()
                    - leastBytesBesideEdges(input, job.options().ordering());
            feed = owned.add(EdgeFeed.of(input, context, kernels, algorithms, columns, job.workers(), spare));
            counts = allocate(Integer.BYTES * (vertexCount + 1L), "entries per column");
            countSums = allocate(Long.BYTES * (vertexCount + 1L), "sums of entries");
            cursor = allocate(Long.BYTES, "a counter");
            selfLoops = allocate(Long.BYTES, "a counter of self-loops");
        } catch (Throwable t) {
            close();
            throw t;
        }
        columns.counts(counts.address());
        columns.selfLoops(selfLoops.address());
        columns.cursor(cursor.address());
        columns.rowBits(rowBits);
        columns.symmetrise(input.symmetrise() ? 1 : 0);
    }

    private DeviceBuffer allocate(long bytes, String what) {
        return owned.add(context.allocate(bytes, what));
    }

    /// Finds the order, vertices without any edge last.
    ///
    /// @param options ordering degree, natural, jaccard or a rule
    /// @param say receives what a rule stands for
    /// @return the ordering, or what a rule stands for and why
    /// @throws PassedOverException where this order of this graph is made on the CPU only
    OrderingKind.Choice order(PreprocessOptions options, Consumer<String> say) {
        oldIdOf = allocate(4L * vertexCount, "input indices");
        newIdOf = allocate(4L * vertexCount, "vertices of input indices");
        OrderingKind.Choice choice = options.ordering().isRule()
                ? decide(options.ordering(), say)
                : new OrderingKind.Choice(options.ordering(), "");
        boolean byWindows = byWindows(choice.kind());
        try (DeviceBuffer in = context.allocate(4L * vertexCount, "in-degrees");
                DeviceBuffer out = context.allocate(4L * vertexCount, "out-degrees")) {
            if (byWindows) {
                orderByWindows(in, out, options);
            } else {
                boolean byDegree = choice.kind() == OrderingKind.DEGREE;
                if (byDegree) {
                    inDegrees(in);
                } else {
                    entriesPerColumn(false, in);
                }
                if (directed) {
                    entriesPerColumn(true, out);
                }
                sort(in, directed ? out : in, byDegree);
                kernels.invert(oldIdOf, newIdOf, vertexCount);
            }
            context.finish("the order of vertices");
        }
        columns.newIdOf(newIdOf.address());
        return choice;
    }

    /// Whether an order is made of the columns in the input's numbering, or may be.
    static boolean byWindows(OrderingKind ordering) {
        return ordering.windowed();
    }

    private void orderByWindows(DeviceBuffer in, DeviceBuffer out, PreprocessOptions options) {
        try (DeviceCsc raw = columns(true, out);
                DeviceJaccard jaccard =
                        new DeviceJaccard(context, kernels, algorithms, room, vertexCount, rowBits, options.window())) {
            if (directed) {
                inDegrees(in);
            } else {
                in.copyFrom(out, out.bytes());
            }
            sort(in, out, false);
            kernels.invert(oldIdOf, newIdOf, vertexCount);
            int connected = vertexCount - isolated;
            sort(out, in, true);
            try (DeviceBuffer byDegree = context.allocate(4L * vertexCount, "vertices by degree")) {
                byDegree.copyFrom(oldIdOf, oldIdOf.bytes());
                jaccard.order(raw, in, out, newIdOf, connected, byDegree, oldIdOf);
            }
            kernels.invert(oldIdOf, newIdOf, vertexCount);
        }
        // Room for keys of columns differs from that for windows.
        room.drop();
    }

    /// Goes by the rule of the CPU, from the same figures of the columns in the input's numbering.
    private OrderingKind.Choice decide(OrderingKind rule, Consumer<String> say) {
        OrderingKind.Choice choice;
        try (DeviceBuffer in = context.allocate(4L * vertexCount, "in-degrees");
                DeviceCsc raw = columns(true, null)) {
            DegreeCounts outDegrees = figures().degrees(raw.starts, raw.edgeCount);
            DegreeCounts inDegrees = directed ? inDegrees(in) : outDegrees;
            choice = rule.chosenFor(
                    DegreeStatistics.of(outDegrees, inDegrees, vertexCount, raw.edgeCount, isolated),
                    () -> EdgeSample.of(vertexCount, lists(raw)));
        }
        String name = choice.kind().word();
        if (!MADE.contains(choice.kind())) {
            throw new PassedOverException("gpu: ordering %s is %s for this graph, which is made on the CPU only (%s)"
                    .formatted(rule.word(), name, choice.reason()));
        }
        say.accept("ordering %s: %s".formatted(name, choice.reason()));
        return choice;
    }

    /// A few lists that lie on the device.
    private EdgeSample.Lists lists(DeviceCsc columns) {
        return new EdgeSample.Lists() {
            @Override
            public long[] range(int vertex) {
                return read(columns.starts, (long) Long.BYTES * vertex, 2L * Long.BYTES)
                        .toArray(ValueLayout.JAVA_LONG);
            }

            @Override
            public int[] rows(long begin, int count) {
                return read(columns.rows, Integer.BYTES * begin, (long) Integer.BYTES * count)
                        .toArray(ValueLayout.JAVA_INT);
            }
        };
    }

    private MemorySegment read(DeviceBuffer from, long offset, long bytes) {
        MemorySegment into = Arena.ofAuto().allocate(bytes, Long.BYTES);
        if (bytes > 0) {
            from.download(offset, into);
            context.finish("a sample of the edges");
        }
        return into;
    }

    private DeviceFigures figures() {
        return new DeviceFigures(context, kernels, vertexCount);
    }

    /// Sorts input indices into `oldIdOf`: as they are, or by the first degrees, descending; those without any edge
    /// last.
    private void sort(DeviceBuffer degrees, DeviceBuffer otherDegrees, boolean byDegree) {
        OrderArguments arguments = kernels.arguments(OrderArguments::new);
        try (DeviceBuffer sortKeys = context.allocate(4L * vertexCount, "sort keys");
                DeviceBuffer otherSortKeys = context.allocate(4L * vertexCount, "sort keys");
                DeviceBuffer otherIds = context.allocate(4L * vertexCount, "sorted vertices");
                DeviceBuffer isolatedCount = context.allocate(Long.BYTES, "a counter of isolated vertices")) {
            isolatedCount.clear(isolatedCount.bytes());
            arguments.inDegrees(degrees.address());
            arguments.outDegrees(otherDegrees.address());
            arguments.keys(sortKeys.address());
            arguments.oldIdOf(oldIdOf.address());
            arguments.isolated(isolatedCount.address());
            arguments.vertexCount(vertexCount);
            arguments.byDegree(byDegree ? 1 : 0);
            kernels.launch("order_keys", arguments);
            if (vertexCount > 0
                    && algorithms.sortPairs(sortKeys, otherSortKeys, oldIdOf, otherIds, vertexCount) == otherIds) {
                oldIdOf.copyFrom(otherIds, otherIds.bytes());
            }
            isolated = (int) room.readInt(isolatedCount, 0);
        }
    }

    /// Entries per column with duplicates, which are zero for the same columns as degrees.
    private void entriesPerColumn(boolean bySource, DeviceBuffer into) {
        countColumns(bySource);
        into.copyFrom(counts, into.bytes());
    }

    /// In-degrees without duplicates.
    ///
    /// @param into receives them by vertex
    private DegreeCounts inDegrees(DeviceBuffer into) {
        countColumns(false);
        try (DeviceBuffer starts = context.allocate(Long.BYTES * (vertexCount + 1L), "column starts")) {
            starts.clear(starts.bytes());
            CompressArguments compress = kernels.arguments(CompressArguments::new);
            compress.starts(starts.address());
            compress.degrees(into.address());
            return figures().degrees(starts, forRanges(compress));
        }
    }

    private void countColumns(boolean bySource) {
        columns.bySource(bySource ? 1 : 0);
        counts.clear(counts.bytes());
        selfLoops.clear(selfLoops.bytes());
        feed.launch("count");
        algorithms.wideSumsBefore(counts, countSums, vertexCount + 1L);
        entries = room.readLong(countSums, 8L * vertexCount);
        loops = room.readLong(selfLoops, 0);
    }

    /// Builds the columns of A (by source: out-neighbours) or of its transpose in the order found.
    DeviceCsc columns(boolean bySource) {
        return owned.add(columns(bySource, null));
    }

    /// @param degrees receives those of the columns; or null
    private DeviceCsc columns(boolean bySource, DeviceBuffer degrees) {
        countColumns(bySource);
        DeviceBuffer starts = context.allocate(Long.BYTES * (vertexCount + 1L), "column starts");
        DeviceBuffer rows = null;
        try {
            starts.clear(starts.bytes());
            rows = context.allocate(Integer.BYTES * entries, "rows");
            CompressArguments compress = kernels.arguments(CompressArguments::new);
            compress.starts(starts.address());
            compress.rows(rows.address());
            compress.degrees(degrees == null ? 0 : degrees.address());
            return new DeviceCsc(starts, rows, forRanges(compress));
        } catch (Throwable t) {
            starts.close();
            if (rows != null) {
                rows.close();
            }
            throw t;
        }
    }

    /// Emits, sorts and takes apart one range of columns after the other.
    ///
    /// @return entries without duplicates
    private long forRanges(CompressArguments compress) {
        long capacity = room.capacity(entries);
        long sum = room.forRanges(
                "columns",
                "column",
                countSums,
                vertexCount,
                1,
                vertexCount,
                capacity,
                (first, end, _, base) -> sortRange(compress, first, end, base));
        context.finish("the columns");
        return sum;
    }

    private long sortRange(CompressArguments compress, int first, int end, long base) {
        columns.keys(room.keys().address());
        columns.firstColumn(first);
        columns.endColumn(end);
        cursor.clear(cursor.bytes());
        feed.launch("keys");
        long emitted = room.readInt(cursor, 0);
        DeviceBuffer sorted = room.sorted(emitted, 0, rowBits + SortRoom.bitsFor(end - first));
        DeviceBuffer kept = room.besides(sorted);
        if (emitted > 0) {
            algorithms.unique(sorted, kept, cursor, emitted);
        }
        long unique = emitted == 0 ? 0 : room.readLong(cursor, 0);
        compress.keys(kept.address());
        compress.keyCount(unique);
        compress.base(base);
        compress.firstColumn(first);
        compress.endColumn(end);
        compress.rowBits(rowBits);
        kernels.launch("columns", compress);
        return unique;
    }

    /// For each vertex its in-neighbour of largest in-degree.
    DeviceBuffer hubs(DeviceCsc in, boolean descending) {
        DeviceBuffer hubs = allocate(4L * vertexCount, "hubs");
        hubs.fill((byte) -1, hubs.bytes());
        HubArguments arguments = kernels.arguments(HubArguments::new);
        arguments.inStart(in.starts.address());
        arguments.inIndex(in.rows.address());
        arguments.hubs(hubs.address());
        arguments.vertexCount(vertexCount);
        arguments.descending(descending ? 1 : 0);
        kernels.launch("hubs", arguments);
        context.finish("the hubs");
        return hubs;
    }

    /// Packs the columns of A into slices.
    DeviceBvss bvss(DeviceCsc out, DeviceCsc in) {
        room.makeWay(sliceBytes(vertexCount, out.edgeCount));
        return owned.add(new DeviceSlices(context, kernels, algorithms, room, vertexCount, rowBits))
                .pack(out, in);
    }

    /// Takes the figures that the statistics need.
    GraphStatistics statistics(GraphInput input, DeviceCsc out, DeviceCsc in, DeviceBvss bvss) {
        DeviceFigures figures = figures();
        DegreeCounts outDegrees = figures.degrees(out.starts, out.edgeCount);
        DegreeCounts inDegrees = in == out ? outDegrees : figures.degrees(in.starts, in.edgeCount);
        long slices = bvss.sliceCount();
        return GraphStatistics.of(
                EdgeCounts.of(input, feed.edgeCount(), loops, out.edgeCount),
                DegreeStatistics.of(outDegrees, inDegrees, vertexCount, out.edgeCount, isolated),
                slices,
                bvss.vssCount(),
                slices == 0 ? 0 : (double) out.edgeCount / (Bvss.SIGMA * slices),
                figures.updateDivergence(bvss, out),
                figures.components(out, in));
    }

    /// Least device memory that preparing a graph takes, with ranges of a quarter of all entries.
    static long leastBytes(GraphInput input, PreprocessOptions options) {
        return EdgeFeed.leastBytes(input, options.threads()) + leastBytesBesideEdges(input, options.ordering());
    }

    private static long leastBytesBesideEdges(GraphInput input, OrderingKind ordering) {
        long n = input.edges().vertexCount();
        long entries = input.edges().mostEdges() * (input.symmetrise() ? 2 : 1);
        long sides = input.directed() ? 2 : 1;
        long columns = 4 * entries + 8 * n;
        long packing = sides * columns
                + sliceBytes(input.edges().vertexCount(), entries)
                + SortRoom.KEY_BYTES * (entries / 4 + 1);
        boolean windowed = ordering.candidates().stream().anyMatch(DevicePreparation::byWindows);
        long windows = windowed ? columns + DeviceJaccard.leastBytes(n, entries) : 0;
        return Math.max(packing, windows) + 40 * n + SortRoom.RESERVE;
    }

    /// Bytes of the slices of so many entries at most.
    private static long sliceBytes(int vertexCount, long entries) {
        return 5 * (entries + BvssPacker.sliceSetCount(vertexCount) * (long) Bvss.TAU / 8);
    }

    /// Frees what columns are made from; results stay.
    void dropEdges() {
        feed.close();
    }

    /// Frees the room for keys; results stay.
    void dropKeys() {
        room.drop();
    }

    /// Edges of the input.
    long inputEdges() {
        return feed.edgeCount();
    }

    DeviceBuffer oldIdOf() {
        return oldIdOf;
    }

    DeviceBuffer newIdOf() {
        return newIdOf;
    }

    /// Entries of the last columns built, duplicates included.
    long entries() {
        return entries;
    }

    @Override
    public void close() {
        owned.close();
    }
}
