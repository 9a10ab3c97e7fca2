package io.bitfront.engine.answer;

import io.bitfront.cache.Graph;
import io.bitfront.engine.spi.NeighbourhoodCounts;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/// The same bounds as [Neighbourhoods] has for undirected graphs, as a device counts them: nothing here takes time
/// or memory for every vertex. Vertices outside the largest component are taken to reach all of their own in two
/// hops.
///
/// In a component of `R` vertices, one with `d` neighbours and at most `s` vertices two hops away has a sum of hops
/// of `3 (R - 1) - (2 d + s)` at least, and a sum of 1/hops of `(2 (R - 1) + 4 d + s) / 6` at most. What a
/// threshold admits is therefore a limit to `2 d + s` or `4 d + s`.
public final class CountedNeighbourhoods {
    private static final int HOPS_WEIGHT = 2;
    private static final int HARMONIC_WEIGHT = 4;

    /// Allows for roundings of a harmonic sum and of what follows from it.
    private static final double ROUNDING = 1e-9;

    private final Graph graph;
    private final NeighbourhoodCounts counts;
    private final UpperBounds bounds;
    private final Reach reach;
    private final int[] outside;
    private final double alone;

    public CountedNeighbourhoods(Graph graph, NeighbourhoodCounts counts, UpperBounds bounds) {
        this.graph = graph;
        this.counts = counts;
        this.bounds = bounds;
        this.outside = counts.outside();
        this.reach = Reach.ofLargest(graph, counts.reached(), outside);
        this.alone = bounds.nearby(0, 0, 1, 1);
    }

    public Reach reach() {
        return reach;
    }

    /// The vertices to be searched first, ascending; null where too many are alike for a choice.
    public int[] first(int count) {
        return counts.mostNeighbours(count);
    }

    /// What bounds leave.
    ///
    /// @param vertices ascending
    /// @param bound of each
    /// @param byWays how many the first of two counts left
    public record Left(int[] vertices, double[] bound, long byWays) {}

    /// Whether a vertex without edges may pass a threshold: the device counts those of the largest component alone.
    public boolean admitsAlone(Threshold threshold) {
        return threshold.admits(alone);
    }

    /// The vertices that may pass a threshold that vertices without edges do not.
    ///
    /// @param harmonic whether the measure is one of sums of 1/hops
    /// @param skipped vertices that are not asked for
    /// @return nothing where bounds are of little use
    public Optional<Left> left(Threshold threshold, boolean harmonic, BitSet skipped) {
        long least = harmonic ? leastHarmonic(threshold) : leastOfHops(threshold);
        NeighbourhoodCounts.Bounded counted =
                counts.bounded(harmonic ? HARMONIC_WEIGHT : HOPS_WEIGHT, Math.max(0, least), skipped);
        if (counted == null) {
            return Optional.empty();
        }
        List<Integer> vertices = new ArrayList<>();
        List<Double> values = new ArrayList<>();
        for (int i = 0, o = 0; i < counted.vertices().length || o < outside.length; ) {
            boolean isOutside =
                    i == counted.vertices().length || o < outside.length && outside[o] < counted.vertices()[i];
            int v = isOutside ? outside[o] : counted.vertices()[i];
            double bound = isOutside ? ofOutside(v) : nearby(v, counted.second()[i]);
            o += isOutside ? 1 : 0;
            i += isOutside ? 0 : 1;
            if (threshold.admits(bound) && !(isOutside && skipped.get(v))) {
                vertices.add(v);
                values.add(bound);
            }
        }
        return Optional.of(new Left(
                vertices.stream().mapToInt(v -> v).toArray(),
                values.stream().mapToDouble(value -> value).toArray(),
                counted.byWays()));
    }

    private long leastOfHops(Threshold threshold) {
        long reached = counts.reached();
        return 3 * (reached - 1) - bounds.mostDistance(reached, threshold::admits);
    }

    private long leastHarmonic(Threshold threshold) {
        long reached = counts.reached();
        double least = bounds.leastHarmonic(reached, threshold::admits);
        return (long) Math.floor(6 * least * (1 - ROUNDING)) - 2 * (reached - 1) - 1;
    }

    private double nearby(int v, long second) {
        return bounds.nearby(graph.out().degree(v), second, reach.least(v), reach.most(v));
    }

    private double ofOutside(int v) {
        return nearby(v, reach.most(v) - 1L - graph.out().degree(v));
    }
}
