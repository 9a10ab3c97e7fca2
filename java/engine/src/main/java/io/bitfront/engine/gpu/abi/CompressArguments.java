package io.bitfront.engine.gpu.abi;

import java.lang.foreign.Arena;

/// `CompressArguments` of `native/include/bitfront/prepare_abi.cuh`, made from `native/abi.layout` by `make layout`.
public final class CompressArguments extends Arguments {
    static final int BYTES = 64;

    public CompressArguments(Arena arena) {
        super(arena, BYTES);
    }

    public void keys(long value) {
        set(0, value);
    }

    public void starts(long value) {
        set(8, value);
    }

    public void rows(long value) {
        set(16, value);
    }

    public void degrees(long value) {
        set(24, value);
    }

    public void keyCount(long value) {
        set(32, value);
    }

    public void base(long value) {
        set(40, value);
    }

    public void firstColumn(int value) {
        set(48, value);
    }

    public void endColumn(int value) {
        set(52, value);
    }

    public void rowBits(int value) {
        set(56, value);
    }
}
