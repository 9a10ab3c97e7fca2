package io.bitfront.graph;

/// Told which elements a worker is about to store: whoever owns their memory may have to take it first. Any thread.
@FunctionalInterface
public interface Claim {
    /// Of memory that is there already.
    Claim NONE = (begin, end) -> {};

    /// Takes elements `begin` up to `end`, exclusive.
    void range(long begin, long end);
}
