package io.bitfront.engine.closeness;

import io.bitfront.cache.Graph;
import io.bitfront.engine.ClosenessJob;
import io.bitfront.engine.ClosenessMeasure;
import io.bitfront.engine.ClosenessResult;
import io.bitfront.engine.Diameter;
import io.bitfront.engine.JobStoppedException;
import io.bitfront.engine.answer.EccentricityBounds;
import io.bitfront.engine.answer.VertexSums;
import io.bitfront.engine.lab.LabRequest;
import io.bitfront.engine.lab.LabResult;
import io.bitfront.engine.spi.Backend;
import io.bitfront.memory.IntArray;
import io.bitfront.progress.Progress;
import java.lang.foreign.Arena;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/// Eccentricities of an undirected graph: searches one by one, from the vertices whose bounds are worst, for as long as
/// each settles many others; what is left then is searched in batches.
final class EccentricityRun {
    private static final int ROUND = 16;
    /// Vertices that a search must settle to be worth more than its share of a batch.
    private static final int USEFUL = 4;

    private static final int AT_ONCE = 8_192;

    private final RunContext context;
    private final Graph graph;
    private final ComponentSizes sizes;
    private final int[] reached;
    private final EccentricityBounds bounds;
    private long searches;

    EccentricityRun(RunContext context) {
        this.context = context;
        this.graph = context.graph();
        this.sizes = new ComponentSizes(graph.out());
        this.reached = IntStream.range(0, graph.vertexCount())
                .parallel()
                .map(index -> sizes.of(context.vertexOf(index)))
                .toArray();
        this.bounds = new EccentricityBounds(reached);
    }

    long searches() {
        return searches;
    }

    /// Puts a row for every vertex that has nothing but its eccentricity.
    void findAll(ExactRows rows) {
        settle(IntStream.range(0, reached.length).toArray(), () -> {}, index -> !bounds.known(index));
        for (int index = 0; index < reached.length; index++) {
            rows.put(index, new VertexSums(reached[index], 0, Double.NaN, bounds.least(index)));
        }
    }

    Diameter ofLargestComponent() {
        int[] members = largest();
        Extremes extremes = new Extremes(members);
        settle(members, extremes::update, extremes::open);
        int from = extremes.farthest;
        int to;
        try (Arena arena = Arena.ofShared()) {
            to = first(search(from, arena), extremes.diameter);
        }
        return new Diameter(
                members.length,
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

    /// Input indices of the largest component, the one of the smallest index of several.
    private int[] largest() {
        int most = Arrays.stream(reached).parallel().max().orElseThrow();
        int first = IntStream.range(0, reached.length)
                .filter(index -> reached[index] == most)
                .findFirst()
                .orElseThrow();
        int label = sizes.label(context.vertexOf(first));
        return IntStream.range(0, reached.length)
                .parallel()
                .filter(index -> sizes.label(context.vertexOf(index)) == label)
                .toArray();
    }

    /// Searches until no member is open.
    ///
    /// @param update what is to be done after searches, before any member is asked for
    private void settle(int[] members, Runnable update, IntPredicate open) {
        try (Progress.Phase phase = context.progress().start("eccentricities", members.length, "vertex")) {
            int[] left = members;
            int before = left.length;
            int round = 0;
            BatchQueue stop = new BatchQueue();
            context.begin().accept(stop);
            while (left.length > 0) {
                if (stop.stopped()) {
                    throw new JobStoppedException(context.stopped(searches, searches + left.length));
                }
                searchOne(left, round);
                update.run();
                int[] still = Arrays.stream(left).parallel().filter(open).toArray();
                phase.advance(left.length - still.length);
                left = still;
                round++;
                if (round % ROUND == 0) {
                    if (before - left.length < USEFUL * ROUND) {
                        break;
                    }
                    before = left.length;
                }
            }
            while (left.length > 0) {
                searchInBatches(left);
                update.run();
                int[] still = Arrays.stream(left).parallel().filter(open).toArray();
                phase.advance(left.length - still.length);
                left = still;
            }
        }
    }

    /// From the vertex with the most edges first; then in turn from one that may be farthest from all and from one that
    /// may be nearest to all, of several the one that lies farthest from, or nearest to, the searches before.
    private void searchOne(int[] left, int round) {
        int best = Arrays.stream(left)
                .parallel()
                .reduce((one, other) -> prefers(other, one, round) ? other : one)
                .orElseThrow();
        try (Arena arena = Arena.ofShared()) {
            search(best, arena);
        }
    }

    private boolean prefers(int index, int best, int round) {
        if (round == 0) {
            return degree(index) > degree(best);
        }
        if (round % 2 != 0) {
            return bounds.most(index) > bounds.most(best)
                    || bounds.most(index) == bounds.most(best) && bounds.total(index) > bounds.total(best);
        }
        return bounds.least(index) < bounds.least(best)
                || bounds.least(index) == bounds.least(best) && bounds.total(index) < bounds.total(best);
    }

    private int degree(int index) {
        return graph.out().degree(context.vertexOf(index));
    }

    private IntArray search(int index, Arena arena) {
        Backend backend = context.engines().getFirst();
        LabResult found = backend.bfs(LabRequest.from(graph.ids().idOf(index)), arena);
        searches++;
        bounds.search(found.level(), found.verticesPerLevel().length - 1);
        return found.level();
    }

    /// Searches the most promising of those that are left at once.
    private void searchInBatches(int[] left) {
        int[] chosen = IntStream.of(left)
                .boxed()
                .sorted(Comparator.comparingInt(index -> -bounds.most(index)))
                .limit(AT_ONCE)
                .mapToInt(Integer::intValue)
                .sorted()
                .toArray();
        List<Long> ids =
                Arrays.stream(chosen).mapToObj(index -> graph.ids().idOf(index)).toList();
        ClosenessJob job = ClosenessJob.sources(ids).measures(ClosenessMeasure.ECCENTRICITY);
        ClosenessResult found = new ExactRun(context.with(job, Progress.NONE)).run();
        searches += found.traversals();
        for (int row = 0; row < found.rowCount(); row++) {
            bounds.set(chosen[row], (int) found.value(row, ClosenessMeasure.ECCENTRICITY));
        }
    }

    /// The largest and the smallest eccentricity known of some vertices.
    private final class Extremes {
        private final int[] members;
        private int diameter;
        private int radius;
        private int farthest;
        private int centre;

        Extremes(int... members) {
            this.members = members;
        }

        /// Whether this vertex may still change either. Needs: `update` since the last search.
        boolean open(int index) {
            return !bounds.known(index) && (bounds.most(index) > diameter || bounds.least(index) < radius);
        }

        void update() {
            diameter = -1;
            radius = Integer.MAX_VALUE;
            known().reduce((one, other) -> bounds.least(other) > bounds.least(one) ? other : one)
                    .ifPresent(index -> {
                        diameter = bounds.least(index);
                        farthest = index;
                    });
            known().reduce((one, other) -> bounds.least(other) < bounds.least(one) ? other : one)
                    .ifPresent(index -> {
                        radius = bounds.least(index);
                        centre = index;
                    });
        }

        private IntStream known() {
            return Arrays.stream(members).parallel().filter(bounds::known);
        }
    }
}
