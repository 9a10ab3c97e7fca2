package io.bitfront.engine.answer;

import io.bitfront.cache.Graph;
import io.bitfront.engine.Direction;
import io.bitfront.engine.spi.NeighbourhoodCounts;
import io.bitfront.graph.Csc;
import io.bitfront.memory.IntArray;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.DoublePredicate;
import java.util.function.IntPredicate;

/// The same bounds as [Neighbourhoods] has, as a device counts them: nothing here takes time or memory for every
/// vertex. Vertices outside the largest component of an undirected graph are taken to reach all of their own in two
/// hops.
///
/// Of vertices that reach `r`, one with `d` neighbours and at most `s` vertices two hops away has a sum of hops of
/// `3 (r - 1) - (2 d + s)` at least, and a sum of 1/hops of `(2 (r - 1) + 4 d + s) / 6` at most. What a threshold
/// admits is therefore a limit to `2 d + s` or `4 d + s`. Where `r` is known to be no more than so many, what a vertex
/// may be worth is the most where it reaches as many, or where nothing is farther than two hops ([UpperBounds]): there
/// it is worth no more than one that has all of the `d + s` for neighbours.
public final class CountedNeighbourhoods {
    private static final int HOPS_WEIGHT = 2;
    private static final int HARMONIC_WEIGHT = 4;

    /// Allows for roundings of a harmonic sum and of what follows from it.
    private static final double ROUNDING = 1e-9;

    /// Vertices and edges looked at to find out what one vertex reaches.
    private static final int WALKED = 1 << 8;

    private static final int WALKED_EDGES = 1 << 12;

    private final Csc ahead;
    private final NeighbourhoodCounts counts;
    private final UpperBounds bounds;
    private final Reach reach;
    private final IntArray indices;
    private final int[] outside;
    private final double alone;

    /// @param direction of the edges that are followed
    public CountedNeighbourhoods(Graph graph, Direction direction, NeighbourhoodCounts counts, UpperBounds bounds) {
        this.ahead = direction.ahead(graph);
        this.counts = counts;
        this.bounds = bounds;
        this.outside = counts.outside();
        this.indices = graph.permutation().oldIdOf();
        this.reach = graph.directed()
                ? Reach.ofKinds(graph, counts.kinds(), counts::kindOf)
                : Reach.ofLargest(graph, counts.kinds().getFirst().most(), outside, counts.firstsOf(outside));
        this.alone = bounds.nearby(0, 0, 1, 1);
    }

    public Reach reach() {
        return reach;
    }

    /// The vertices to be searched first, ascending; null where too many are alike for a choice.
    public int[] first(int count) {
        return counts.mostNeighbours(count);
    }

    /// The vertices outside the largest component of an undirected graph, ascending, that may pass a threshold.
    ///
    /// @param skipped vertices that are not asked for
    public int[] admittedOutside(Threshold threshold, BitSet skipped) {
        return outside(v -> threshold.admits(withinTwoHops(v), indices.get(v)), skipped);
    }

    /// Those of them, ascending, that may be worth more than any of some vertices within two hops.
    public int[] betterOutside(int[] than, BitSet skipped) {
        double best = Arrays.stream(than).mapToDouble(this::withinTwoHops).max().orElse(0);
        return outside(v -> withinTwoHops(v) > best, skipped);
    }

    private int[] outside(IntPredicate wanted, BitSet skipped) {
        return Arrays.stream(outside)
                .parallel()
                .filter(v -> !skipped.get(v) && wanted.test(v))
                .toArray();
    }

    /// What bounds leave.
    ///
    /// @param vertices ascending
    /// @param bound of each
    /// @param byWays how many the first of two counts left
    public record Left(int[] vertices, double[] bound, long byWays) {}

    /// Whether a vertex from which no edge leads may pass a threshold: the device lists none of these.
    public boolean admitsAlone(Threshold threshold) {
        return threshold.admits(alone);
    }

    /// The vertices that may pass a threshold that vertices from which no edge leads do not.
    ///
    /// @param harmonic whether the measure is one of sums of 1/hops
    /// @param skipped vertices that are not asked for
    /// @return nothing where bounds are of little use
    public Optional<Left> left(Threshold threshold, boolean harmonic, BitSet skipped) {
        List<NeighbourhoodCounts.Limit> limits = counts.kinds().stream()
                .map(kind -> limit(kind, threshold, harmonic))
                .toList();
        NeighbourhoodCounts.Bounded counted = counts.bounded(harmonic ? HARMONIC_WEIGHT : HOPS_WEIGHT, limits, skipped);
        if (counted == null) {
            return Optional.empty();
        }
        BitSet seen = new BitSet();
        List<Integer> vertices = new ArrayList<>();
        List<Double> values = new ArrayList<>();
        int[] far = admittedOutside(threshold, skipped);
        for (int i = 0, o = 0; i < counted.vertices().length || o < far.length; ) {
            boolean isOutside = i == counted.vertices().length || o < far.length && far[o] < counted.vertices()[i];
            int v = isOutside ? far[o++] : counted.vertices()[i];
            double bound = isOutside ? withinTwoHops(v) : nearby(v, counted.second()[i++], range(v, seen));
            if (isOutside || threshold.admits(bound)) {
                vertices.add(v);
                values.add(bound);
            }
        }
        return Optional.of(new Left(
                vertices.stream().mapToInt(v -> v).toArray(),
                values.stream().mapToDouble(value -> value).toArray(),
                counted.byWays()));
    }

    private NeighbourhoodCounts.Limit limit(NeighbourhoodCounts.Kind kind, Threshold threshold, boolean harmonic) {
        if (kind.most() == 0) {
            return NeighbourhoodCounts.Limit.NONE;
        }
        if (kind.isKnown()) {
            return new NeighbourhoodCounts.Limit(least(kind.most(), threshold::admits, harmonic), Long.MAX_VALUE);
        }
        DoublePredicate admitted = value -> threshold.admits(UpperBounds.between(value));
        return new NeighbourhoodCounts.Limit(
                least(kind.most(), admitted, harmonic), bounds.leastAtOnce(kind.most(), admitted));
    }

    /// What vertices that reach so many must have.
    private long least(long reached, DoublePredicate admitted, boolean harmonic) {
        if (!harmonic) {
            return Math.max(0, 3 * (reached - 1) - bounds.mostDistance(reached, admitted));
        }
        double least = bounds.leastHarmonic(reached, admitted);
        return Math.max(0, (long) Math.floor(6 * least * (1 - ROUNDING)) - 2 * (reached - 1) - 1);
    }

    /// What a vertex is worth at most where it reaches nothing farther than two hops away.
    public double withinTwoHops(int v) {
        NeighbourhoodCounts.Kind own = new NeighbourhoodCounts.Kind(reach.least(v), reach.most(v));
        return nearby(v, own.most() - 1L - ahead.degree(v), own);
    }

    private double nearby(int v, long second, NeighbourhoodCounts.Kind range) {
        return bounds.nearby(ahead.degree(v), second, range.least(), range.most());
    }

    /// Between how many vertices one of those counted reaches: by its kind, or as a short walk tells. Of one that
    /// reaches all that the search along the edges met, the walk is to the others alone: no edge leads back there.
    ///
    /// @param seen of no vertex, before and after
    private NeighbourhoodCounts.Kind range(int v, BitSet seen) {
        NeighbourhoodCounts.Kind range = counts.kinds().get(counts.kindOf(v));
        if (range.isKnown()) {
            return range;
        }
        boolean reachesAll = counts.kindOf(v) == NeighbourhoodCounts.BEHIND;
        int walked = walk(v, w -> reachesAll && (counts.kindOf(w) & NeighbourhoodCounts.AHEAD) != 0, seen);
        int reached = walked + (reachesAll ? range.least() - 1 : 0);
        return walked > WALKED ? range : new NeighbourhoodCounts.Kind(reached, reached);
    }

    /// How many vertices a walk meets, the first included; more than [#WALKED] where it is given up.
    private int walk(int first, IntPredicate leftOut, BitSet seen) {
        int[] queue = new int[WALKED + 1];
        int end = 0;
        queue[end++] = first;
        seen.set(first);
        long edges = 0;
        for (int i = 0; i < end && end <= WALKED; i++) {
            edges += ahead.degree(queue[i]);
            long last = edges > WALKED_EDGES ? 0 : ahead.end(queue[i]);
            for (long e = ahead.start(queue[i]); e < last && end <= WALKED; e++) {
                int w = ahead.row(e);
                if (!seen.get(w) && !leftOut.test(w)) {
                    queue[end++] = w;
                    seen.set(w);
                }
            }
        }
        for (int i = 0; i < end; i++) {
            seen.clear(queue[i]);
        }
        return edges > WALKED_EDGES ? WALKED + 1 : end;
    }
}
