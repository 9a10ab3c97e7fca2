package io.bitfront.engine.gpu.abi;

import java.lang.foreign.Arena;

/// `SurveyArguments` of `native/include/bitfront/abi.cuh`, made from `native/abi.layout` by `make layout`.
public final class SurveyArguments extends Arguments {
    static final int BYTES = 64;

    public SurveyArguments(Arena arena) {
        super(arena, BYTES);
    }

    public void level(long value) {
        set(0, value);
    }

    public void reached(long value) {
        set(8, value);
    }

    public void vertices(long value) {
        set(16, value);
    }

    public void targets(long value) {
        set(24, value);
    }

    public void found(long value) {
        set(32, value);
    }

    public void control(long value) {
        set(40, value);
    }

    public void vertexCount(int value) {
        set(48, value);
    }

    public void lastLevel(int value) {
        set(52, value);
    }

    public void capacity(int value) {
        set(56, value);
    }
}
