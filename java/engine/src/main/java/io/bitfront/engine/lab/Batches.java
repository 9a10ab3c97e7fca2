package io.bitfront.engine.lab;

/// Searches from up to [#width] sources at once, to be measured. Closed before or with the engine.
public interface Batches extends AutoCloseable {
    int width();

    /// Traverses from `sources` (engine numbering; duplicates allowed) and fills one row of sums per source.
    /// Resetting costs what the previous batch touched.
    SourceSums perSource(int[] sources);

    /// Says how many sources are still to come: of many, a device may use the first batches to find what is fastest.
    /// Where nothing is said, they are taken to be few.
    default void expect(long sources) {}

    /// Whether batches run from now on as they always will: a device may use the first ones to find out what is
    /// fastest.
    boolean settled();

    @Override
    void close();
}
