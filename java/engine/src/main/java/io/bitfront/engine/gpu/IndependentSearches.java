package io.bitfront.engine.gpu;

import io.bitfront.cache.Graph;
import io.bitfront.engine.DeviceException;
import io.bitfront.engine.Direction;
import io.bitfront.engine.device.CudaContext;
import io.bitfront.engine.device.DeviceBuffer;
import io.bitfront.engine.device.Kernel;
import io.bitfront.engine.device.Owned;
import io.bitfront.engine.gpu.abi.GraphArrays;
import io.bitfront.engine.gpu.abi.IndependentArguments;
import io.bitfront.engine.gpu.abi.IndependentState;
import io.bitfront.engine.gpu.abi.MultiRequest;
import io.bitfront.graph.GraphStatistics;
import java.lang.foreign.Arena;
import java.util.function.Consumer;

/// Batches whose searches know nothing of each other, a block to a search: `native/kernels/multi_independent.cuh`. What
/// deep graphs want, where the sources of a batch reach a vertex at hundreds of different levels. A search whose
/// frontier outgrows its queue, or whose levels outgrow their cells, is left undone and said to be. Owns its device
/// memory.
final class IndependentSearches implements AutoCloseable {
    /// Vertices that a search's queue holds where nothing else is said: more than any frontier of a mesh of 2^32 edges.
    static final int QUEUE = 1 << 18;

    /// Neighbours for each lane of a list beyond which a list is shared by the warps of a block.
    private static final int LONG_LIST = 16;

    private static final int NO_LONG_LIST = -1;
    private static final int QUAD = 4;

    /// Of the memory that is free they take at most one in so many bytes: jobs want some for their results.
    private static final int MEMORY_SHARE = 2;

    /// Fewer searches at once than one to this many multiprocessors are not worth it.
    private static final int FEWEST_SHARE = 4;

    /// Neighbours of a list that a lane takes: as many as it has loads in flight, and one more.
    private static final int EDGES_OF_A_LANE = 4;

    /// Lanes of a list, at most a warp.
    private static final int MOST_LANES_LOG = 5;

    /// Neighbours of a row that a lane holds.
    private static final int ROW_LANE = 4;

    /// Mean degrees up to which a row of one lane and of two hold nearly all of most lists. Rows of four
    /// lanes are slower than lists: 347 us a search for 316 on an rgg of degree 19.
    private static final int ONE_LANE_DEGREE = 4;

    private static final int TWO_LANES_DEGREE = 7;

    /// Of the memory that is free rows take at most one in so many bytes.
    private static final int ROWS_SHARE = 8;

    static final int NO_ROWS = -1;

    private final CudaContext context;
    private final BfsKernels kernels;
    private final Kernel kernel;
    private final int blocks;
    private final int liveCount;
    private final int width;
    private final Arena arena = Arena.ofShared();
    private final IndependentArguments arguments = new IndependentArguments(arena);
    private final Owned owned = new Owned("the state of independent searches");
    private final DeviceBuffer dealt;
    private final DeviceBuffer ends;
    /// Levels of searches that are to be added to the vertices' sums, [#cellBytes] each; null: none yet.
    private DeviceBuffer cells;

    private int cellBytes = Short.BYTES;
    private int cellSearches;

    /// The lists that searches follow.
    ///
    /// @param kernels that read their offsets
    /// @param liveCount no vertex from this one on has an edge
    /// @param meanDegree of all vertices
    /// @param longest neighbours of a vertex
    /// @param describe names them
    record Lists(
            BfsKernels.SearchKernels kernels,
            int liveCount,
            double meanDegree,
            int longest,
            Consumer<GraphArrays> describe) {
        static Lists of(Graph graph, DeviceGraph deviceGraph, BfsKernels kernels, Direction direction) {
            GraphStatistics figures = graph.statistics();
            return new Lists(
                    kernels.independent(),
                    graph.verticesWithEdges(),
                    figures.meanDegree(),
                    direction == Direction.OUT ? figures.maxOutDegree() : figures.maxInDegree(),
                    arrays -> deviceGraph.describe(arrays, direction));
        }
    }

    /// @param width most sources of a batch
    /// @param queue vertices that a search's queue holds at most
    /// @throws DeviceException where not enough searches fit the memory that is free
    IndependentSearches(CudaContext context, BfsKernels kernels, Lists lists, int width, int queue) {
        this.context = context;
        this.kernels = kernels;
        this.width = width;
        this.liveCount = lists.liveCount();
        IndependentState state = arguments.state();
        try {
            state.seenWords(seenWords(liveCount));
            state.queueCapacity(capacity(liveCount, queue));
            lists.describe().accept(arguments.graph());
            int rowLanesLog = rowLanesLog(lists.meanDegree(), liveCount, context.freeBytes());
            boolean byRows = rowLanesLog != NO_ROWS;
            kernel = byRows ? lists.kernels().byRows() : lists.kernels().byLists();
            int log = byRows ? rowLanesLog : lanesLog(lists.meanDegree());
            state.lanesLog(log);
            int longList = LONG_LIST << log;
            state.longList(lists.longest() > longList ? longList : NO_LONG_LIST);
            if (byRows) {
                fillRows(lists.kernels().fillRows(), rowLanesLog);
            }
            long bytes = searchBytes(liveCount, queue);
            blocks = fitting(kernel.residentBlocks(kernel.blockThreads()), bytes, "their bitmaps and queues");
            DeviceBuffer seen = zeroed(Integer.BYTES * (long) seenWords(liveCount) * blocks, "bitmaps of searches");
            DeviceBuffer queues = owned.add(
                    context.allocate(Integer.BYTES * (long) capacity(liveCount, queue) * blocks, "queues of searches"));
            dealt = zeroed(Integer.BYTES, "sources taken");
            ends = owned.add(context.allocate((long) Integer.BYTES * width, "ends of searches"));
            state.seen(seen.address());
            state.queue(queues.address());
            state.dealt(dealt.address());
            state.ends(ends.address());
        } catch (Throwable t) {
            close();
            throw t;
        }
    }

    private void fillRows(Kernel fill, int lanesLog) {
        DeviceBuffer rows = owned.add(context.allocate(rowBytes(liveCount, lanesLog), "rows of neighbours"));
        arguments.state().rows(rows.address());
        fill.launch(kernels.postBlocks(), BfsKernels.POST_THREADS, arguments.parameters());
    }

    private static long rowBytes(int liveCount, int lanesLog) {
        return (long) Integer.BYTES * ROW_LANE * liveCount << lanesLog;
    }

    /// Log2 of the lanes of a vertex's row, [#NO_ROWS] where lists are too long for rows to pay or memory is short.
    static int rowLanesLog(double meanDegree, int liveCount, long freeBytes) {
        int lanesLog = meanDegree <= ONE_LANE_DEGREE ? 0 : 1;
        boolean pays = meanDegree <= TWO_LANES_DEGREE;
        return pays && rowBytes(liveCount, lanesLog) <= freeBytes / ROWS_SHARE ? lanesLog : NO_ROWS;
    }

    private DeviceBuffer zeroed(long bytes, String what) {
        DeviceBuffer buffer = owned.add(context.allocate(bytes, what));
        buffer.clear(bytes);
        return buffer;
    }

    /// Searches that run at once where memory is no matter.
    static int most(BfsKernels kernels) {
        Kernel kernel = kernels.independent().byLists();
        return kernel.residentBlocks(kernel.blockThreads());
    }

    private static int seenWords(int liveCount) {
        return (int) (TraversalState.bitmapBytes(liveCount) / Integer.BYTES + QUAD - 1) / QUAD * QUAD;
    }

    /// A power of two, as rings are.
    private static int capacity(int liveCount, int queue) {
        int wanted = Math.clamp(liveCount, 2, queue);
        return Integer.highestOneBit(wanted) == wanted ? wanted : Math.min(2 * Integer.highestOneBit(wanted), queue);
    }

    /// Device memory of one search.
    private static long searchBytes(int liveCount, int queue) {
        return (long) Integer.BYTES * (seenWords(liveCount) + capacity(liveCount, queue));
    }

    /// Log2 of the lanes that follow a list.
    static int lanesLog(double meanDegree) {
        int lanesLog = 1;
        while (lanesLog < MOST_LANES_LOG && EDGES_OF_A_LANE << lanesLog < meanDegree) {
            lanesLog++;
        }
        return lanesLog;
    }

    /// As many of `wanted` searches as fit the memory that is free.
    private int fitting(int wanted, long bytes, String what) {
        long usable = context.freeBytes() / MEMORY_SHARE;
        int fitting = (int) Math.min(wanted, usable / Math.max(bytes, 1));
        int fewest = Math.min(wanted, Math.ceilDiv(context.device().multiprocessors(), FEWEST_SHARE));
        if (fitting < fewest) {
            throw new DeviceException("gpu:%d: %,d independent searches need %,d bytes for %s, %,d may be used"
                    .formatted(context.device().index(), fewest, fewest * bytes, what, usable));
        }
        return fitting;
    }

    /// Queues a batch whose sums are per source.
    void perSource(BatchSlot slot, int[] batch) {
        MultiRequest request = arguments.request();
        slot.describe(batch, request);
        slot.describeSums(request);
        request.levels(0);
        request.targetSums(0);
        launch();
        slot.downloadSums();
        slot.downloadEnds(ends);
    }

    /// Queues a batch whose sums are per source and whose levels fill rows of 2 bytes a vertex.
    ///
    /// @param rows device address of an int per source, the row of its levels
    /// @param levels device address
    /// @param stride levels of a row
    void rows(BatchSlot slot, int[] batch, long rows, long levels, long stride) {
        MultiRequest request = arguments.request();
        slot.describe(batch, request);
        slot.describeSums(request);
        request.targetSums(0);
        request.levels(levels);
        request.levelBytes(Short.BYTES);
        arguments.state().columns(rows);
        arguments.state().cellRow(1);
        arguments.state().cellColumn(stride);
        launch();
        arguments.state().columns(0);
        slot.downloadSums();
        slot.downloadEnds(ends);
    }

    /// Searches that run at once.
    int atOnce() {
        return blocks;
    }

    /// Queues a batch that is added to the sums per vertex, as many searches at a time as there is room for levels.
    ///
    /// @param summed levels whose vertices have been added
    /// @throws DeviceException where not enough levels fit the memory that is free
    void perTarget(BatchSlot slot, int[] batch, long targetSums, int summed) {
        readyCells();
        MultiRequest request = arguments.request();
        slot.describe(batch, request);
        request.reached(0);
        request.targetSums(targetSums);
        request.summedLevels(summed);
        request.levels(cells.address());
        request.levelBytes(cellBytes);
        arguments.state().cellRow(1);
        arguments.state().cellColumn(column(liveCount));
        for (int first = 0; first < batch.length; first += cellSearches) {
            slot.describePart(first, Math.min(cellSearches, batch.length - first), request);
            arguments.state().ends(ends.address() + (long) Integer.BYTES * first);
            launch();
            kernels.fold(arguments);
        }
        arguments.state().ends(ends.address());
        slot.downloadEnds(ends);
    }

    /// Queues a batch that fills in a matrix of -1.
    ///
    /// @param levels its device address
    void levels(BatchSlot slot, int[] batch, long levels, int levelBytes, int stride) {
        MultiRequest request = arguments.request();
        slot.describe(batch, request);
        request.reached(0);
        request.targetSums(0);
        request.levels(levels);
        request.levelBytes(levelBytes);
        request.levelStride(stride);
        arguments.state().cellRow(stride);
        arguments.state().cellColumn(1);
        launch();
        slot.downloadEnds(ends);
    }

    private void launch() {
        dealt.clear(Integer.BYTES);
        kernel.launch(blocks, kernel.blockThreads(), arguments.parameters());
    }

    private static long column(int liveCount) {
        return (liveCount + 1L) / 2 * 2;
    }

    /// Makes room for levels of any depth in batches added to the sums per vertex; false where there is already.
    boolean deepen() {
        if (cellBytes == Integer.BYTES) {
            return false;
        }
        cellBytes = Integer.BYTES;
        if (cells != null) {
            cells.close();
            cells = null;
        }
        return true;
    }

    /// Room for the levels of as many searches as run at once, or as fit.
    private void readyCells() {
        if (cells != null) {
            return;
        }
        long each = column(liveCount) * cellBytes;
        cellSearches = Math.min(width, fitting(blocks, each, "their levels"));
        cells = owned.add(context.allocate(each * cellSearches, "levels of searches"));
        cells.fill((byte) -1, cells.bytes());
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
