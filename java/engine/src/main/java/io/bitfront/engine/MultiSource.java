package io.bitfront.engine;

/// Breadth-first searches from up to [#width] sources at once. Distances are counted, not stored. Not for use from
/// several threads at once.
public interface MultiSource extends AutoCloseable {
    int width();

    /// Traverses from `sources` (engine numbering; duplicates allowed) and fills one row of sums per source.
    /// Resetting costs what the previous batch touched.
    SourceSums perSource(int[] sources);

    /// Traverses from `pivots` and adds to each vertex's sums what it is from every pivot that reaches it.
    void perTarget(int[] pivots, TargetSums into);

    @Override
    void close();
}
