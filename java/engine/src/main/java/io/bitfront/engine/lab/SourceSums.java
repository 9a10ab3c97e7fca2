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

    /// Folds levels that follow each other into a row, which is written once: rows of other threads lie beside it.
    ///
    /// @param first the first of them, from 1 on
    /// @param ends of levels in a list of their vertices, from that of the level before the first
    /// @param count how many; those without vertices change nothing
    public void addLevels(int row, int first, int[] ends, int count) {
        long found = 0;
        long distance = 0;
        double harmonic = harmonicSum[row];
        int last = eccentricity[row];
        for (int i = 0; i < count; i++) {
            long vertices = ends[i + 1] - ends[i];
            if (vertices > 0) {
                last = first + i;
                found += vertices;
                distance += vertices * last;
                harmonic += (double) vertices / last;
            }
        }
        reached[row] += found;
        distanceSum[row] += distance;
        harmonicSum[row] = harmonic;
        eccentricity[row] = last;
    }

    /// Takes a row of others over.
    public void copyRow(int row, SourceSums from, int fromRow) {
        reached[row] = from.reached[fromRow];
        distanceSum[row] = from.distanceSum[fromRow];
        harmonicSum[row] = from.harmonicSum[fromRow];
        eccentricity[row] = from.eccentricity[fromRow];
    }
}
