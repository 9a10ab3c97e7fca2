package io.bitfront.engine.gpu.abi;

import java.lang.foreign.Arena;

/// `NarrowArguments` of `native/include/bitfront/abi.cuh`, made from `native/abi.layout` by `make layout`.
public final class NarrowArguments extends Arguments {
    static final int BYTES = 24;

    public NarrowArguments(Arena arena) {
        super(arena, BYTES);
    }

    public void from(long value) {
        set(0, value);
    }

    public void to(long value) {
        set(8, value);
    }

    public void count(long value) {
        set(16, value);
    }
}
