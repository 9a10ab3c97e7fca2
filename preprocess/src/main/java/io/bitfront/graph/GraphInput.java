package io.bitfront.graph;

/// A graph as read: edges in input indices, the ids behind them, and what the format says about direction.
///
/// @param symmetrise whether each edge stands for both directions and the CSC must add the reverse ones
/// @param alreadySymmetric whether the edges are known to hold both directions of every edge (an undirected `.sg`)
/// @param note one line a user should read about how the input was understood, or empty
public record GraphInput(
        EdgeSource edges, VertexIds ids, boolean symmetrise, boolean alreadySymmetric, String format, String note)
        implements AutoCloseable {

    /// Whether the graph that results is directed.
    public boolean directed() {
        return !symmetrise && !alreadySymmetric;
    }

    @Override
    public void close() {
        edges.close();
    }
}
