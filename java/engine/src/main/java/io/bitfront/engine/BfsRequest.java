package io.bitfront.engine;

/// One traversal. Immutable; start from [#from] and adjust.
///
/// @param source input id
/// @param parents whether to compute for every reached vertex its smallest (by input id) in-neighbour one level up
/// @param maxLevel last level to be completed, or [Integer#MAX_VALUE]
/// @param targets input ids; the traversal ends once all are found, the level of the last one completed; empty: none
/// @param trace whether to record each level
public record BfsRequest(long source, Mode mode, boolean parents, int maxLevel, long[] targets, boolean trace) {
    public BfsRequest {
        if (maxLevel < 0) {
            throw new IllegalArgumentException("max level %d is negative".formatted(maxLevel));
        }
    }

    /// All levels from `source`, no parents, no trace, mode auto.
    public static BfsRequest from(long source) {
        return new BfsRequest(source, Mode.AUTO, false, Integer.MAX_VALUE, new long[0], false);
    }

    public BfsRequest withSource(long newSource) {
        return new BfsRequest(newSource, mode, parents, maxLevel, targets, trace);
    }

    public BfsRequest withMode(Mode newMode) {
        return new BfsRequest(source, newMode, parents, maxLevel, targets, trace);
    }

    public BfsRequest withParents(boolean wanted) {
        return new BfsRequest(source, mode, wanted, maxLevel, targets, trace);
    }

    public BfsRequest withMaxLevel(int level) {
        return new BfsRequest(source, mode, parents, level, targets, trace);
    }

    public BfsRequest withTargets(long... ids) {
        return new BfsRequest(source, mode, parents, maxLevel, ids, trace);
    }

    public BfsRequest withTrace(boolean wanted) {
        return new BfsRequest(source, mode, parents, maxLevel, targets, wanted);
    }
}
