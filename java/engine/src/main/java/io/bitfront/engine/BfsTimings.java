package io.bitfront.engine;

/// Where the time of one traversal went, nanoseconds. `kernel` is from the start of the first level to the last level
/// stored, in the engine's numbering, state already initialised; the rest stands beside it, never in it.
///
/// @param initialise resetting the state
/// @param parents the parent post-pass, 0 where not asked for
/// @param renumber putting results into the input's numbering
/// @param download counting vertices and edges per level and copying all results from the device, 0 on the CPU
public record BfsTimings(long initialise, long kernel, long parents, long renumber, long download) {
    public long total() {
        return initialise + kernel + parents + renumber + download;
    }
}
