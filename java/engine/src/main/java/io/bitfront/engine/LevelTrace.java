package io.bitfront.engine;

/// One level of a traversal as it ran: the step from the vertices of `level - 1` to those of `level`.
///
/// @param mode `push`, `pull` or `tensor`
/// @param frontierVertices vertices of the frontier the step started from
/// @param frontierEdges edges out of that frontier
/// @param unvisited vertices not yet reached before the step
/// @param found vertices the step reached
public record LevelTrace(
        int level,
        String mode,
        long queueLength,
        long frontierVertices,
        long frontierEdges,
        long unvisited,
        long found,
        long nanos) {}
