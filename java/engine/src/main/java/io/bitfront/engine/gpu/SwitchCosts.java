package io.bitfront.engine.gpu;

import io.bitfront.graph.Csc;
import io.bitfront.graph.Graph;
import io.bitfront.memory.LongArray;
import io.bitfront.parallel.Workers;
import java.util.Arrays;

/// What an adaptive traversal chooses each level's mode by: `SwitchCosts` of `native/include/bitfront/abi.cuh`, whose
/// field
/// order this follows. Measured on an H200; the parameters follow from the graph.
///
/// @param pushEdge picoseconds per edge out of a frontier whose levels are stored on discovery
/// @param pullProbe picoseconds per in-neighbour that an unvisited vertex is expected to look at
/// @param probeLimit most in-neighbours an unvisited vertex is expected to look at
/// @param localPieces pieces of adjacency lists that a block keeps to itself between levels
/// @param smallEdges most edges out of a frontier with which small rounds begin, 0 for none
/// @param meanDegree of all vertices, rounded up
record SwitchCosts(int pushEdge, int pullProbe, int probeLimit, int localPieces, int smallEdges, int meanDegree) {
    /// Modes that may be chosen, by bit.
    static final int PULL = 1 << 2;

    static final int PUSH = 1 << 3 | 1 << 4 | 1 << 5;

    static final int TENSOR = 1 << 1;

    private static final int GRAIN = 1 << 16;
    private static final int PROBE_LIMIT = 32;
    private static final int PUSH_EDGE = 120;
    private static final int PUSH_LOCAL_EDGE = 20;
    private static final int PUSH_QUEUED_EDGE = 3;
    private static final int MARK_EDGE = 11;
    private static final int SWEEP_WORD = 50;
    private static final int QUEUE_WORD = 60;
    private static final int PULL_WORD = 15;
    private static final int PULL_VERTEX = 12;
    private static final int PULL_PROBE = 6;
    private static final int PULL_PROBE_AT_HUBS = 3;
    private static final int BARRIER = 1_500_000;
    private static final int TENSOR_VSS = 3_000;
    private static final int STAY_PERCENT = 110;
    private static final int LOCAL_PIECES = 64;
    private static final int SMALL_EDGES = 500_000;
    private static final int SMALL_VERTICES = 100_000;
    private static final int SMALL_PIECES = 32;

    private static final int SMALL_EDGES_FIELD = 13;

    private static final int SHORT_LIST = 4;

    /// Where neighbours have near numbers (the paper's eager graphs), most edges out of a frontier lead to
    /// visited vertices, and blocks keep what they find. Elsewhere an edge to a vertex of many edges costs their
    /// queueing; where edges gather at hubs, one look at a vertex's hub mostly decides.
    static SwitchCosts of(Graph graph, Workers workers) {
        int live = liveCount(graph);
        long edges = Math.max(1, graph.edgeCount());
        Degrees degrees = Degrees.of(graph, live, workers);
        double ofNeighbour = degrees.products() / edges;
        boolean hubs = ofNeighbour * live > 8.0 * edges;
        int meanLimited = (int) (live == 0 ? 1 : (degrees.limited() + live - 1) / live);
        int meanDegree = (int) (edges / Math.max(1, live) + 1);
        int probe = hubs ? PULL_PROBE_AT_HUBS : PULL_PROBE;
        if (graph.statistics().updateDivergence() <= GpuEngine.EAGER_DIVERGENCE) {
            return new SwitchCosts(PUSH_LOCAL_EDGE, probe, meanLimited, LOCAL_PIECES, SMALL_EDGES, meanDegree);
        }
        long pushEdge = PUSH_EDGE + PUSH_QUEUED_EDGE * (long) ofNeighbour;
        return new SwitchCosts((int) Math.min(1 << 30, pushEdge), probe, meanLimited, 0, 0, meanDegree);
    }

    /// Whether vertices have so few edges that setting a bit of `visited` is cheaper than looking at it first, and
    /// half-size
    /// blocks follow all lists of a small frontier at once.
    boolean hasShortLists() {
        return meanDegree <= SHORT_LIST;
    }

    /// Whether a bit is looked at before it is set: in small rounds where most are set, in marks where many edges
    /// lead to one hub.
    boolean looksFirst() {
        return smallEdges > 0 ? !hasShortLists() : pullProbe == PULL_PROBE_AT_HUBS;
    }

    /// Log2 of the lanes that follow a list in a small round, so that most lists take one turn: of an edge a lane up to
    /// four lanes, of four above.
    static int smallLanesLog(int meanDegree) {
        int lanesLog = 0;
        while (lanesLog < 5 && 1 << lanesLog < meanDegree) {
            lanesLog++;
        }
        return lanesLog > 3 ? lanesLog - 1 : lanesLog;
    }

    /// Sums over vertices.
    ///
    /// @param products of out-degree and in-degree
    /// @param limited in-degrees, each counted up to the probe limit
    private record Degrees(double products, long limited) {
        /// The same whatever the number of workers: sums of pieces are added in order.
        static Degrees of(Graph graph, int live, Workers workers) {
            LongArray out = graph.out().columnStart();
            LongArray in = graph.in().columnStart();
            int pieces = Math.ceilDiv(live, GRAIN);
            double[] products = new double[pieces];
            long[] limited = new long[pieces];
            workers.forRange(0, live, GRAIN, (worker, begin, end) -> {
                double sum = 0;
                long cut = 0;
                for (long v = begin; v < end; v++) {
                    long inDegree = in.get(v + 1) - in.get(v);
                    sum += (double) (out.get(v + 1) - out.get(v)) * inDegree;
                    cut += Math.min(PROBE_LIMIT, inDegree);
                }
                products[(int) (begin / GRAIN)] = sum;
                limited[(int) (begin / GRAIN)] = cut;
            });
            return new Degrees(
                    Arrays.stream(products).sum(), Arrays.stream(limited).sum());
        }
    }

    /// One more than the last vertex with an edge.
    static int liveCount(Graph graph) {
        return Math.max(liveCount(graph.out()), graph.directed() ? liveCount(graph.in()) : 0);
    }

    /// The first vertex whose list begins where the last one ends, as all after it then do.
    private static int liveCount(Csc csc) {
        int low = 0;
        int high = csc.vertexCount();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (csc.start(middle) == csc.edgeCount()) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    /// Small rounds whatever the frontier's size, after [#describe].
    void describeSmallRounds(ArgumentBlock arguments) {
        arguments.setInt(ArgumentBlock.COSTS + Integer.BYTES * SMALL_EDGES_FIELD, Integer.MAX_VALUE);
        arguments.setInt(ArgumentBlock.COSTS + Integer.BYTES * (SMALL_EDGES_FIELD + 1), Integer.MAX_VALUE);
    }

    void describe(ArgumentBlock arguments, int allowed) {
        int[] fields = {
            allowed,
            pushEdge,
            MARK_EDGE,
            SWEEP_WORD,
            QUEUE_WORD,
            PULL_WORD,
            PULL_VERTEX,
            pullProbe,
            probeLimit,
            BARRIER,
            TENSOR_VSS,
            STAY_PERCENT,
            localPieces,
            smallEdges,
            SMALL_VERTICES,
            SMALL_PIECES,
            smallLanesLog(meanDegree),
            looksFirst() ? 1 : 0
        };
        for (int i = 0; i < fields.length; i++) {
            arguments.setInt(ArgumentBlock.COSTS + Integer.BYTES * i, fields[i]);
        }
    }
}
