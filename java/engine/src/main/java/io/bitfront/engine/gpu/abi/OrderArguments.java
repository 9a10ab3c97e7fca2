package io.bitfront.engine.gpu.abi;

import java.lang.foreign.Arena;

/// `OrderArguments` of `native/include/bitfront/prepare_abi.cuh`, made from `native/abi.layout` by `make layout`.
public final class OrderArguments extends Arguments {
    static final int BYTES = 56;

    public OrderArguments(Arena arena) {
        super(arena, BYTES);
    }

    public void inDegrees(long value) {
        set(0, value);
    }

    public void outDegrees(long value) {
        set(8, value);
    }

    public void keys(long value) {
        set(16, value);
    }

    public void oldIdOf(long value) {
        set(24, value);
    }

    public void newIdOf(long value) {
        set(32, value);
    }

    public void isolated(long value) {
        set(40, value);
    }

    public void vertexCount(int value) {
        set(48, value);
    }

    public void byDegree(int value) {
        set(52, value);
    }
}
