package io.bitfront.testkit;

/// Distance sums of every vertex by one plain breadth-first search each.
public final class ClosenessOracle {
    private ClosenessOracle() {}

    /// Following out-edges.
    public static DistanceSums[] out(TestGraph graph) {
        return sums(graph.outNeighbours());
    }

    /// Following in-edges.
    public static DistanceSums[] in(TestGraph graph) {
        return sums(graph.inNeighbours());
    }

    private static DistanceSums[] sums(int[][] neighbours) {
        DistanceSums[] sums = new DistanceSums[neighbours.length];
        for (int source = 0; source < sums.length; source++) {
            long[] count = new long[sums.length];
            for (int level : BfsOracle.levels(neighbours, source)) {
                if (level >= 0) {
                    count[level]++;
                }
            }
            sums[source] = DistanceSums.of(count);
        }
        return sums;
    }
}
