package io.bitfront.engine.closeness;

import io.bitfront.cache.Graph;
import io.bitfront.engine.ClosenessMeasure;
import io.bitfront.engine.ClosenessResult;
import io.bitfront.engine.Diameter;
import io.bitfront.engine.answer.EccentricityBounds;
import io.bitfront.engine.answer.VertexSums;
import io.bitfront.engine.lab.LabRequest;
import io.bitfront.engine.lab.LabResult;
import io.bitfront.engine.spi.Backend;
import io.bitfront.engine.spi.EccentricityDevice;
import io.bitfront.memory.IntArray;
import io.bitfront.progress.Progress;
import java.lang.foreign.Arena;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;

/// Eccentricities of an undirected graph, by searches one by one from the vertices whose bounds are worst.
final class EccentricityRun {
    private static final int ROUNDS = 16;

    /// Bringing what a device knows to the host, for batches, takes longer, a vertex: 0.33 s of a
    /// Kronecker graph of 2^22, a second of a mesh of 2^24. So long those left may be searched one by one.
    private static final int TAKING_NANOS = 60;

    /// What a device's search takes with its bounds, at most: of launches, of a level, and of an edge (H200).
    private static final double SEARCH_NANOS = 200_000;

    private static final double LEVEL_NANOS = 2_000;

    private static final double EDGE_NANOS = 0.001;

    private final RunContext context;
    private final Graph graph;
    private final SearchTurns turns = new SearchTurns();
    private int otherEnd = -1;
    private long searches;
    private ComponentSizes sizes;
    private int[] reached;
    private EccentricityBounds bounds;
    private Pendants pendants;

    EccentricityRun(RunContext context) {
        this.context = context;
        this.graph = context.graph();
    }

    /// What takes memory and time for every vertex, which a device that keeps bounds itself may spare.
    private void begin() {
        // What a device knows is told of a stopped run, too: that takes components.
        sizes = new ComponentSizes(graph.out(), searches > 0 ? () -> false : context.stop()::asked);
        reached = IntStream.range(0, graph.vertexCount())
                .parallel()
                .map(index -> sizes.of(context.vertexOf(index)))
                .toArray();
        bounds = new EccentricityBounds(reached);
        pendants = new Pendants(context);
    }

    /// Likewise, with what a device knows, whose memory batches may take afterwards.
    ///
    /// @param device or null
    private void begin(EccentricityDevice device) {
        begin();
        if (searches > 0) {
            take(device);
        }
    }

    long searches() {
        return searches;
    }

    /// Puts a row for every vertex that has nothing but its eccentricity.
    void findAll(ExactRows rows) {
        boolean bounded;
        try (EccentricityDevice device = bounding()) {
            bounded = device != null;
            if (bounded) {
                settle(device, EccentricityDevice.Wanted.ALL);
            }
            begin(device);
        }
        if (context.engines().getFirst().hostWorkers().isPresent()) {
            searches += new SmallComponents(graph, sizes)
                    .settle((vertex, hops) -> bounds.set(context.indexOf(vertex), hops), context.stop()::asked);
        }
        settle(new Members(), bounded, withoutPendants(open()));
        for (int index = 0; index < reached.length; index++) {
            int carrier = pendants.carrier(index);
            int eccentricity = carrier < 0 ? bounds.least(index) : bounds.least(carrier) + 1;
            rows.put(index, new VertexSums(reached[index], 0, Double.NaN, eccentricity));
        }
    }

    /// Input indices of those whose eccentricity is not known.
    private IntStream open() {
        return IntStream.range(0, reached.length).filter(index -> !bounds.known(index));
    }

    Diameter ofLargestComponent() {
        boolean bounded;
        try (EccentricityDevice device = bounding()) {
            bounded = device != null;
            if (bounded) {
                Optional<EccentricityDevice.Known> known = settle(device, EccentricityDevice.Wanted.EXTREMES);
                if (known.isPresent()) {
                    return found(device, known.get());
                }
            }
            begin(device);
        }
        int[] members = largest();
        Extremes extremes = new Extremes(members);
        settle(extremes, bounded, members);
        return found(extremes);
    }

    /// Likewise, where the eccentricity of every vertex is known.
    Diameter ofLargestComponent(ClosenessResult all) {
        begin();
        for (int row = 0; row < all.rowCount(); row++) {
            bounds.set(graph.ids().indexOf(all.id(row)), (int) all.value(row, ClosenessMeasure.ECCENTRICITY));
        }
        searches = all.traversals();
        Extremes extremes = new Extremes(largest());
        extremes.update();
        return found(extremes);
    }

    /// The first device, if it keeps bounds of eccentricities.
    private EccentricityDevice bounding() {
        return context.ifItFits(context.engines().getFirst()::eccentricities)
                .flatMap(Function.identity())
                .orElse(null);
    }

    /// As [Settling] does, with bounds on the device until none is open, or batches are to go on.
    ///
    /// @return what is known where none is open
    private Optional<EccentricityDevice.Known> settle(EccentricityDevice device, EccentricityDevice.Wanted wanted) {
        try (Progress.Phase phase = context.progress().start("eccentricities", device.vertices(), "vertex")) {
            int next = device.first();
            int left = device.vertices();
            int before = left;
            int hops = 0;
            for (int round = 0; !context.stop().asked(); round++) {
                if (round > 0 && round % ROUNDS == 0) {
                    boolean few = wanted == EccentricityDevice.Wanted.EXTREMES && fewLeft(left, hops);
                    if (!few && !Settling.useful(ROUNDS, before, left, Settling.cells(graph, left, hops), hops, true)) {
                        break;
                    }
                    before = left;
                }
                EccentricityDevice.Known known = device.search(next, turns.thenFromFar(), wanted);
                searches++;
                phase.advance(left - known.open());
                left = known.open();
                hops = known.hops();
                if (left == 0) {
                    return Optional.of(known);
                }
                if (turns.searched(hops)) {
                    next = device.at(hops);
                } else {
                    boolean any = wanted == EccentricityDevice.Wanted.EXTREMES && fromNearestOfAll();
                    next = any ? device.nearest() : known.next();
                }
            }
        }
        return Optional.empty();
    }

    /// Whether so many are searched one by one before batches of them could begin. Told by the graph and
    /// by no clock, so that of several vertices of an extreme the same one is found each time.
    private boolean fewLeft(int left, int hops) {
        double nanos = SEARCH_NANOS + LEVEL_NANOS * hops + EDGE_NANOS * graph.edgeCount();
        return nanos * left < (double) TAKING_NANOS * graph.vertexCount();
    }

    /// Whether extremes are searched for from the nearest of all vertices that are not known, as those of
    /// shallow graphs are: what bounds all from above is worth more there than one of the few that may
    /// change either. A web of 2^17 vertices takes 11,557 searches for 44,850, one by preferential
    /// attachment 8,691 for 94,991; but a road grid of 2^20 takes 65 for 26, and clusters of a diameter of
    /// 18 take 58,557 for 4,278.
    private boolean fromNearestOfAll() {
        return turns.fromNear() && turns.most() <= TopBatches.SHALLOW;
    }

    private Diameter found(EccentricityDevice device, EccentricityDevice.Known known) {
        device.search(known.farthest(), true, EccentricityDevice.Wanted.EXTREMES);
        searches++;
        return new Diameter(
                device.vertices(),
                known.diameter(),
                graph.ids().idOf(known.farthest()),
                graph.ids().idOf(device.at(known.diameter())),
                known.radius(),
                graph.ids().idOf(known.centre()),
                searches,
                context.nanos());
    }

    /// Takes over what a device knows.
    private void take(EccentricityDevice device) {
        int live = graph.verticesWithEdges();
        try (Arena arena = Arena.ofShared()) {
            IntArray least = IntArray.allocate(arena, live, "lower bounds of eccentricities");
            IntArray most = IntArray.allocate(arena, live, "upper bounds of eccentricities");
            IntArray total = IntArray.allocate(arena, live, "sums of hops");
            device.bring(least, most, total);
            IntStream.range(0, live)
                    .parallel()
                    .filter(vertex -> least.get(vertex) >= 0)
                    .forEach(vertex -> bounds.take(
                            context.indexOf(vertex),
                            least.get(vertex),
                            most.get(vertex),
                            Integer.toUnsignedLong(total.get(vertex))));
        }
    }

    private Diameter found(Extremes extremes) {
        int from = pendants.carries(extremes.farthest) ? pendants.of(extremes.farthest) : extremes.farthest;
        int to;
        try (Arena arena = Arena.ofShared()) {
            to = first(search(from, arena).level(), extremes.diameter);
        }
        return new Diameter(
                reached[from],
                extremes.diameter,
                graph.ids().idOf(from),
                graph.ids().idOf(to),
                extremes.radius,
                graph.ids().idOf(extremes.centre),
                searches,
                context.nanos());
    }

    private static int first(IntArray level, int wanted) {
        int index = 0;
        while (level.get(index) != wanted) {
            index++;
        }
        return index;
    }

    /// Input indices of the largest component, the one of the smallest index of several, without its pendants.
    private int[] largest() {
        int most = Arrays.stream(reached).parallel().max().orElseThrow();
        int first = IntStream.range(0, reached.length)
                .filter(index -> reached[index] == most)
                .findFirst()
                .orElseThrow();
        int label = sizes.label(context.vertexOf(first));
        return withoutPendants(
                IntStream.range(0, reached.length).filter(index -> sizes.label(context.vertexOf(index)) == label));
    }

    private int[] withoutPendants(IntStream indices) {
        return indices.parallel().filter(index -> pendants.carrier(index) < 0).toArray();
    }

    private int degree(int index) {
        return graph.out().degree(context.vertexOf(index));
    }

    private static int eccentricity(LabResult found) {
        return found.verticesPerLevel().length - 1;
    }

    private LabResult search(int index, Arena arena) {
        Backend backend = context.engines().getFirst();
        LabResult found = backend.bfs(LabRequest.from(graph.ids().idOf(index)), arena);
        searches++;
        int eccentricity = eccentricity(found);
        bounds.search(found.level(), eccentricity, pendants.carries(index));
        int carrier = pendants.carrier(index);
        if (carrier >= 0) {
            bounds.set(carrier, eccentricity - 1);
        }
        return found;
    }

    /// @param bounded whether a device has done what searches on their own can do
    /// @param members by their input indices, without pendants
    private void settle(Members wanted, boolean bounded, int... members) {
        Settling settling = new Settling(context, wanted, ROUNDS, graph.verticesWithEdges() - pendants.count());
        if (bounded) {
            settling.runInBatches(members);
        } else {
            settling.run(members);
        }
        searches += settling.searchesInBatches();
    }

    /// Vertices that are no pendants, by their input indices, open until their eccentricity is known.
    private class Members implements Settling.Bounds {
        /// As [SearchTurns] goes; of several vertices that may be farthest or nearest the one that lies farthest
        /// from, or nearest to, the searches before.
        @Override
        public void searchFew(int... left) {
            int best = otherEnd >= 0
                    ? otherEnd
                    : Arrays.stream(left)
                            .parallel()
                            .reduce((one, other) -> prefers(other, one) ? other : one)
                            .orElseThrow();
            try (Arena arena = Arena.ofShared()) {
                LabResult found = search(best, arena);
                int eccentricity = eccentricity(found);
                otherEnd = turns.searched(eccentricity) ? first(found.level(), eccentricity) : -1;
            }
        }

        private boolean prefers(int index, int best) {
            if (turns.fromHub()) {
                return degree(index) > degree(best);
            }
            if (turns.fromFar()) {
                return most(index) > most(best) || most(index) == most(best) && total(index) > total(best);
            }
            return least(index) < least(best)
                    || least(index) == least(best) && bounds.total(index) < bounds.total(best);
        }

        @Override
        public boolean open(int index) {
            return !bounds.known(index);
        }

        @Override
        public boolean settlesOthers() {
            return false;
        }

        @Override
        public int least(int index) {
            return bounds.least(index);
        }

        @Override
        public int most(int index) {
            return bounds.most(index);
        }

        /// How far it lies from the searches so far, in all.
        long total(int index) {
            return bounds.total(index);
        }

        @Override
        public long idOf(int index) {
            return graph.ids().idOf(index);
        }

        @Override
        public void found(long id, int eccentricity) {
            bounds.set(graph.ids().indexOf(id), eccentricity);
        }

        @Override
        public String soFar(int... left) {
            return "nothing of it is kept";
        }
    }

    /// The largest and the smallest eccentricity known of some vertices and their pendants.
    private final class Extremes extends Members {
        private final int[] members;
        private int diameter = -1;
        private int radius = Integer.MAX_VALUE;
        private int farthest;
        private int centre;

        Extremes(int... members) {
            this.members = members;
        }

        @Override
        public void searchFew(int... left) {
            super.searchFew(fromNearestOfAll() ? known(false).toArray() : left);
        }

        /// Whether this vertex may still change either.
        @Override
        public boolean open(int index) {
            return !bounds.known(index) && (most(index) > diameter || bounds.least(index) < radius);
        }

        /// Of it and its pendants.
        @Override
        public int most(int index) {
            return bounds.most(index) + (pendants.carries(index) ? 1 : 0);
        }

        @Override
        long total(int index) {
            return super.total(index) + (pendants.carries(index) ? searches : 0);
        }

        private int farthest(int index) {
            return bounds.least(index) + (pendants.carries(index) ? 1 : 0);
        }

        @Override
        public boolean settlesOthers() {
            return true;
        }

        @Override
        public void update() {
            diameter = -1;
            radius = Integer.MAX_VALUE;
            known(true)
                    .reduce((one, other) -> farthest(other) > farthest(one) ? other : one)
                    .ifPresent(index -> {
                        diameter = farthest(index);
                        farthest = index;
                    });
            known(true)
                    .reduce((one, other) -> bounds.least(other) < bounds.least(one) ? other : one)
                    .ifPresent(index -> {
                        radius = bounds.least(index);
                        centre = index;
                    });
        }

        @Override
        public String soFar(int... left) {
            return DiameterRange.of(diameter, radius, this, this::farthest, left, left)
                    .toString();
        }

        private IntStream known(boolean wanted) {
            return Arrays.stream(members).parallel().filter(v -> bounds.known(v) == wanted);
        }
    }
}
