package io.bitfront.engine;

import java.util.Objects;

/// One traversal as a user wishes it. Immutable; start from [#from] and adjust.
///
/// @param source input id
/// @param parents whether to compute for every reached vertex its smallest (by input id) in-neighbour one level up
/// @param maxLevel last level to be completed, or [Integer#MAX_VALUE]
/// @param targets input ids; the traversal ends once all are found, the level of the last one completed; empty: none
public record BfsRequest(long source, boolean parents, int maxLevel, long[] targets) {
    public BfsRequest {
        if (maxLevel < 0) {
            throw new IllegalArgumentException("max level %d is negative".formatted(maxLevel));
        }
        targets = Objects.requireNonNull(targets, "targets").clone();
    }

    /// A copy.
    @Override
    public long[] targets() {
        return targets.clone();
    }

    /// All levels from `source`, no parents, no targets.
    public static BfsRequest from(long source) {
        return new BfsRequest(source, false, Integer.MAX_VALUE, new long[0]);
    }

    public BfsRequest withSource(long newSource) {
        return new BfsRequest(newSource, parents, maxLevel, targets);
    }

    public BfsRequest withParents(boolean wanted) {
        return new BfsRequest(source, wanted, maxLevel, targets);
    }

    public BfsRequest withMaxLevel(int level) {
        return new BfsRequest(source, parents, level, targets);
    }

    public BfsRequest withTargets(long... ids) {
        return new BfsRequest(source, parents, maxLevel, ids);
    }
}
