package io.bitfront.engine.gpu.abi;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// A struct that a kernel takes as its argument, and the pointer to it that a launch takes.
public abstract class Arguments extends Struct {
    private static final long ALIGNMENT = 16;

    private final MemorySegment parameters;

    Arguments(Arena arena, int bytes) {
        super(arena.allocate(bytes, ALIGNMENT));
        parameters = arena.allocate(ValueLayout.ADDRESS);
        parameters.set(ValueLayout.ADDRESS, 0, memory());
    }

    /// What a launch takes: an array of one pointer.
    public final MemorySegment parameters() {
        return parameters;
    }
}
