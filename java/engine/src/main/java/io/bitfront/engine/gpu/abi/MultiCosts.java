package io.bitfront.engine.gpu.abi;

import java.lang.foreign.MemorySegment;

/// `MultiCosts` of `native/include/bitfront/multi_abi.cuh`, made from `native/abi.layout` by `make layout`.
public final class MultiCosts extends Struct {
    static final int BYTES = 48;

    MultiCosts(MemorySegment memory) {
        super(memory);
    }

    public void allowed(int value) {
        set(0, value);
    }

    public void pushLevel(int value) {
        set(4, value);
    }

    public void pushEdge(int value) {
        set(8, value);
    }

    public void pushVertex(int value) {
        set(12, value);
    }

    public void queueWord(int value) {
        set(16, value);
    }

    public void pullVertex(int value) {
        set(20, value);
    }

    public void pullRecord(int value) {
        set(24, value);
    }

    public void pullProbe(int value) {
        set(28, value);
    }

    public void barrier(int value) {
        set(32, value);
    }

    public void sparseLevel(int value) {
        set(36, value);
    }

    public void sparseVertex(int value) {
        set(40, value);
    }

    public void sparseRecord(int value) {
        set(44, value);
    }
}
