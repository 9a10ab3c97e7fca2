package io.bitfront.engine.gpu;

import java.util.Arrays;

/// How far apart the sources of a batch are, seen from one of them.
///
/// @param levels of the search from it
/// @param reached vertices that it reaches
/// @param meetings levels at which a vertex is expected to meet sources of the batch
record Spread(int levels, long reached, double meetings) {
    /// Of a search that was ended after so many levels: that it has more is all that is known of it.
    static Spread deeperThan(int levels) {
        return new Spread(levels, 0, 0);
    }

    /// Of `sources` sources drawn evenly from `range` levels.
    static Spread of(int levels, long reached, int sources, int range) {
        return new Spread(levels, reached, met(range, sources));
    }

    /// Of `sources` sources of which a sample lies so far from one of them, in any order. Each of the sample stands for
    /// its share of the others, somewhere up to the next one: a batch may be of several groups of neighbours with
    /// nothing between them.
    static Spread sampled(int levels, long reached, int sources, int... distances) {
        double share = (double) sources / distances.length;
        int[] ascending = distances.clone();
        Arrays.sort(ascending);
        double meetings = 1;
        for (int i = 1; i < ascending.length; i++) {
            meetings += met(ascending[i] - ascending[i - 1], share);
        }
        return new Spread(levels, reached, meetings);
    }

    /// Of some levels how many are expected to hold one of so many sources.
    private static double met(int levels, double sources) {
        return levels == 0 ? 0 : levels * -Math.expm1(-sources / levels);
    }
}
