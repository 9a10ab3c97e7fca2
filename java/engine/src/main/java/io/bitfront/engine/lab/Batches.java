package io.bitfront.engine.lab;

/// Searches from up to [#width] sources at once, to be measured. Closed before or with the engine.
public interface Batches extends AutoCloseable {
    int width();

    /// Traverses from `sources` (engine numbering; duplicates allowed) and fills one row of sums per source.
    /// Resetting costs what the previous batch touched.
    SourceSums perSource(int[] sources);

    /// Whether batches run from now on as they always will: a device may use the first ones to find out what is
    /// fastest.
    boolean settled();

    @Override
    void close();
}
