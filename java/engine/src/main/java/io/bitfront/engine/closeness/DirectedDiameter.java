package io.bitfront.engine.closeness;

import io.bitfront.cache.Graph;
import io.bitfront.engine.ClosenessMeasure;
import io.bitfront.engine.ClosenessResult;
import io.bitfront.engine.Diameter;
import io.bitfront.engine.answer.DirectedEccentricities;
import io.bitfront.engine.profile.ProfileSearch;
import java.util.Arrays;
import java.util.stream.IntStream;

/// Diameter and radius of a directed graph, by rounds of a few searches that tighten bounds. Vertices are the engine's.
final class DirectedDiameter implements Settling.Bounds {
    /// Each of up to six searches.
    private static final int ROUNDS = 8;

    /// What a round takes of this machine's two threads, an edge and a vertex: 50 ms for 65,536 vertices with a million
    /// edges, 31 ms for 131,072 with as many, on the host of an H200.
    private static final int ROUND_EDGE_NANOS = 40;

    private static final int ROUND_VERTEX_NANOS = 200;

    /// What a device's batch takes for a source, an edge, on graphs that are not deep, and at the least:
    /// an H200 0.05 ps an edge of kron 22, 1 to 1.6 us on graphs of up to a million edges.
    private static final double BATCHED_NANOS = 1e-4;

    private static final int LEAST_BATCHED_NANOS = 1_000;

    private final RunContext context;
    private final Graph graph;
    private final DirectedEccentricities bounds;
    private int diameter = -1;
    private int radius = Integer.MAX_VALUE;
    private int farthest;
    private int centre;

    private DirectedDiameter(RunContext context) {
        this.context = context;
        this.graph = context.graph();
        this.bounds = new DirectedEccentricities(
                graph.out(), graph.in(), graph.permutation().oldIdOf(), context.stop()::asked);
    }

    static Diameter find(RunContext context) {
        try (Graph.Use _ = context.graph().use()) {
            return new DirectedDiameter(context).run();
        }
    }

    /// As [#find], from the eccentricities of all vertices.
    static Diameter of(RunContext context, ClosenessResult all) {
        try (Graph.Use _ = context.graph().use()) {
            DirectedDiameter known = new DirectedDiameter(context);
            for (int row = 0; row < all.rowCount(); row++) {
                known.found(all.id(row), (int) all.value(row, ClosenessMeasure.ECCENTRICITY));
            }
            return known.after(all.traversals());
        }
    }

    private Diameter run() {
        int[] leading = IntStream.range(0, graph.vertexCount())
                .filter(v -> !bounds.follows(v))
                .toArray();
        int searchable = graph.verticesWithEdges() - (graph.vertexCount() - leading.length);
        Settling settling = new Settling(context, this, ROUNDS, searchable);
        settling.run(leading);
        return after(settling.searchesInBatches());
    }

    /// What is known, after so many searches and those that were for bounds.
    private Diameter after(long searches) {
        int to = bounds.farthestFrom(farthest);
        return new Diameter(
                graph.vertexCount(),
                diameter,
                graph.idOf(farthest),
                graph.idOf(to),
                radius,
                graph.idOf(centre),
                bounds.searches() + searches,
                context.nanos());
    }

    /// Rounds are the host's.
    @Override
    public boolean soonSearched(int round, int... left) {
        double edges = graph.edgeCount();
        double deep = Math.max(1, (double) bounds.least(left[0]) / ProfileSearch.DEEP);
        double batched = Math.max(LEAST_BATCHED_NANOS, BATCHED_NANOS * edges) * deep;
        double perRound = ROUND_EDGE_NANOS * edges + (double) ROUND_VERTEX_NANOS * graph.vertexCount();
        return batched * left.length < perRound * (round + 1);
    }

    @Override
    public boolean open(int v) {
        return bounds.least(v) < bounds.most(v) && (most(v) > diameter || bounds.radial(v) && bounds.least(v) < radius);
    }

    @Override
    public int least(int v) {
        return bounds.least(v);
    }

    /// With what follows from the vertex, whose eccentricities may be the diameter.
    @Override
    public int most(int v) {
        return bounds.most(v) + bounds.height(v);
    }

    @Override
    public long idOf(int v) {
        return graph.idOf(v);
    }

    @Override
    public void found(long id, int eccentricity) {
        int v = graph.vertexOf(id);
        bounds.set(v, eccentricity);
        know(v);
    }

    @Override
    public void searchFew(int... left) {
        bounds.boundByPivots();
        int far = left[0];
        int near = -1;
        for (int v : left) {
            far = most(v) > most(far) ? v : far;
            if (bounds.radial(v)
                    && bounds.least(v) < bounds.most(v)
                    && (near < 0 || bounds.least(v) < bounds.least(near))) {
                near = v;
            }
        }
        bounds.searchAround(
                IntStream.of(far, near).filter(v -> v >= 0).distinct().toArray());
        for (int v : left) {
            if (bounds.least(v) == bounds.most(v)) {
                know(v);
            }
        }
    }

    @Override
    public void update() {
        bounds.boundFollowers();
        for (int v = 0; v < graph.vertexCount(); v++) {
            if (bounds.follows(v) && bounds.least(v) == bounds.most(v)) {
                know(v);
            }
        }
    }

    @Override
    public String soFar(int... left) {
        int[] central = Arrays.stream(left).filter(bounds::radial).toArray();
        return DiameterRange.of(diameter, radius, this, left, central).toString();
    }

    private void know(int v) {
        int eccentricity = bounds.least(v);
        if (eccentricity > diameter) {
            diameter = eccentricity;
            farthest = v;
        }
        if (bounds.radial(v) && eccentricity < radius) {
            radius = eccentricity;
            centre = v;
        }
    }
}
