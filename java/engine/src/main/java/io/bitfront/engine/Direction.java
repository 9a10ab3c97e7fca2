package io.bitfront.engine;

import io.bitfront.cache.Graph;
import io.bitfront.graph.Csc;
import java.util.Locale;

/// Which edges distances follow in a directed graph.
public enum Direction {
    /// From the source along out-edges.
    OUT,
    /// Towards the source: along in-edges.
    IN;

    /// The word used on the command line and in outputs.
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// The lists of neighbours that distances follow.
    public Csc ahead(Graph graph) {
        return this == OUT ? graph.out() : graph.in();
    }

    /// The other one.
    public Direction reversed() {
        return this == OUT ? IN : OUT;
    }
}
