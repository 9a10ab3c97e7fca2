package io.bitfront.engine.core;

import io.bitfront.engine.BfsResult;
import io.bitfront.engine.lab.LabResult;
import io.bitfront.memory.IntArray;
import io.bitfront.memory.LongArray;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;

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

    /// A result whose arrays, of an arena that any thread may use, are another's from now on.
    ///
    /// @param from nobody else's, closed with `into`
    /// @param into of the calling thread
    static LabResult handOver(LabResult found, Arena from, Arena into) {
        BfsResult result = found.result();
        LongArray parent = result.parent();
        if (parent != null) {
            parent = LongArray.of(view(parent.segment(), into, null));
        }
        // Last: from here on `into` closes `from`.
        IntArray level = IntArray.of(view(result.level().segment(), into, _ -> from.close()));
        BfsResult handed = new BfsResult(
                result.source(),
                result.ids(),
                level,
                parent,
                result.verticesPerLevel(),
                result.reachedEdges(),
                result.timings());
        return new LabResult(handed, found.trace());
    }

    @SuppressWarnings("restricted")
    private static MemorySegment view(MemorySegment of, Arena in, Consumer<MemorySegment> cleanup) {
        return MemorySegment.ofAddress(of.address()).reinterpret(of.byteSize(), in, cleanup);
    }
}
