package io.bitfront.engine.closeness;

/// Sources in the order in which they are to be batched, found as they are asked for. One thread at a time.
interface SourceSupply extends AutoCloseable {
    /// The next ones, fewer than `most` only where none is left.
    int[] next(int most);

    /// Whether none is left.
    boolean exhausted();

    /// Ends whatever finds them; nobody asks any more.
    @Override
    default void close() {}
}
