package io.bitfront.engine.answer;

import io.bitfront.engine.lab.SourceSums;
import java.util.function.IntUnaryOperator;

/// What [TallTrees] add to the sums of each vertex of the rest, harmonic ones excepted: 16 bytes a
/// vertex. Any thread may read it once all feet are in.
public final class TreeSums {
    private final int[] reached;
    private final long[] hops;
    private final int[] farthest;

    /// @param vertexCount of the rest
    public TreeSums(int vertexCount) {
        this.reached = new int[vertexCount];
        this.hops = new long[vertexCount];
        this.farthest = new int[vertexCount];
    }

    /// Bytes of one.
    public static long bytes(int vertexCount) {
        return vertexCount * (2L * Integer.BYTES + Long.BYTES);
    }

    /// Takes in what hangs on a foot.
    ///
    /// @param hopsTo by vertex of the rest, how far the foot is; negative where it is not reached
    public void hang(TallTrees.Foot foot, IntUnaryOperator hopsTo) {
        for (int v = 0; v < reached.length; v++) {
            int away = hopsTo.applyAsInt(v);
            if (away >= 0) {
                reached[v] += foot.size();
                hops[v] += (long) away * foot.size() + foot.hops();
                farthest[v] = Math.max(farthest[v], away + foot.height());
            }
        }
    }

    /// Completes a row of sums that a search of the rest found.
    ///
    /// @param vertex whose row it is
    public void addTo(SourceSums sums, int row, int vertex) {
        if (reached[vertex] > 0) {
            sums.reached()[row] += reached[vertex];
            sums.distanceSum()[row] += hops[vertex];
            sums.harmonicSum()[row] = Double.NaN;
            sums.eccentricity()[row] = Math.max(sums.eccentricity()[row], farthest[vertex]);
        }
    }
}
