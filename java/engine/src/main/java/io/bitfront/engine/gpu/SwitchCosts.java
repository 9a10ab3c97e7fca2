package io.bitfront.engine.gpu;

import io.bitfront.cache.Graph;
import io.bitfront.engine.gpu.LevelSample.Shape;
import io.bitfront.engine.gpu.abi.BfsRequest;
import io.bitfront.engine.gpu.abi.Constants;
import io.bitfront.engine.lab.BfsMode;
import io.bitfront.graph.DegreeBlocks;
import io.bitfront.memory.LongArray;
import io.bitfront.parallel.Workers;
import java.util.Arrays;
import java.util.concurrent.atomic.LongAdder;

/// What an adaptive traversal chooses each level's mode by: `SwitchCosts` of
/// `native/include/bitfront/abi.cuh`.
///
/// @param level what a level costs each way
/// @param localPieces pieces of adjacency lists that a block keeps to itself between levels
/// @param smallEdges most edges out of a frontier with which small rounds begin, 0 for none
/// @param meanDegree of all vertices, rounded up
/// @param hubs whether edges gather at few vertices
/// @param gatheredWords words of marks that blocks gather in their own memory, 0 for none
/// @param sortEdges fewest edges out of a frontier with which marks are sorted before they are set, 0 for never
/// @param divides whether first vertices look for their marks in levels of many edges
record SwitchCosts(
        LevelCosts level,
        Shape shape,
        int localPieces,
        int smallEdges,
        int meanDegree,
        boolean hubs,
        int gatheredWords,
        int sortEdges,
        boolean divides) {
    /// Modes that may be chosen, by bit.
    static final int PULL = bits(BfsMode.PULL);

    static final int PUSH = bits(BfsMode.PUSH);

    static final int TENSOR = bits(BfsMode.TENSOR);

    private static final int GRAIN = 1 << 16;
    private static final float STAY = 1.05f;
    static final float TENSOR_DOUBT = 1.25f;
    private static final int LOCAL_PIECES = 64;
    /// A block alone takes 3 us a level and 9 ns an edge, all blocks 7 us.
    private static final int ALONE_EDGES = 384;
    /// The first and the last level of a search that has six take 8 us less as others do.
    private static final int ALONE_AFTER = 4;
    /// A graph is one of paths where so small a part of its vertices has more than two neighbours: a warp alone
    /// takes 0.75 us a level of a chain, small rounds 1.28.
    private static final int BRANCHING_SHARE = 64;

    /// Neighbours of a vertex beyond which blocks do not queue lists themselves.
    private static final int DENSE = 255;

    /// Nanoseconds of each vertex that a push finds, at the least, where edges gather at hubs: lists are queued by one
    /// counter, a warp at a time, and measured levels may have been told apart by what bursts cost alone.
    private static final double LEAST_NEW = 0.15;

    /// Nanoseconds of an in-neighbour that is looked at in vain, all of a list: 14 to 25 ps.
    private static final float PULL_VAIN = 0.015f;
    /// To look at fewer edges in vain takes no longer than to look at samples.
    static final int SAMPLED_EDGES = 200_000;

    private static final int SMALL_EDGES = 500_000;
    private static final int SMALL_VERTICES = 100_000;
    private static final int SMALL_PIECES = 32;
    private static final int SHORT_LIST = 4;

    /// Up to so many edges a vertex two of a lane are enough for most lists, with eight lanes to each: a Delaunay mesh
    /// takes 0.63 ms for 0.69 with four, a random geometric graph of mean degree 16 6.9 ms for 5.5.
    private static final int FEW_EDGES = 8;

    /// What part of all edges must be at the vertices whose marks blocks have room for, and fewest edges out of a
    /// frontier, for gathering to pay.
    private static final int GATHERED_SHARE = 4;
    private static final int GATHER_EDGES = 2_000_000;

    /// The marks of the first hubs, and fewest edges for gathering these alone: bits of one word are set one after the
    /// other.
    private static final int GATHERED_FIRST = 1_024;

    private static final int GATHER_FIRST_EDGES = 30_000;

    /// Edges gather at hubs where a vertex at the end of an edge has on average so many times the mean degree; degrees
    /// count up to the other multiple of it, so that no single hub tips the sum.
    private static final double HUBS = 8;

    private static final double MOST_DEGREES = 1_000;

    /// Where marks are sorted or divided: such traversals take longer for all other levels.
    ///
    /// @param leastVertices with edges, for sorting: on urand 22 no level sorts and all take a fifth longer; on
    ///     urand 23 a search takes two thirds of the time
    /// @param leastEdges out of a frontier, for sorting
    /// @param leastOfGraph edges, for dividing: a level of kron 24 gains nothing and all take 3% longer; on kron 26
    ///     the slowest searches take four fifths of the time
    record Marking(int leastVertices, int leastEdges, long leastOfGraph) {
        static final Marking USUAL = new Marking(6_000_000, 2_000_000, 1_000_000_000);

        /// What a kernel is told; 0 where it sorts nothing. Where hubs gather edges few vertices are marked again
        /// and again.
        int sortEdges(int vertices, long edges, boolean hubs, boolean near) {
            boolean fits = vertices <= Constants.MOST_BINNED && edges <= Constants.MOST_SORTED;
            return fits && vertices >= leastVertices && !hubs && !near ? leastEdges : 0;
        }

        /// Where edges lead both ways, the lists that a level follows ascend.
        boolean divides(long edges, boolean hubs, boolean directed) {
            return hubs && !directed && edges >= leastOfGraph;
        }
    }

    private static int bits(BfsMode mode) {
        return KernelNumbers.bits(level -> level.bfsMode() == mode);
    }

    /// Costs as they are expected on any GPU. Where neighbours have near numbers (the paper's eager graphs),
    /// most edges out of a frontier lead to visited vertices, and blocks keep what they find, unless edges
    /// gather at hubs: then numbers are near only because there are few of them.
    static SwitchCosts of(Graph graph, Workers workers, Marking marking) {
        int live = graph.verticesWithEdges();
        long edges = Math.max(1, graph.edgeCount());
        double mean = (double) edges / Math.max(1, live);
        DegreeProducts products = DegreeProducts.of(graph, live, MOST_DEGREES * mean, workers);
        double ofMost = products.bounded() / edges;
        boolean hubs = ofMost > HUBS * mean;
        double ofNeighbour = hubs ? products.whole() / edges : ofMost;
        boolean local = !hubs && PaperKernels.storesEagerly(graph.statistics());
        return new SwitchCosts(
                LevelCosts.expected(
                        live / 32.0, ofNeighbour, hubs, VainPull.probe(graph, live, LevelCosts.probe(hubs), workers)),
                new Shape(edges, mean, graph.vssCount()),
                local ? LOCAL_PIECES : 0,
                local && mean <= DENSE && branching(graph, live, workers) >= live / BRANCHING_SHARE ? SMALL_EDGES : 0,
                (int) (mean + 1),
                hubs,
                hubs && edgesOfFirst(graph) >= edges / GATHERED_SHARE ? Constants.GATHERED_WORDS : 0,
                marking.sortEdges(live, edges, hubs, local),
                marking.divides(edges, hubs, graph.directed()));
    }

    /// Vertices with more than two out-neighbours.
    private static long branching(Graph graph, int live, Workers workers) {
        LongArray out = graph.out().columnStart();
        LongAdder found = new LongAdder();
        workers.forRange(0, live, GRAIN, (worker, begin, end) -> {
            DegreeBlocks.forEach(out, begin, end, (first, degrees, some) -> found.add(branching(degrees, some)));
        });
        return found.sum();
    }

    private static int branching(int[] degrees, int count) {
        int branching = 0;
        for (int i = 0; i < count; i++) {
            branching += degrees[i] > 2 ? 1 : 0;
        }
        return branching;
    }

    /// Edges into the vertices whose marks may be gathered.
    private static long edgesOfFirst(Graph graph) {
        return graph.in().start(Math.min(graph.vertexCount(), Integer.SIZE * Constants.GATHERED_WORDS));
    }

    SwitchCosts withLevel(LevelCosts measured) {
        return new SwitchCosts(
                measured, shape, localPieces, smallEdges, meanDegree, hubs, gatheredWords, sortEdges, divides);
    }

    /// The same, with small rounds.
    SwitchCosts withSmallRounds() {
        return new SwitchCosts(
                level, shape, localPieces, SMALL_EDGES, meanDegree, hubs, gatheredWords, sortEdges, divides);
    }

    /// Whether vertices have so few edges that setting a bit of `visited` is cheaper than looking at it
    /// first, and half-size blocks follow all lists of a small frontier at once.
    boolean hasShortLists() {
        return meanDegree <= SHORT_LIST;
    }

    /// Whether a bit is looked at before it is set: in small rounds where most are set, in marks where many edges lead
    /// to one hub.
    boolean looksFirst() {
        return smallEdges > 0 ? !hasShortLists() : hubs;
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

    /// Sums over vertices of the product of out-degree and in-degree; the same whatever the number of workers: sums of
    /// pieces are added in order.
    ///
    /// @param whole of all degrees
    /// @param bounded of out-degrees up to a bound
    private record DegreeProducts(double whole, double bounded) {
        private static final DegreeProducts NONE = new DegreeProducts(0, 0);

        static DegreeProducts of(Graph graph, int live, double most, Workers workers) {
            LongArray out = graph.out().columnStart();
            LongArray in = graph.in().columnStart();
            DegreeProducts[] pieces = new DegreeProducts[Math.ceilDiv(live, GRAIN)];
            workers.forRange(0, live, GRAIN, (worker, begin, end) -> {
                DegreeBlocks ahead = new DegreeBlocks(out);
                DegreeBlocks back = graph.directed() ? new DegreeBlocks(in) : ahead;
                DegreeProducts sum = NONE;
                for (long first = begin; first < end; first += DegreeBlocks.BLOCK) {
                    int count = (int) Math.min(DegreeBlocks.BLOCK, end - first);
                    int[] degrees = ahead.read((int) first, count);
                    sum = sum.with(degrees, graph.directed() ? back.read((int) first, count) : degrees, count, most);
                }
                pieces[(int) (begin / GRAIN)] = sum;
            });
            return Arrays.stream(pieces)
                    .reduce(
                            NONE,
                            (one, other) -> new DegreeProducts(one.whole + other.whole, one.bounded + other.bounded));
        }

        /// On the heap: reads of memory outside it cost a microsecond each, while many threads are in a loop that is
        /// not compiled yet.
        private DegreeProducts with(int[] out, int[] in, int count, double most) {
            double all = whole;
            double some = bounded;
            for (int i = 0; i < count; i++) {
                double back = in[i];
                all += out[i] * back;
                some += Math.min(most, out[i]) * back;
            }
            return new DegreeProducts(all, some);
        }
    }

    void describe(BfsRequest request, int allowed) {
        describe(request, allowed, ALONE_EDGES, ALONE_AFTER, smallEdges, SMALL_VERTICES);
    }

    /// Tells of small rounds at all levels, whatever the frontier's size.
    void describeSmallRounds(BfsRequest request) {
        describe(request, PUSH, 0, 0, Integer.MAX_VALUE, Integer.MAX_VALUE);
    }

    /// Whether blocks keep what they find, as neighbours have near numbers and edges gather nowhere.
    boolean keepsNear() {
        return localPieces > 0;
    }

    /// Tells of rounds of several levels, whose lists `1 << lanesLog` lanes follow.
    void describeHops(BfsRequest request, int lanesLog) {
        describeSmallRounds(request);
        request.costs().smallLanesLog(lanesLog);
    }

    /// Tells of levels that one block runs, whatever the frontier's size.
    void describeLevelsAlone(BfsRequest request) {
        describe(request, PUSH, Integer.MAX_VALUE, 0, 0, 0);
    }

    /// Tells that hubs may be ahead however many edges lead out of visited vertices, as where those of other components
    /// count among them: every vertex that a push finds may be one.
    void describeHubsAhead(BfsRequest request) {
        if (!hubs) {
            return;
        }
        request.costs().level().pushNew((float) (ofNew() + level.nanos().get(LevelCost.PUSH_BURST)));
    }

    /// Nanoseconds of a vertex that a push finds.
    private double ofNew() {
        double measured = level.nanos().get(LevelCost.PUSH_NEW);
        return hubs ? Math.max(measured, LEAST_NEW) : measured;
    }

    private void describe(
            BfsRequest request, int allowed, int aloneEdges, int aloneAfter, int mostEdges, int mostVertices) {
        var costs = request.costs();
        costs.allowed(allowed);
        level.nanos().forEach((cost, nanos) -> cost.describe(costs.level(), nanos));
        costs.level().pushNew((float) ofNew());
        costs.level().probeLimit((float) shape.probeLimit());
        costs.stay(STAY);
        costs.tensorDoubt(TENSOR_DOUBT);
        costs.localPieces(localPieces);
        costs.aloneEdges(aloneEdges);
        costs.aloneAfter(aloneAfter);
        costs.smallEdges(mostEdges);
        costs.smallVertices(mostVertices);
        costs.smallPieces(SMALL_PIECES);
        costs.smallLanesLog(smallLanesLog(meanDegree));
        costs.listEdges(meanDegree <= FEW_EDGES ? 2 : 4);
        costs.look(looksFirst() ? 1 : 0);
        costs.gatheredWords(gatheredWords);
        costs.gatherEdges(GATHER_EDGES);
        costs.gatheredFirst(Math.min(gatheredWords, GATHERED_FIRST));
        costs.gatherFirstEdges(GATHER_FIRST_EDGES);
        costs.pullVain(PULL_VAIN);
        costs.sampledEdges(SAMPLED_EDGES);
        costs.sortEdges(sortEdges);
    }
}
