package io.bitfront.engine.gpu.abi;

import java.lang.foreign.Arena;

/// `FigureArguments` of `native/include/bitfront/prepare_abi.cuh`, made from `native/abi.layout` by `make layout`.
public final class FigureArguments extends Arguments {
    static final int BYTES = 160;

    public FigureArguments(Arena arena) {
        super(arena, BYTES);
    }

    public void outStart(long value) {
        set(0, value);
    }

    public void outIndex(long value) {
        set(8, value);
    }

    public void inStart(long value) {
        set(16, value);
    }

    public void inIndex(long value) {
        set(24, value);
    }

    public void degreeCounts(long value) {
        set(32, value);
    }

    public void largeDegrees(long value) {
        set(40, value);
    }

    public void largeCount(long value) {
        set(48, value);
    }

    public void parent(long value) {
        set(56, value);
    }

    public void samples(long value) {
        set(64, value);
    }

    public void roots(long value) {
        set(72, value);
    }

    public void realPtrs(long value) {
        set(80, value);
    }

    public void virtualToReal(long value) {
        set(88, value);
    }

    public void rowIds(long value) {
        set(96, value);
    }

    public void sliceStarts(long value) {
        set(104, value);
    }

    public void divergences(long value) {
        set(112, value);
    }

    public void pieceCost(long value) {
        set(120, value);
    }

    public void setCost(int value) {
        set(128, value);
    }

    public void pieceCount(int value) {
        set(132, value);
    }

    public void vertexCount(int value) {
        set(136, value);
    }

    public void counted(int value) {
        set(140, value);
    }

    public void firstNeighbours(int value) {
        set(144, value);
    }

    public void largest(int value) {
        set(148, value);
    }

    public void sampleCount(int value) {
        set(152, value);
    }
}
