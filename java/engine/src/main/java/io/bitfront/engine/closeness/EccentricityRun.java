package io.bitfront.engine.closeness;

import io.bitfront.cache.Graph;
import io.bitfront.engine.Diameter;
import io.bitfront.engine.answer.EccentricityBounds;
import io.bitfront.engine.answer.VertexSums;
import io.bitfront.engine.lab.LabRequest;
import io.bitfront.engine.lab.LabResult;
import io.bitfront.engine.spi.Backend;
import io.bitfront.memory.IntArray;
import java.lang.foreign.Arena;
import java.util.Arrays;
import java.util.stream.IntStream;

/// Eccentricities of an undirected graph, by searches one by one from the vertices whose bounds are worst.
final class EccentricityRun {
    private static final int ROUNDS = 16;

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
        settle(new Members(), IntStream.range(0, reached.length).toArray());
        for (int index = 0; index < reached.length; index++) {
            rows.put(index, new VertexSums(reached[index], 0, Double.NaN, bounds.least(index)));
        }
    }

    Diameter ofLargestComponent() {
        int[] members = largest();
        Extremes extremes = new Extremes(members);
        settle(extremes, members);
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

    private void settle(Members wanted, int... members) {
        Settling settling = new Settling(context, wanted, ROUNDS);
        settling.run(members);
        searches += settling.searchesInBatches();
    }

    /// Vertices, by their input indices, that are open until their eccentricity is known.
    private class Members implements Settling.Bounds {
        @Override
        public void searchFew(int[] left, int round) {
            searchOne(left, round);
        }

        @Override
        public boolean open(int index) {
            return !bounds.known(index);
        }

        @Override
        public int least(int index) {
            return bounds.least(index);
        }

        @Override
        public int most(int index) {
            return bounds.most(index);
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

    /// The largest and the smallest eccentricity known of some vertices.
    private final class Extremes extends Members {
        private final int[] members;
        private int diameter = -1;
        private int radius = Integer.MAX_VALUE;
        private int farthest;
        private int centre;

        Extremes(int... members) {
            this.members = members;
        }

        /// Whether this vertex may still change either.
        @Override
        public boolean open(int index) {
            return !bounds.known(index) && (bounds.most(index) > diameter || bounds.least(index) < radius);
        }

        @Override
        public void update() {
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

        @Override
        public String soFar(int... left) {
            return DiameterRange.of(diameter, radius, this, left, left).toString();
        }

        private IntStream known() {
            return Arrays.stream(members).parallel().filter(bounds::known);
        }
    }
}
