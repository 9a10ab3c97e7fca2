package io.bitfront.engine.lab;

/// One level of a traversal as it ran: the step from the vertices of `level - 1` to those of `level`.
///
/// @param mode how it ran
/// @param frontierVertices vertices of the frontier the step started from
/// @param frontierEdges edges out of that frontier
/// @param unvisited vertices not yet reached before the step
/// @param found vertices the step reached
public record LevelTrace(
        int level,
        LevelMode mode,
        long queueLength,
        long frontierVertices,
        long frontierEdges,
        long unvisited,
        long found,
        long nanos) {

    /// This level with another time.
    public LevelTrace withNanos(long other) {
        return new LevelTrace(level, mode, queueLength, frontierVertices, frontierEdges, unvisited, found, other);
    }

    /// This level with another number of vertices found.
    public LevelTrace withFound(long other) {
        return new LevelTrace(level, mode, queueLength, frontierVertices, frontierEdges, unvisited, other, nanos);
    }

    /// `push`, `pull` or `tensor`.
    public String word() {
        return mode.word();
    }
}
