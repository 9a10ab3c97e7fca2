package io.bitfront.engine.lab;

/// What closeness and its relatives need, one row per source of a batch (see `ClosenessMeasure`).
///
/// @param reached vertices reached, the source included
/// @param distanceSum sum of hops
/// @param harmonicSum sum of 1/hops over the others, folded in level by level, nearest first
/// @param eccentricity largest hops
public record SourceSums(long[] reached, long[] distanceSum, double[] harmonicSum, int[] eccentricity) {
    public static SourceSums allocate(int sources) {
        return new SourceSums(new long[sources], new long[sources], new double[sources], new int[sources]);
    }

    /// Folds a level into a row, whose levels come one after another, nearest first, from 1 on.
    public void addLevel(int row, int level, long vertices) {
        reached[row] += vertices;
        distanceSum[row] += vertices * level;
        harmonicSum[row] += (double) vertices / level;
        eccentricity[row] = level;
    }

    /// Takes a row of others over.
    public void copyRow(int row, SourceSums from, int fromRow) {
        reached[row] = from.reached[fromRow];
        distanceSum[row] = from.distanceSum[fromRow];
        harmonicSum[row] = from.harmonicSum[fromRow];
        eccentricity[row] = from.eccentricity[fromRow];
    }
}
