package io.bitfront.engine.gpu.abi;

import java.lang.foreign.Arena;

/// `SliceArguments` of `native/include/bitfront/prepare_abi.cuh`, made from `native/abi.layout` by `make layout`.
public final class SliceArguments extends Arguments {
    static final int BYTES = 128;

    public SliceArguments(Arena arena) {
        super(arena, BYTES);
    }

    public void starts(long value) {
        set(0, value);
    }

    public void rows(long value) {
        set(8, value);
    }

    public void setSlices(long value) {
        set(16, value);
    }

    public void setVss(long value) {
        set(24, value);
    }

    public void sliceStarts(long value) {
        set(32, value);
    }

    public void realPtrs(long value) {
        set(40, value);
    }

    public void keys(long value) {
        set(48, value);
    }

    public void heads(long value) {
        set(56, value);
    }

    public void positions(long value) {
        set(64, value);
    }

    public void slices(long value) {
        set(72, value);
    }

    public void virtualToReal(long value) {
        set(80, value);
    }

    public void rowIds(long value) {
        set(88, value);
    }

    public void tileMasks(long value) {
        set(96, value);
    }

    public void keyCount(long value) {
        set(104, value);
    }

    public void firstSet(int value) {
        set(112, value);
    }

    public void endSet(int value) {
        set(116, value);
    }

    public void vertexCount(int value) {
        set(120, value);
    }

    public void rowBits(int value) {
        set(124, value);
    }
}
