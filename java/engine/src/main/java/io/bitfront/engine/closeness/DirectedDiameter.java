package io.bitfront.engine.closeness;

import io.bitfront.cache.Graph;
import io.bitfront.engine.ClosenessJob;
import io.bitfront.engine.ClosenessMeasure;
import io.bitfront.engine.ClosenessResult;
import io.bitfront.engine.Diameter;
import io.bitfront.engine.answer.DirectedEccentricities;
import io.bitfront.progress.Progress;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/// Diameter and radius of a directed graph: rounds of a few searches that tighten bounds, for as long as they settle
/// many vertices; what is left then is searched in batches.
final class DirectedDiameter {
    private static final int ROUND = 8;
    private static final int USEFUL = 4;
    private static final int AT_ONCE = 8_192;

    private final RunContext context;
    private final Graph graph;
    private final DirectedEccentricities bounds;
    private int diameter = -1;
    private int radius = Integer.MAX_VALUE;
    private int farthest;
    private int centre;
    private long inBatches;

    DirectedDiameter(RunContext context) {
        this.context = context;
        this.graph = context.graph();
        this.bounds = new DirectedEccentricities(graph.out(), graph.in());
    }

    Diameter run() {
        int n = graph.vertexCount();
        try (Progress.Phase phase = context.progress().start("eccentricities", n, "vertex")) {
            int[] left = IntStream.range(0, n).toArray();
            int before = n;
            for (int round = 1; left.length > 0; round++) {
                tighten(left);
                left = advance(left, phase);
                if (round % ROUND == 0) {
                    if (before - left.length < USEFUL * ROUND) {
                        break;
                    }
                    before = left.length;
                }
            }
            while (left.length > 0) {
                searchInBatches(left);
                left = advance(left, phase);
            }
        }
        int to = bounds.forward(farthest);
        return new Diameter(
                n,
                diameter,
                graph.idOf(farthest),
                graph.idOf(to),
                radius,
                graph.idOf(centre),
                bounds.searches() + inBatches,
                context.nanos());
    }

    private int[] advance(int[] left, Progress.Phase phase) {
        int[] still = Arrays.stream(left).filter(this::open).toArray();
        phase.advance(left.length - still.length);
        return still;
    }

    private boolean open(int v) {
        return bounds.least(v) < bounds.most(v)
                && (bounds.most(v) > diameter || bounds.radial(v) && bounds.least(v) < radius);
    }

    private void tighten(int... left) {
        bounds.boundByPivots();
        int far = left[0];
        for (int v : left) {
            far = bounds.most(v) > bounds.most(far) ? v : far;
        }
        bounds.backward(bounds.forward(far));
        know(far);
        int near = -1;
        for (int v : left) {
            if (bounds.radial(v) && open(v) && (near < 0 || bounds.least(v) < bounds.least(near))) {
                near = v;
            }
        }
        if (near >= 0) {
            bounds.backward(bounds.forward(near));
            know(near);
        }
        for (int v : left) {
            if (bounds.least(v) == bounds.most(v)) {
                know(v);
            }
        }
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

    private void searchInBatches(int... left) {
        List<Long> ids = IntStream.of(left)
                .boxed()
                .sorted(Comparator.comparingInt(v -> -bounds.most(v)))
                .limit(AT_ONCE)
                .map(graph::idOf)
                .toList();
        ClosenessJob job = ClosenessJob.sources(ids).measures(ClosenessMeasure.ECCENTRICITY);
        ClosenessResult found = new ExactRun(context.with(job, Progress.NONE)).run();
        inBatches += found.traversals();
        for (int row = 0; row < found.rowCount(); row++) {
            int v = graph.vertexOf(found.id(row));
            bounds.set(v, (int) found.value(row, ClosenessMeasure.ECCENTRICITY));
            know(v);
        }
    }
}
