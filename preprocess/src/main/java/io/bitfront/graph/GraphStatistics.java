package io.bitfront.graph;

/// What is known about a graph without traversing it; kept as JSON in the cache.
///
/// @param inputEdges edges as read, before cleaning; counted as in [EdgeCounts], as the next two are
/// @param selfLoops edges dropped because source and target were one vertex
/// @param duplicates edges dropped because the same edge was there already
/// @param isolatedVertices vertices without any edge
/// @param sliceCount slices of the BVSS, padding excluded
/// @param vssCount virtual slice sets
/// @param compressionRatio edges / (8 x slices): mean share of set bits in a slice mask (paper Section 4.1)
/// @param updateDivergence paper Section 4.2
/// @param scaleFree the paper's verdict (footnote 2)
/// @param components weakly connected components, isolated vertices included; -1 in caches that were written without
/// @param orderReason why a rule chose the ordering; empty where it was asked for by name
public record GraphStatistics(
        long inputEdges,
        long selfLoops,
        long duplicates,
        int isolatedVertices,
        int maxOutDegree,
        int maxInDegree,
        double meanDegree,
        long sliceCount,
        int vssCount,
        double compressionRatio,
        double updateDivergence,
        boolean scaleFree,
        int components,
        String orderReason) {
    /// What became of the input's edges.
    public EdgeCounts edges() {
        return new EdgeCounts(inputEdges, selfLoops, duplicates);
    }

    /// These figures with others of what became of the input's edges.
    public GraphStatistics withEdges(EdgeCounts edges) {
        return new GraphStatistics(
                edges.read(),
                edges.selfLoops(),
                edges.duplicates(),
                isolatedVertices,
                maxOutDegree,
                maxInDegree,
                meanDegree,
                sliceCount,
                vssCount,
                compressionRatio,
                updateDivergence,
                scaleFree,
                components,
                orderReason);
    }

    /// These figures, and why a rule chose the ordering.
    public GraphStatistics withOrderReason(String reason) {
        return new GraphStatistics(
                inputEdges,
                selfLoops,
                duplicates,
                isolatedVertices,
                maxOutDegree,
                maxInDegree,
                meanDegree,
                sliceCount,
                vssCount,
                compressionRatio,
                updateDivergence,
                scaleFree,
                components,
                reason);
    }

    /// Puts together what the steps of a preparation found.
    public static GraphStatistics of(
            EdgeCounts edges, DegreeStatistics degrees, BvssPacker.Packed packed, int components) {
        return of(
                edges,
                degrees,
                packed.sliceCount(),
                packed.bvss().vssCount(),
                packed.compressionRatio(),
                packed.updateDivergence(),
                components);
    }

    /// Figures of a graph whose slices are not at hand.
    public static GraphStatistics of(
            EdgeCounts edges,
            DegreeStatistics degrees,
            long sliceCount,
            int vssCount,
            double compressionRatio,
            double updateDivergence,
            int components) {
        return new GraphStatistics(
                edges.read(),
                edges.selfLoops(),
                edges.duplicates(),
                degrees.isolatedVertices(),
                degrees.maxOutDegree(),
                degrees.maxInDegree(),
                degrees.meanDegree(),
                sliceCount,
                vssCount,
                compressionRatio,
                updateDivergence,
                degrees.scaleFree(),
                components,
                "");
    }
}
