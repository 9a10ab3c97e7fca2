package io.bitfront.graph;

import io.bitfront.parallel.Workers;

/// What the degrees alone say about a graph.
///
/// @param isolatedVertices vertices without any edge
/// @param scaleFree the paper's verdict (footnote 2)
/// @param reason the figures behind the verdict, in a few words
public record DegreeStatistics(
        int isolatedVertices, int maxOutDegree, int maxInDegree, double meanDegree, boolean scaleFree, String reason) {

    /// Measures a graph.
    ///
    /// @param in the same object as `out` where the graph is undirected
    public static DegreeStatistics of(Csc out, Csc in, Workers workers) {
        int n = out.vertexCount();
        int isolated = 0;
        int maxOut = 0;
        int maxIn = 0;
        for (int v = 0; v < n; v++) {
            maxOut = Math.max(maxOut, out.degree(v));
            maxIn = Math.max(maxIn, in.degree(v));
            if (out.degree(v) == 0 && in.degree(v) == 0) {
                isolated++;
            }
        }
        double mean = n == 0 ? 0 : (double) out.edgeCount() / n;
        return new DegreeStatistics(isolated, maxOut, maxIn, mean, maxOut > 8 * mean, "largest degree");
    }
}
