package io.bitfront.bench;

/// Searches from the same sources by this program and by another one, in turns.
///
/// @param peer the other's name
/// @param command how it was started
/// @param runs of each source, of which the median counts
/// @param ours a search, its state's initialisation included
/// @param theirs as the other program says it took
/// @param ratio the median of ours over theirs, source by source: below 1 where this program is faster
/// @param leastRatio of a source
/// @param mostRatio of a source
public record PeerMeasurement(
        String graph,
        String ordering,
        int vertices,
        long edges,
        String device,
        String peer,
        String command,
        int sources,
        int runs,
        Distribution ours,
        Distribution theirs,
        double ratio,
        double leastRatio,
        double mostRatio) {}
