package io.bitfront.engine.gpu;

import io.bitfront.memory.IntArray;
import io.bitfront.memory.LongArray;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// 64-bit offsets as unsigned 32-bit ones.
final class Narrowing {
    private Narrowing() {}

    /// @param starts all below 2³²
    static MemorySegment toUnsignedInts(LongArray starts, Arena arena) {
        IntArray narrow = IntArray.allocate(arena, starts.length(), "narrowed offsets");
        for (long i = 0; i < starts.length(); i++) {
            narrow.set(i, (int) starts.get(i));
        }
        return narrow.segment();
    }
}
