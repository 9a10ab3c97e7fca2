package io.bitfront.engine.lab;

import io.bitfront.engine.BfsResult;
import io.bitfront.memory.IntArray;
import io.bitfront.memory.LongArray;
import java.util.List;

/// What one traversal found, and how it ran.
///
/// @param trace a record per level, empty where not asked for
public record LabResult(BfsResult result, List<LevelTrace> trace) {
    /// [BfsResult#source].
    public long source() {
        return result.source();
    }

    /// [BfsResult#level].
    public IntArray level() {
        return result.level();
    }

    /// [BfsResult#parent].
    public LongArray parent() {
        return result.parent();
    }

    /// [BfsResult#verticesPerLevel].
    public long[] verticesPerLevel() {
        return result.verticesPerLevel();
    }

    /// [BfsResult#reachedEdges].
    public long reachedEdges() {
        return result.reachedEdges();
    }

    /// [BfsResult#depth].
    public int depth() {
        return result.depth();
    }

    /// [BfsResult#timings].
    public BfsResult.Timings timings() {
        return result.timings();
    }
}
