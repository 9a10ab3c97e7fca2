package io.bitfront.engine.gpu.abi;

import java.lang.foreign.Arena;

/// `WindowArguments` of `native/include/bitfront/prepare_abi.cuh`, made from `native/abi.layout` by `make layout`.
public final class WindowArguments extends Arguments {
    static final int BYTES = 168;

    public WindowArguments(Arena arena) {
        super(arena, BYTES);
    }

    public void starts(long value) {
        set(0, value);
    }

    public void rows(long value) {
        set(8, value);
    }

    public void columns(long value) {
        set(16, value);
    }

    public void degrees(long value) {
        set(24, value);
    }

    public void columnStarts(long value) {
        set(32, value);
    }

    public void keys(long value) {
        set(40, value);
    }

    public void heads(long value) {
        set(48, value);
    }

    public void positions(long value) {
        set(56, value);
    }

    public void rowColumns(long value) {
        set(64, value);
    }

    public void rowEnds(long value) {
        set(72, value);
    }

    public void columnRows(long value) {
        set(80, value);
    }

    public void sharedRows(long value) {
        set(88, value);
    }

    public void soloRows(long value) {
        set(96, value);
    }

    public void stamps(long value) {
        set(104, value);
    }

    public void nextWindow(long value) {
        set(112, value);
    }

    public void order(long value) {
        set(120, value);
    }

    public void keyCount(long value) {
        set(128, value);
    }

    public void firstWindow(int value) {
        set(136, value);
    }

    public void endWindow(int value) {
        set(140, value);
    }

    public void windowColumns(int value) {
        set(144, value);
    }

    public void connected(int value) {
        set(148, value);
    }

    public void rowBits(int value) {
        set(152, value);
    }

    public void wideAbove(int value) {
        set(156, value);
    }

    public void countWords(int value) {
        set(160, value);
    }

    public void mostCommon(int value) {
        set(164, value);
    }
}
