package io.bitfront.engine.gpu;

import io.bitfront.engine.adjacency.Adjacency;
import io.bitfront.engine.lab.SourceSums;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Objects;

/// Levels of few vertices, run by the host: on a device a level takes most of a microsecond however little it finds, on
/// the host some nanoseconds for each edge. A search hands over to the host where it has run many levels and few edges
/// lead on, and takes over again when more time has been lost at wide levels than handing over takes, both as expected:
/// lists that are in no cache cost more.
final class ThinLevels {
    /// Nanoseconds of the host for a level and for each edge out of its frontier: of a list in a cache 5, of others
    /// 100.
    private static final long HOST_LEVEL = 30;

    private static final long HOST_EDGE = 15;

    /// Nanoseconds of a device for a level: run by one warp, by one block, by all of them.
    private static final long WARP_LEVEL = 800;

    private static final long BLOCK_LEVEL = 3_500;
    private static final long GRID_LEVEL = 8_000;
    private static final int WARP_EDGES = 32;
    private static final int BLOCK_EDGES = 1_024;

    private static final int FEW = 1 << 10;

    private final int vertexCount;
    private final Adjacency out;
    private final When when;
    private int[] reached;
    private int[] targets;
    private int targetsLeft;
    private int level;
    private long deviceLevel;
    private long frontierEdges;
    private long lost;

    /// The vertices of level [#begun], which the last run began with, then what it found. The
    /// frontier is `[begin, end)`. Kept from search to search.
    private int[] queue = new int[FEW];

    private int begin;
    private int end;

    /// The first level of the last run, and where it ends, and all that follow it.
    private int begun;

    private int[] ends = new int[FEW];

    /// When a search hands over.
    ///
    /// @param deep levels after which a search is deep, so that small rounds may pay
    /// @param wide vertices of a level from which on they do: fewer are for a warp or for the host
    /// @param levels run before it is considered
    /// @param perRoot that many for each vertex of a side of a square of as many vertices as the graph has, where
    ///     its levels are those of a mesh: a road map has one or two
    /// @param lost nanoseconds that the host may lose at wide levels
    /// @param most vertices that the host finds before it tells the device
    record When(int deep, int wide, int levels, int perRoot, long lost, int most) {
        /// Handing over and back takes a tenth of a millisecond each on a graph of some million vertices.
        static final When USUAL = new When(64, 12, 2_048, 8, 100_000, 1 << 24);

        /// Levels after which a search is looked at.
        ///
        /// @param mesh whether the graph has many levels of many vertices, as far as is known
        int firstLimit(int vertexCount, boolean mesh) {
            return mesh ? Math.max(levels, (int) (perRoot * Math.sqrt(vertexCount))) : levels;
        }
    }

    /// Why the host stops.
    enum End {
        /// Nothing is left to find, or to be found.
        OVER,
        WIDE,
        /// What it has found is to be told, then it may go on.
        FULL
    }

    /// @param lists that searches follow
    ThinLevels(Adjacency lists, int vertexCount, When when) {
        this.vertexCount = vertexCount;
        out = lists;
        this.when = when;
    }

    /// Goes on with a search.
    ///
    /// @param bits a bit for each vertex that has a level; kept up to date
    /// @param last the last level that was run
    /// @param frontier its vertices
    /// @param wanted a bit for each vertex that is looked for; null for none
    /// @param wantedLeft of them, not reached yet
    /// @param levelNanos that a level has taken the device: no level is expected to take it longer
    void begin(int[] bits, int last, int[] frontier, int[] wanted, int wantedLeft, long levelNanos) {
        reached = bits;
        level = last;
        targets = wanted;
        targetsLeft = wantedLeft;
        deviceLevel = levelNanos;
        begin = 0;
        end = frontier.length;
        frontierEdges = 0;
        withRoom(end);
        System.arraycopy(frontier, 0, queue, 0, end);
        for (int vertex : frontier) {
            frontierEdges += out.degree(Objects.checkIndex(vertex, vertexCount));
        }
    }

    /// Nanoseconds that the next level takes the host beyond what it would take a device; negative where it saves some.
    private long loss(long edges) {
        long device = edges <= WARP_EDGES ? WARP_LEVEL : edges <= BLOCK_EDGES ? BLOCK_LEVEL : GRID_LEVEL;
        return HOST_LEVEL + HOST_EDGE * edges - Math.min(device, deviceLevel);
    }

    /// Whether the host is the faster one at the next level.
    boolean pay() {
        return loss(frontierEdges) <= 0;
    }

    /// Runs levels, up to `mostLevel`. What earlier runs have found is forgotten.
    ///
    /// @throws IllegalStateException where the graph's lists have changed to what no graph has
    End run(int mostLevel) {
        try {
            return runLevels(mostLevel);
        } catch (IndexOutOfBoundsException outside) {
            throw new IllegalStateException(
                    "corrupt graph: an edge leads outside its %,d vertices".formatted(vertexCount), outside);
        }
    }

    /// One loop goes over the vertices of all levels, and nothing is stored of a vertex but itself:
    /// a level of ten vertices of ten edges takes 160 ns, by a loop to each level and with a level
    /// kept for each vertex 390.
    private End runLevels(int mostLevel) {
        beginAnew();
        Adjacency lists = out;
        int[] bits = reached;
        int[] vertices = queue;
        int next = begin;
        int last = end;
        int size = end;
        long edges = 0;
        End why = ended(size, mostLevel);
        while (why == null) {
            int from = vertices[next++];
            long edge = lists.start(from);
            long stop = lists.end(from);
            if (vertices.length - size < stop - edge) {
                vertices = withRoom(size + (stop - edge));
            }
            for (; edge < stop; edge++) {
                int vertex = lists.row(edge);
                int seen = bits[vertex >>> 5];
                if ((seen >>> vertex & 1) == 0) {
                    bits[Objects.checkIndex(vertex, vertexCount) >>> 5] = seen | 1 << vertex;
                    vertices[size++] = vertex;
                    edges += lists.degree(vertex);
                }
            }
            if (next == last) {
                advance(size, edges);
                last = size;
                edges = 0;
                why = ended(size, mostLevel);
            }
        }
        return why;
    }

    private void beginAnew() {
        System.arraycopy(queue, begin, queue, 0, end - begin);
        end -= begin;
        begin = 0;
        begun = level;
        ends[0] = end;
        lost = 0;
    }

    private int[] withRoom(long size) {
        if (size > queue.length) {
            queue = Arrays.copyOf(queue, Math.toIntExact(Math.max(size, 2L * queue.length)));
        }
        return queue;
    }

    /// Ends a level, which found what is in the queue from `end` to `size`.
    private void advance(int size, long edges) {
        level++;
        if (level - begun == ends.length) {
            ends = Arrays.copyOf(ends, 2 * ends.length);
        }
        ends[level - begun] = size;
        begin = end;
        end = size;
        frontierEdges = edges;
        for (int i = begin; targets != null && i < end; i++) {
            targetsLeft -= targets[queue[i] >>> 5] >>> queue[i] & 1;
        }
    }

    /// Why no level follows; null where one does.
    ///
    /// @param size of the queue
    private End ended(int size, int mostLevel) {
        if (begin == end || level >= mostLevel || targets != null && targetsLeft <= 0) {
            return End.OVER;
        }
        lost = Math.max(0, lost + loss(frontierEdges));
        if (lost > when.lost()) {
            return End.WIDE;
        }
        return size - ends[0] >= when.most() ? End.FULL : null;
    }

    /// Takes away the bits of all that the last run found or went on from: where it was the first from one vertex, all.
    void clearReached() {
        for (int i = 0; i < end; i++) {
            reached[queue[i] >>> 5] = 0;
        }
    }

    /// The last level that was run.
    int level() {
        return level;
    }

    /// How many vertices the last run has found.
    int count() {
        return end - ends[0];
    }

    /// Adds them to the sums of a search that began at level 0.
    void addTo(SourceSums sums, int row) {
        sums.addLevels(row, begun + 1, ends, level - begun);
    }

    /// Stores those of them from the `first` on, level by level, as many as there is room for.
    ///
    /// @param into ints
    void storeFound(MemorySegment into, int first) {
        int count = (int) (into.byteSize() / Integer.BYTES);
        MemorySegment.copy(queue, ends[0] + first, into, ValueLayout.JAVA_INT, 0, count);
    }

    /// Stores the level of each.
    void storeLevels(MemorySegment into, int first) {
        int from = ends[0] + first;
        int to = from + (int) (into.byteSize() / Integer.BYTES);
        int at = Arrays.binarySearch(ends, 0, level - begun, from);
        int run = at < 0 ? ~at : at;
        for (int i = from; i < to; i++) {
            while (ends[run] <= i) {
                run++;
            }
            into.setAtIndex(ValueLayout.JAVA_INT, i - from, begun + run);
        }
    }
}
