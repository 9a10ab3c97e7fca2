package io.bitfront.engine.gpu.abi;

import java.lang.foreign.MemorySegment;

/// `IndependentState` of `native/include/bitfront/multi_abi.cuh`, made from `native/abi.layout` by `make layout`.
public final class IndependentState extends Struct {
    static final int BYTES = 80;

    IndependentState(MemorySegment memory) {
        super(memory);
    }

    public void seen(long value) {
        set(0, value);
    }

    public void queue(long value) {
        set(8, value);
    }

    public void dealt(long value) {
        set(16, value);
    }

    public void ends(long value) {
        set(24, value);
    }

    public void rows(long value) {
        set(32, value);
    }

    public void columns(long value) {
        set(40, value);
    }

    public void cellRow(long value) {
        set(48, value);
    }

    public void cellColumn(long value) {
        set(56, value);
    }

    public void seenWords(int value) {
        set(64, value);
    }

    public void queueCapacity(int value) {
        set(68, value);
    }

    public void lanesLog(int value) {
        set(72, value);
    }

    public void longList(int value) {
        set(76, value);
    }
}
