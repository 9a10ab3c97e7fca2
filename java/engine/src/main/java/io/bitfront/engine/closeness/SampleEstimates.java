package io.bitfront.engine.closeness;

import io.bitfront.cache.Graph;
import io.bitfront.engine.ClosenessMeasure;
import io.bitfront.engine.spi.TargetSums;
import java.util.BitSet;

/// Estimates of single vertices from the distances of the pivots. Of a vertex, k other pivots were found at
/// distances of sum S and mean S/k. It reaches r vertices: in an undirected graph its component, known exactly;
/// in a directed one estimated as 1 + (n - 1) times the share of the other pivots that were found. Where all
/// other vertices it reaches were pivots the values are exact. Any thread may ask.
final class SampleEstimates {
    private static final double HARMONIC_UNIT = Math.scalb(1.0, -TargetSums.HARMONIC_FRACTION_BITS);

    private final Graph graph;
    private final BitSet pivots;
    private final int pivotCount;
    private final ComponentSizes components;

    /// @param pivots input indices
    SampleEstimates(Graph graph, BitSet pivots) {
        this.graph = graph;
        this.pivots = pivots;
        this.pivotCount = pivots.cardinality();
        this.components = graph.directed() ? null : new ComponentSizes(graph.out());
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
                pivot,
                reached,
                complete,
                sums.distance().get(position),
                sums.distanceSquared().get(position),
                sums.harmonic().get(position) * HARMONIC_UNIT);
    }

    /// @param found k, other pivots found
    /// @param pivot whether the vertex is one itself
    /// @param reached r, or its estimate
    /// @param complete whether all other vertices it reaches are pivots
    /// @param harmonic sum of 1/hops
    record Estimate(
            long found,
            boolean pivot,
            double reached,
            boolean complete,
            double distance,
            double distanceSquared,
            double harmonic) {

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

        /// sd/sqrt(k) x sqrt(1 - p/r) / mean², with p the pivots that reach the vertex, itself included.
        double standardError() {
            if (complete) {
                return 0;
            }
            if (found < 2) {
                return Double.NaN;
            }
            double mean = distance / found;
            double variance = Math.max(0, distanceSquared - distance * mean) / (found - 1);
            double unsampled = 1 - (found + (pivot ? 1 : 0)) / reached;
            return Math.sqrt(variance / found) * Math.sqrt(Math.max(0, unsampled)) / (mean * mean);
        }
    }
}
