package io.bitfront.engine.gpu;

import io.bitfront.engine.DeviceException;
import io.bitfront.engine.device.CudaContext;
import io.bitfront.engine.device.DeviceBuffer;
import io.bitfront.engine.device.Kernel;
import io.bitfront.engine.device.Owned;
import io.bitfront.engine.device.PinnedStaging;
import io.bitfront.engine.gpu.abi.Constants;
import io.bitfront.engine.gpu.abi.GraphArrays;
import io.bitfront.engine.gpu.abi.ProfileArguments;
import io.bitfront.engine.gpu.abi.ProfileControl;
import io.bitfront.engine.gpu.abi.ProfileFailure;
import io.bitfront.engine.lab.SourceSums;
import io.bitfront.engine.spi.CellDevice;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.SplittableRandom;

/// Cells of a component on a GPU: `native/kernels/profile.cuh`. The component is uploaded in its own numbering, where a
/// cell's vertices lie together. Rows of hops are 2 bytes a vertex. Owns its device memory.
final class GpuCells implements CellDevice {
    /// Profiles of a cell at most: they grow as the square of the border, on a triangulation a third of it.
    private static final int PROFILES = 1 << 19;

    /// Bytes that the differences of profiles may take, a row for each border vertex.
    private static final long DIFFERENCES = 4L << 30;

    /// Vertices of a cell whose offsets are kept at once.
    private static final int SOURCES = 2_048;

    /// Searches of a launch, times those that run at once: blocks that are done early wait for the last ones.
    private static final int WAVES = 4;

    /// Of the memory that is free rows may take so many percent.
    private static final int ROWS_PERCENT = 90;

    /// Entries of histograms for each vertex, beside one for each profile.
    private static final int ENTRIES_A_VERTEX = 2;

    private static final long SEED = 0x62697466726F6E74L;

    private final CudaContext context;
    private final BfsKernels kernels;
    private final Component component;
    private final int profiles;
    private final int tableSize;
    private final int rows;
    private final long rowStride;
    private final Arena arena = Arena.ofShared();
    private final ProfileArguments arguments = new ProfileArguments(arena);
    private final Owned owned = new Owned("the cells of a component");
    private final IndependentSearches searches;
    private final BatchSlot slot;
    private final int launchWidth;
    private final DeviceBuffer keys;
    private final DeviceBuffer control;
    private final DeviceBuffer histogram;
    private final DeviceBuffer levels;
    private final DeviceBuffer columns;
    private final DeviceBuffer border;
    private final DeviceBuffer borderRows;
    private final DeviceBuffer words;
    private final DeviceBuffer results;
    private final MemorySegment hostResults;
    private final MemorySegment hostControl;
    private final Kernel sums;
    private final int sumBlocks;
    private int failure;

    /// @param queue vertices that a search's queue holds at most
    /// @throws DeviceException where not even the longest border's rows fit the memory that is free
    GpuCells(CudaContext context, BfsKernels kernels, PinnedStaging staging, Component component, int queue) {
        this.context = context;
        this.kernels = kernels;
        this.component = component;
        int n = component.vertexCount();
        this.rowStride = (n + 1L) / 2 * 2;
        long affordable = DIFFERENCES / Short.BYTES / component.mostBorder() / Constants.PROFILE_TILE;
        this.profiles = (int)
                Math.min(Math.min(PROFILES, affordable * Constants.PROFILE_TILE), roundedUp(n, Constants.PROFILE_TILE));
        this.tableSize = Integer.highestOneBit(2 * profiles - 1) * 2;
        Kernel search = kernels.independentNarrow().byLists();
        this.launchWidth = WAVES * search.residentBlocks(search.blockThreads());
        try {
            DeviceBuffer start = uploaded(staging, component.start(), "neighbour starts of a component");
            DeviceBuffer neighbour = uploaded(staging, component.neighbour(), "neighbours of a component");
            arguments.start(start.address());
            arguments.neighbour(neighbour.address());
            searches = searches(start.address(), neighbour.address(), queue);
            slot = owned.add(new BatchSlot(context, launchWidth));
            columns = allocate((long) Integer.BYTES * launchWidth, "rows of searches");
            keys = allocate((long) Long.BYTES * tableSize, "hashes of profiles");
            control = allocate(ProfileControl.BYTES, "what is known of profiles");
            border = allocate((long) Integer.BYTES * component.mostBorder(), "the border of a cell");
            borderRows = allocate((long) Integer.BYTES * component.mostBorder(), "the rows of a border");
            words = allocate((long) Long.BYTES * component.mostBorder(), "factors of hashes");
            long entries = Math.min(Integer.MAX_VALUE, (long) ENTRIES_A_VERTEX * n + profiles);
            histogram = component.harmonic() ? allocate(Integer.BYTES * entries, "histograms of profiles") : null;
            arguments.histogramCapacity((int) entries);
            results = allocate(resultBytes(component.mostCell()), "sums of a cell");
            hostResults = arena.allocate(resultBytes(component.mostCell()), Long.BYTES);
            hostControl = arena.allocate(ProfileControl.BYTES, Integer.BYTES);
            sums = kernels.profile("sums");
            sumBlocks = sums.residentBlocks(BfsKernels.POST_THREADS);
            describe();
            rows = rowsThatFit();
            levels = allocate(rowBytes() * rows, "rows of hops");
            levels.fill((byte) -1, levels.bytes());
            arguments.rows(levels.address());
            context.finish("the upload of a component");
        } catch (Throwable t) {
            close();
            throw t;
        }
    }

    private static long roundedUp(long value, long multiple) {
        return Math.ceilDiv(value, multiple) * multiple;
    }

    private DeviceBuffer allocate(long bytes, String what) {
        return owned.add(context.allocate(Math.max(bytes, Long.BYTES), what));
    }

    private DeviceBuffer uploaded(PinnedStaging staging, int[] values, String what) {
        DeviceBuffer buffer = allocate((long) Integer.BYTES * values.length, what);
        staging.upload(
                buffer,
                (long) Integer.BYTES * values.length,
                (offset, pinned) -> MemorySegment.copy(
                        values, (int) (offset / Integer.BYTES), pinned, ValueLayout.JAVA_INT, 0, (int)
                                (pinned.byteSize() / Integer.BYTES)));
        return buffer;
    }

    private IndependentSearches searches(long start, long neighbour, int queue) {
        int n = component.vertexCount();
        int longest = 0;
        for (int v = 0; v < n; v++) {
            longest = Math.max(longest, component.start()[v + 1] - component.start()[v]);
        }
        IndependentSearches.Lists lists =
                new IndependentSearches.Lists(kernels.independentNarrow(), n, meanDegree(), longest, arrays -> {
                    describeLists(arrays, start, neighbour);
                });
        return owned.add(new IndependentSearches(context, kernels, lists, launchWidth, queue));
    }

    private double meanDegree() {
        return (double) component.neighbour().length / component.vertexCount();
    }

    private void describeLists(GraphArrays arrays, long start, long neighbour) {
        arrays.outStart(start);
        arrays.outIndex(neighbour);
        arrays.vertexCount(component.vertexCount());
        arrays.liveCount(component.vertexCount());
    }

    /// Names everything but the rows and what changes from cell to cell.
    private void describe() {
        int n = component.vertexCount();
        int ints = Integer.BYTES;
        arguments.keys(keys.address());
        arguments.control(control.address());
        arguments.border(border.address());
        arguments.borderRow(borderRows.address());
        arguments.words(words.address());
        arguments.histogram(histogram == null ? 0 : histogram.address());
        arguments.profileAt(
                allocate((long) ints * tableSize, "profiles of hashes").address());
        arguments.profileOf(allocate((long) ints * n, "profiles of vertices").address());
        arguments.example(
                allocate((long) ints * profiles, "examples of profiles").address());
        arguments.members(
                allocate((long) ints * profiles, "members of profiles").address());
        arguments.hopsSum(
                allocate((long) Long.BYTES * profiles, "sums of profiles").address());
        arguments.farthest(
                allocate((long) ints * profiles, "depths of profiles").address());
        arguments.notNearest(
                allocate((long) ints * profiles, "starts of profiles").address());
        arguments.histogramBegin(
                allocate((long) ints * profiles, "places of histograms").address());
        arguments.difference(allocate((long) Short.BYTES * profiles * component.mostBorder(), "differences of profiles")
                .address());
        arguments.offset(allocate((long) Short.BYTES * profiles * SOURCES, "offsets of profiles")
                .address());
        long queue = (long) component.mostCell() + component.mostBorder();
        arguments.queue(allocate(ints * queue * sumBlocks, "queues of cells").address());
        int depth = component.mostHops() + 2;
        arguments.counts(
                allocate((long) ints * depth * sumBlocks, "levels of cells").address());
        arguments.levelCapacity(depth);
        arguments.rowStride(rowStride);
        arguments.vertexCount(n);
        arguments.profileCapacity(profiles);
        arguments.tableMask(tableSize - 1);
        arguments.lanesLog(IndependentSearches.lanesLog(meanDegree()));
    }

    private long rowBytes() {
        return Short.BYTES * rowStride;
    }

    /// Rows for some launches of searches and the longest border, or as many as fit.
    private int rowsThatFit() {
        long wanted = 2L * launchWidth + component.mostBorder();
        long usable = context.freeBytes() / 100 * ROWS_PERCENT;
        long fitting = usable / rowBytes();
        if (fitting < component.mostBorder()) {
            throw new DeviceException(
                    "gpu:%d: a cell's border of %,d vertices needs %,d bytes for hops, %,d may be used"
                            .formatted(
                                    context.device().index(),
                                    component.mostBorder(),
                                    component.mostBorder() * rowBytes(),
                                    usable));
        }
        return (int) Math.min(Math.min(wanted, fitting), component.vertexCount());
    }

    @Override
    public int rows() {
        return rows;
    }

    @Override
    public int searchesWanted() {
        int spare = rows - component.mostBorder();
        int waves = Math.clamp(spare / Math.max(1, searches.atOnce()), 1, WAVES);
        return waves * searches.atOnce();
    }

    @Override
    public SourceSums search(int[] vertices, int[] into) {
        context.use();
        SourceSums all = SourceSums.allocate(vertices.length);
        for (int first = 0; first < vertices.length; first += launchWidth) {
            int end = Math.min(first + launchWidth, vertices.length);
            try (Arena called = Arena.ofConfined()) {
                upload(columns, Arrays.copyOfRange(into, first, end), called);
                searches.rows(
                        slot, Arrays.copyOfRange(vertices, first, end), columns.address(), levels.address(), rowStride);
                slot.complete();
                slot.await();
                SourceSums part = slot.sums();
                for (int i = first; i < end; i++) {
                    all.copyRow(i, part, i - first);
                }
            }
        }
        return all;
    }

    private void upload(DeviceBuffer buffer, int[] values, Arena called) {
        buffer.upload(0, called.allocateFrom(ValueLayout.JAVA_INT, values));
    }

    @Override
    public SourceSums sums(int begin, int end, int[] around, int[] aroundRows) {
        if (around.length > Constants.MOST_BORDER || end - begin > Constants.MOST_CELL) {
            failure = 0;
            return null;
        }
        context.use();
        try (Arena called = Arena.ofConfined()) {
            upload(border, around, called);
            upload(borderRows, aroundRows, called);
            words.upload(0, called.allocateFrom(ValueLayout.JAVA_LONG, factors(around.length)));
            arguments.cellBegin(begin);
            arguments.cellSize(end - begin);
            arguments.borderSize(around.length);
            group();
            for (int first = 0; first < end - begin; first += SOURCES) {
                sum(first, Math.min(SOURCES, end - begin - first));
            }
            control.download(0, hostControl);
            results.download(0, hostResults.asSlice(0, resultBytes(component.mostCell())));
            context.finish("the sums of a cell");
        }
        failure = hostControl.get(ValueLayout.JAVA_INT, ProfileControl.FAILURE);
        return failure != 0 ? null : found(end - begin);
    }

    @Override
    public String leftWhy() {
        return text(failure);
    }

    /// @param failure bits of what the kernels say, 0 where none was asked
    static String text(int failure) {
        if (failure == 0) {
            return "its border or itself is too large";
        }
        return Arrays.stream(ProfileFailure.values())
                .filter(reason -> (failure & reason.number()) != 0)
                .map(reason -> text(reason))
                .findFirst()
                .orElseThrow();
    }

    private static String text(ProfileFailure failure) {
        return switch (failure) {
            case TOO_MANY -> "too many profiles";
            case COLLISION -> "hashes that collide";
            case OUT_OF_RANGE -> "hops within it that are too many";
            case HISTOGRAM_FULL -> "histograms that are too long";
        };
    }

    /// Factors of a linear hash that does not change where all hops grow by one.
    private static long[] factors(int count) {
        SplittableRandom random = new SplittableRandom(SEED);
        long[] factors = new long[count];
        for (int i = 1; i < count; i++) {
            factors[i] = random.nextLong();
            factors[0] -= factors[i];
        }
        return factors;
    }

    private void group() {
        keys.clear(keys.bytes());
        control.clear(control.bytes());
        launch("group");
        launch("store");
        launch("members");
        if (histogram != null) {
            histogram.clear(histogram.bytes());
            kernels.profile("places").launch(1, BfsKernels.POST_THREADS, arguments.parameters());
            launch("histogram");
        }
    }

    private void launch(String step) {
        kernels.profile(step).launch(kernels.postBlocks(), BfsKernels.POST_THREADS, arguments.parameters());
    }

    private void sum(int first, int count) {
        int most = component.mostCell();
        arguments.firstSource(first);
        arguments.sourceCount(count);
        arguments.distance(results.address() + (long) Long.BYTES * first);
        arguments.harmonic(histogram == null ? 0 : results.address() + (long) Long.BYTES * (most + first));
        arguments.eccentricity(results.address() + 2L * Long.BYTES * most + (long) Integer.BYTES * first);
        launch("offsets");
        sums.launch(Math.min(sumBlocks, count), BfsKernels.POST_THREADS, arguments.parameters());
    }

    private static long resultBytes(int vertices) {
        return (2L * Long.BYTES + Integer.BYTES) * vertices;
    }

    private SourceSums found(int count) {
        int most = component.mostCell();
        SourceSums found = SourceSums.allocate(count);
        for (int i = 0; i < count; i++) {
            found.reached()[i] = component.vertexCount();
            found.distanceSum()[i] = hostResults.getAtIndex(ValueLayout.JAVA_LONG, i);
            found.harmonicSum()[i] =
                    histogram == null ? Double.NaN : hostResults.getAtIndex(ValueLayout.JAVA_DOUBLE, (long) most + i);
            found.eccentricity()[i] = hostResults.getAtIndex(ValueLayout.JAVA_INT, 4L * most + i);
        }
        return found;
    }

    @Override
    public void close() {
        try {
            owned.close();
        } finally {
            arena.close();
        }
    }
}
