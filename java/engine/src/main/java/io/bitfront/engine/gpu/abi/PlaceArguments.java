package io.bitfront.engine.gpu.abi;

import java.lang.foreign.Arena;

/// `PlaceArguments` of `native/include/bitfront/prepare_abi.cuh`, made from `native/abi.layout` by `make layout`.
public final class PlaceArguments extends Arguments {
    static final int BYTES = 112;

    public PlaceArguments(Arena arena) {
        super(arena, BYTES);
    }

    public void natural(long value) {
        set(0, value);
    }

    public void outDegrees(long value) {
        set(8, value);
    }

    public void inDegrees(long value) {
        set(16, value);
    }

    public void columns(long value) {
        set(24, value);
    }

    public void order(long value) {
        set(32, value);
    }

    public void windowRanks(long value) {
        set(40, value);
    }

    public void ids(long value) {
        set(48, value);
    }

    public void keys(long value) {
        set(56, value);
    }

    public void degrees(long value) {
        set(64, value);
    }

    public void tooWide(long value) {
        set(72, value);
    }

    public void oldIdOf(long value) {
        set(80, value);
    }

    public void vertexCount(int value) {
        set(88, value);
    }

    public void connected(int value) {
        set(92, value);
    }

    public void windowColumns(int value) {
        set(96, value);
    }

    public void mostWide(int value) {
        set(100, value);
    }

    public void wideAbove(int value) {
        set(104, value);
    }
}
