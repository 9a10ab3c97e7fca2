package io.bitfront.cache;

import java.util.List;

/// Memory and disk a preprocessing will need, computed before it starts.
///
/// @param stages bytes held in each stage
/// @param diskBytes size of the cache at most; 0 where none is kept
public record MemoryPlan(List<Stage> stages, long diskBytes) {
    /// Memory held while one stage runs.
    public record Stage(String name, long bytes) {}

    /// Bytes held at the most demanding moment.
    public long peakBytes() {
        return stages.stream().mapToLong(Stage::bytes).max().orElse(0);
    }
}
