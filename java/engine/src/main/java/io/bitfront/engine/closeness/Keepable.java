package io.bitfront.engine.closeness;

/// A run whose results so far can be kept for another.
interface Keepable {
    /// Whether there are any.
    boolean hasResults();

    /// Keeps them in a checkpoint that holds nothing yet.
    void keep(Checkpoint checkpoint);
}
