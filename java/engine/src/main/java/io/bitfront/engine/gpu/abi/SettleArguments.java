package io.bitfront.engine.gpu.abi;

import java.lang.foreign.Arena;

/// `SettleArguments` of `native/include/bitfront/abi.cuh`, made from `native/abi.layout` by `make layout`.
public final class SettleArguments extends Arguments {
    static final int BYTES = 40;

    public SettleArguments(Arena arena) {
        super(arena, BYTES);
    }

    public void level(long value) {
        set(0, value);
    }

    public void vertices(long value) {
        set(8, value);
    }

    public void levels(long value) {
        set(16, value);
    }

    public void control(long value) {
        set(24, value);
    }

    public void count(int value) {
        set(32, value);
    }

    public void steps(int value) {
        set(36, value);
    }
}
