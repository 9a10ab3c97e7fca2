package io.bitfront.testkit;

/// What closeness and its relatives are made of, for one vertex.
///
/// @param reached vertices at a finite distance, itself included
/// @param distanceSum sum of the distances
/// @param harmonic sum of 1/distance over the others
/// @param eccentricity largest finite distance
public record DistanceSums(long reached, long distanceSum, double harmonic, int eccentricity) {
    /// Sums over the vertices at each distance: `count[d]` of them at distance d, 1 at distance 0, none beyond.
    /// Adds the nearest first.
    static DistanceSums of(long... count) {
        long reached = 0;
        long sum = 0;
        double harmonic = 0;
        int eccentricity = 0;
        for (int d = 0; d < count.length; d++) {
            reached += count[d];
            sum += d * count[d];
            if (d > 0 && count[d] > 0) {
                harmonic += (double) count[d] / d;
                eccentricity = d;
            }
        }
        return new DistanceSums(reached, sum, harmonic, eccentricity);
    }

    /// (r-1) / S, 0 where nothing else is reached.
    public double closeness() {
        return reached == 1 ? 0 : (double) (reached - 1) / distanceSum;
    }

    /// Closeness scaled by the share of vertices reached: (r-1)/(n-1) x (r-1)/S.
    public double wassermanFaust(long vertexCount) {
        return reached == 1 ? 0 : (double) (reached - 1) / (vertexCount - 1) * (reached - 1) / distanceSum;
    }

    /// r² / S, 1 where nothing else is reached.
    public double lin() {
        return reached == 1 ? 1 : (double) reached * reached / distanceSum;
    }
}
