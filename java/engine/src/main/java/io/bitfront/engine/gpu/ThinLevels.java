package io.bitfront.engine.gpu;

import io.bitfront.cache.Graph;
import io.bitfront.engine.adjacency.Adjacency;
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
    private final MemorySegment reached;
    private final int[] targets;
    private final When when;
    private int targetsLeft;
    private int level;
    private int[] frontier;
    private int begin;
    private int end;
    private long frontierEdges;
    private int[] found = new int[FEW];
    private int[] levels = new int[FEW];
    private int count;

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

    /// @param reached a bit for each vertex that has a level; kept up to date
    /// @param level the last one that was run
    /// @param frontier its vertices
    /// @param targets a bit for each vertex that is looked for; null for none
    /// @param targetsLeft of them, not reached yet
    ThinLevels(
            Graph graph, MemorySegment reached, int level, int[] frontier, int[] targets, int targetsLeft, When when) {
        vertexCount = graph.vertexCount();
        out = new Adjacency(graph.out());
        this.reached = reached;
        this.level = level;
        this.frontier = frontier;
        end = frontier.length;
        this.targets = targets;
        this.targetsLeft = targetsLeft;
        this.when = when;
        for (int vertex : frontier) {
            frontierEdges += out.degree(Objects.checkIndex(vertex, vertexCount));
        }
    }

    /// Nanoseconds that the next level takes the host beyond what it would take a device; negative where it saves some.
    private static long loss(long edges) {
        long device = edges <= WARP_EDGES ? WARP_LEVEL : edges <= BLOCK_EDGES ? BLOCK_LEVEL : GRID_LEVEL;
        return HOST_LEVEL + HOST_EDGE * edges - device;
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

    private End runLevels(int mostLevel) {
        frontier = Arrays.copyOfRange(frontier, begin, end);
        begin = 0;
        end = frontier.length;
        count = 0;
        long lost = 0;
        while (begin < end && level < mostLevel && (targets == null || targetsLeft > 0)) {
            lost = Math.max(0, lost + loss(frontierEdges));
            if (lost > when.lost()) {
                return End.WIDE;
            }
            if (count >= when.most()) {
                return End.FULL;
            }
            runLevel();
        }
        return End.OVER;
    }

    private void runLevel() {
        level++;
        int size = count;
        long edges = 0;
        for (int i = begin; i < end; i++) {
            long last = out.end(frontier[i]);
            for (long edge = out.start(frontier[i]); edge < last; edge++) {
                int vertex = Objects.checkIndex(out.row(edge), vertexCount);
                int bit = 1 << vertex;
                int seen = reached.getAtIndex(ValueLayout.JAVA_INT, vertex >>> 5);
                if ((seen & bit) != 0) {
                    continue;
                }
                reached.setAtIndex(ValueLayout.JAVA_INT, vertex >>> 5, seen | bit);
                if (size == found.length) {
                    found = Arrays.copyOf(found, 2 * size);
                    levels = Arrays.copyOf(levels, 2 * size);
                }
                found[size] = vertex;
                levels[size++] = level;
                edges += out.degree(vertex);
                if (targets != null && (targets[vertex >>> 5] & bit) != 0) {
                    targetsLeft--;
                }
            }
        }
        frontier = found;
        begin = count;
        end = size;
        count = size;
        frontierEdges = edges;
    }

    /// The last level that was run.
    int level() {
        return level;
    }

    /// How many vertices the last run has found.
    int count() {
        return count;
    }

    /// They, level by level, in the first [#count] places.
    int[] found() {
        return found;
    }

    /// The level of each.
    int[] levels() {
        return levels;
    }
}
