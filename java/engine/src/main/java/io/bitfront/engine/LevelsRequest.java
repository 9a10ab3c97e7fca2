package io.bitfront.engine;

/// Levels from many sources, which share their work. Immutable; start from [#from] and adjust.
///
/// @param sources input ids, a row each; duplicates allowed
/// @param vertices input ids, a column each; null: all, ascending
public record LevelsRequest(long[] sources, long[] vertices) {
    /// The levels of all vertices.
    public static LevelsRequest from(long... sources) {
        return new LevelsRequest(sources, null);
    }

    /// The levels of these vertices alone.
    public LevelsRequest to(long... ids) {
        return new LevelsRequest(sources, ids);
    }
}
