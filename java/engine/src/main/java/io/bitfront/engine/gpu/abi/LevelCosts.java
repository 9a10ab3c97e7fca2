package io.bitfront.engine.gpu.abi;

import java.lang.foreign.MemorySegment;

/// `LevelCosts` of `native/include/bitfront/abi.cuh`, made from `native/abi.layout` by `make layout`.
public final class LevelCosts extends Struct {
    static final int BYTES = 60;

    LevelCosts(MemorySegment memory) {
        super(memory);
    }

    public void pushLevel(float value) {
        set(0, value);
    }

    public void pushBurst(float value) {
        set(4, value);
    }

    public void pushNew(float value) {
        set(8, value);
    }

    public void pushEdge(float value) {
        set(12, value);
    }

    public void queueLevel(float value) {
        set(16, value);
    }

    public void markLevel(float value) {
        set(20, value);
    }

    public void markRoot(float value) {
        set(24, value);
    }

    public void markEdge(float value) {
        set(28, value);
    }

    public void pullLevel(float value) {
        set(32, value);
    }

    public void pullVertex(float value) {
        set(36, value);
    }

    public void pullProbe(float value) {
        set(40, value);
    }

    public void probeLimit(float value) {
        set(44, value);
    }

    public void tensorLevel(float value) {
        set(48, value);
    }

    public void tensorScan(float value) {
        set(52, value);
    }

    public void tensorVss(float value) {
        set(56, value);
    }
}
