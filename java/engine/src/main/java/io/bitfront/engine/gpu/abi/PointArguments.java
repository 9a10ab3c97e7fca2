package io.bitfront.engine.gpu.abi;

import java.lang.foreign.Arena;

/// `PointArguments` of `native/include/bitfront/prepare_abi.cuh`, made from `native/abi.layout` by `make layout`.
public final class PointArguments extends Arguments {
    static final int BYTES = 104;

    public PointArguments(Arena arena) {
        super(arena, BYTES);
    }

    public void keys(long value) {
        set(0, value);
    }

    public void ids(long value) {
        set(8, value);
    }

    public void cellCounts(long value) {
        set(16, value);
    }

    public void cellStarts(long value) {
        set(24, value);
    }

    public void x(long value) {
        set(32, value);
    }

    public void y(long value) {
        set(40, value);
    }

    public void counts(long value) {
        set(48, value);
    }

    public void starts(long value) {
        set(56, value);
    }

    public void sources(long value) {
        set(64, value);
    }

    public void targets(long value) {
        set(72, value);
    }

    public void key(long value) {
        set(80, value);
    }

    public void squaredRadius(long value) {
        set(88, value);
    }

    public void pointCount(int value) {
        set(96, value);
    }

    public void side(int value) {
        set(100, value);
    }
}
