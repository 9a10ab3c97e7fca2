package io.bitfront.engine.gpu.abi;

import java.lang.foreign.Arena;

/// `RenumberArguments` of `native/include/bitfront/abi.cuh`, made from `native/abi.layout` by `make layout`.
public final class RenumberArguments extends Arguments {
    static final int BYTES = 32;

    public RenumberArguments(Arena arena) {
        super(arena, BYTES);
    }

    public void oldIdOf(long value) {
        set(0, value);
    }

    public void from(long value) {
        set(8, value);
    }

    public void to(long value) {
        set(16, value);
    }

    public void vertexCount(int value) {
        set(24, value);
    }

    public void levelBytes(int value) {
        set(28, value);
    }
}
