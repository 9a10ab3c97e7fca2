package io.bitfront.engine.lab;

import java.util.Locale;

/// How the levels of a traversal are run.
public enum BfsMode {
    /// The cheapest way for each level.
    AUTO,
    /// The paper's policy and kernels exactly.
    PAPER,
    /// Bit-matrix products on tensor cores at every level.
    TENSOR,
    /// Top-down from a queue at every level.
    PUSH,
    /// Bottom-up at every level.
    PULL;

    /// The word used on the command line and in traces.
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
