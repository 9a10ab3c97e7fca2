package io.bitfront.engine.core;

import io.bitfront.engine.BfsResult;
import io.bitfront.engine.lab.LabResult;
import io.bitfront.memory.IntArray;
import io.bitfront.memory.LongArray;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// Callers' memory that no thread but theirs may touch, as that of [Arena#ofConfined]: results are brought there by the
/// calling thread.
final class OneThread {
    private OneThread() {}

    static boolean owns(MemorySegment segment) {
        return !segment.isAccessibleBy(new Thread());
    }

    static boolean owns(Arena arena) {
        return owns(arena.allocate(0));
    }

    /// A result with its arrays in another arena.
    static LabResult copy(LabResult found, Arena into) {
        BfsResult result = found.result();
        IntArray level = IntArray.allocate(into, result.level().length(), "levels");
        level.segment().copyFrom(result.level().segment());
        LongArray parent = result.parent();
        if (parent != null) {
            parent = LongArray.allocate(into, result.parent().length(), "parents");
            parent.segment().copyFrom(result.parent().segment());
        }
        BfsResult copy = new BfsResult(
                result.source(),
                result.ids(),
                level,
                parent,
                result.verticesPerLevel(),
                result.reachedEdges(),
                result.timings());
        return new LabResult(copy, found.trace());
    }
}
