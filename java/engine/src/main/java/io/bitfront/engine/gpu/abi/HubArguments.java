package io.bitfront.engine.gpu.abi;

import java.lang.foreign.Arena;

/// `HubArguments` of `native/include/bitfront/prepare_abi.cuh`, made from `native/abi.layout` by `make layout`.
public final class HubArguments extends Arguments {
    static final int BYTES = 32;

    public HubArguments(Arena arena) {
        super(arena, BYTES);
    }

    public void inStart(long value) {
        set(0, value);
    }

    public void inIndex(long value) {
        set(8, value);
    }

    public void hubs(long value) {
        set(16, value);
    }

    public void vertexCount(int value) {
        set(24, value);
    }

    public void descending(int value) {
        set(28, value);
    }
}
