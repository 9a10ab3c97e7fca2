package io.bitfront.engine.closeness;

import io.bitfront.cache.Graph;
import io.bitfront.engine.ClosenessMeasure;
import io.bitfront.engine.spi.TargetSums;
import java.util.BitSet;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;

/// Estimates of single vertices from the distances of the pivots. Of a vertex, k other pivots were found at
/// distances of sum S and mean S/k. It reaches r vertices: in an undirected graph its component, known exactly;
/// in a directed one estimated as 1 + (n - 1) times the share of the other pivots that were found. Where all
/// other vertices it reaches were pivots the values are exact. Any thread may ask.
final class SampleEstimates {
    /// What is added to a sum of squared deviations, of harmonic sums that of a neighbour: one pivot one hop from the
    /// mean, lest a few pivots that happen to be equally far be taken for certainty.
    private static final double UNSEEN = 1;

    /// What is added to a sum of squared hops less their mean, in pivots that are as far from the mean as a
    /// vertex may be, one hop away or at the depth: a share of ln(20) / k of the vertices is met by none of
    /// k pivots in one sample of twenty, and 1.96 standard errors are to hold it.
    private static final double RARE = Math.pow(Math.log(20) / 1.96, 2);

    /// Of sums of hops in floating point.
    private static final double ROUNDING = 1e-9;

    private final Graph graph;
    private final BitSet pivots;
    private final int pivotCount;
    private final ComponentSizes components;
    private final SampleDepths depths;

    /// @param pivots input indices
    /// @param components as [#components] finds them
    /// @param depths along the edges whose hops are estimated
    SampleEstimates(Graph graph, BitSet pivots, ComponentSizes components, SampleDepths depths) {
        this.depths = depths;
        this.graph = graph;
        this.pivots = pivots;
        this.pivotCount = pivots.cardinality();
        this.components = components;
    }

    /// What estimates of a graph go by beside its sums: null where it is directed.
    ///
    /// @throws CancellationException where it was given up
    static ComponentSizes components(Graph graph, BooleanSupplier stop) {
        if (graph.directed()) {
            return null;
        }
        try (Graph.Use _ = graph.use()) {
            return new ComponentSizes(graph.out(), stop);
        }
    }

    Graph graph() {
        return graph;
    }

    /// The estimate of the vertex with an input index, whose sums are those at `position`.
    Estimate of(int index, TargetSums sums, long position) {
        int v = graph.permutation().newIdOf().get(index);
        long found = sums.pivots().get(position);
        boolean pivot = pivots.get(index);
        int others = pivotCount - (pivot ? 1 : 0);
        double reached;
        boolean complete;
        if (components != null) {
            reached = components.of(v);
            complete = found == components.of(v) - 1;
        } else {
            reached = others == 0 ? 1 : 1 + (graph.vertexCount() - 1.0) * found / others;
            complete = others == graph.vertexCount() - 1;
        }
        return new Estimate(
                found,
                others,
                graph.vertexCount(),
                components != null,
                pivot,
                reached,
                complete,
                sums.distance().get(position),
                squares(
                        found,
                        sums.distance().get(position),
                        sums.distanceSquared().get(position)),
                TargetSums.harmonicValue(sums.harmonic().get(position)),
                depths.of(v));
    }

    /// A sum of squared hops, without sign; NaN where it has passed 64 bits, as on paths of 2²⁸ vertices: the squares
    /// of as many hops add up to no less than where all are equal.
    static double squares(long found, long distance, long sum) {
        double value = sum >= 0 ? sum : sum + 0x1p64;
        double least = found == 0 ? 0 : (double) distance / found * distance;
        return value < least * (1 - ROUNDING) ? Double.NaN : value;
    }

    /// @param found k, other pivots found
    /// @param pivot whether the vertex is one itself
    /// @param reached r, or its estimate
    /// @param complete whether all other vertices it reaches are pivots
    /// @param harmonic sum of 1/hops
    /// @param others pivots that are not the vertex
    /// @param reachable vertices of the graph
    /// @param componentKnown whether `reached` is exact
    /// @param depth hops within which unseen vertices may be
    record Estimate(
            long found,
            int others,
            int reachable,
            boolean componentKnown,
            boolean pivot,
            double reached,
            boolean complete,
            double distance,
            double distanceSquared,
            double harmonic,
            int depth) {

        double value(ClosenessMeasure measure, int vertexCount) {
            if (found == 0 && !complete && !(measure == ClosenessMeasure.REACHED && reached > 1)) {
                return Double.NaN;
            }
            double others = reached - 1;
            boolean alone = found == 0;
            return switch (measure) {
                case CLOSENESS -> alone ? 0 : found / distance;
                case WF -> alone ? 0 : others * found / ((vertexCount - 1.0) * distance);
                case HARMONIC -> alone ? 0 : harmonic * (others / found);
                case HARMONIC_NORMALISED -> alone ? 0 : harmonic * (others / found) / (vertexCount - 1);
                case REACHED -> reached;
                case LIN, ECCENTRICITY ->
                    throw new IllegalArgumentException(
                            "measure %s cannot be estimated from a sample".formatted(measure.word()));
            };
        }

        double standardError(ClosenessMeasure measure, int vertexCount) {
            if (complete) {
                return 0;
            }
            if (measure == ClosenessMeasure.REACHED && componentKnown) {
                return 0;
            }
            if (found < 2) {
                return Double.NaN;
            }
            double n = vertexCount - 1.0;
            return switch (measure) {
                case CLOSENESS -> closenessError();
                case WF -> componentKnown ? closenessError() * (reached - 1) / n : wfError();
                case HARMONIC -> harmonicError(n);
                case HARMONIC_NORMALISED -> harmonicError(n) / n;
                case REACHED -> n * Math.sqrt(shareVariance() * unsampled());
                case LIN, ECCENTRICITY ->
                    throw new IllegalArgumentException(
                            "measure %s cannot be estimated from a sample".formatted(measure.word()));
            };
        }

        /// What sampling without replacement leaves of a variance.
        private double unsampled() {
            double of = componentKnown ? reached : reachable;
            double sampled = componentKnown ? found + (pivot ? 1 : 0) : others + (pivot ? 1 : 0);
            return Math.max(0, 1 - sampled / of);
        }

        /// sd/sqrt(k) x sqrt(1 - p/r) / mean², with p the pivots that reach the vertex, itself included.
        private double closenessError() {
            double mean = distance / found;
            double variance = (Math.max(0, distanceSquared - distance * mean) + unseen()) / (found - 1);
            double left = 1 - (found + (pivot ? 1 : 0)) / reached;
            return Math.sqrt(variance / found) * Math.sqrt(Math.max(0, left)) / (mean * mean);
        }

        /// What pivots that happened not to be drawn add to the sum of squared hops less their mean.
        private double unseen() {
            double mean = distance / found;
            double off = Math.max(depth - mean, mean - 1);
            return Math.max(UNSEEN, RARE * off * off);
        }

        /// Of the share of pivots found among all others, drawn with replacement.
        private double shareVariance() {
            double share = (found + UNSEEN) / (others + 2 * UNSEEN);
            return share * (1 - share) / (others - 1);
        }

        /// Of share² / mean distance over all pivots, unreached ones counted as 0: linear in both for small errors.
        private double wfError() {
            double share = (double) found / others;
            double mean = distance / others;
            double meanVariance =
                    (Math.max(0, distanceSquared / others - mean * mean) + unseen() / others) / (others - 1);
            double covariance = mean * (1 - share) / (others - 1);
            double relative = 4 * shareVariance() / (share * share)
                    + meanVariance / (mean * mean)
                    - 4 * covariance / (share * mean);
            return share * share / mean * Math.sqrt(Math.max(0, relative) * unsampled());
        }

        private double harmonicError(double n) {
            double pivots = componentKnown ? found : others;
            double scale = componentKnown ? reached - 1 : n;
            double mean = distance / found;
            double hop = Math.max(0.5, 1 - 1 / mean);
            double variance =
                    (Math.max(0, mostSquares() - harmonic * harmonic / pivots) + UNSEEN * hop * hop) / (pivots - 1);
            return scale * Math.sqrt(variance / pivots * unsampled());
        }

        /// The largest sum of 1/hops² that goes with the number of pivots found, their hops and their 1/hops: that of a
        /// quadrature with one node at 1 hop and one free (Gauss-Radau).
        private double mostSquares() {
            double beyond = found - harmonic;
            if (beyond <= 0) {
                return harmonic;
            }
            double node = Math.max(1, (distance - harmonic) / beyond - 1);
            if (node <= 1) {
                return harmonic;
            }
            double weight = beyond / (node - 1);
            return harmonic - weight + weight / node;
        }
    }
}
