package io.bitfront.engine;

/// Which edges distances follow in a directed graph.
public enum Direction {
    /// From the source along out-edges.
    OUT,
    /// Towards the source: along in-edges.
    IN
}
