package io.bitfront.engine.gpu.abi;

import java.lang.foreign.MemorySegment;

/// `MultiRequest` of `native/include/bitfront/multi_abi.cuh`, made from `native/abi.layout` by `make layout`.
public final class MultiRequest extends Struct {
    static final int BYTES = 160;
    private final MultiCosts costs = new MultiCosts(part(64, MultiCosts.BYTES));

    MultiRequest(MemorySegment memory) {
        super(memory);
    }

    public void sources(long value) {
        set(0, value);
    }

    public void reached(long value) {
        set(8, value);
    }

    public void distance(long value) {
        set(16, value);
    }

    public void harmonic(long value) {
        set(24, value);
    }

    public void eccentricity(long value) {
        set(32, value);
    }

    public void targetSums(long value) {
        set(40, value);
    }

    public void trace(long value) {
        set(48, value);
    }

    public void traceCapacity(int value) {
        set(56, value);
    }

    public void sourceCount(int value) {
        set(60, value);
    }

    public MultiCosts costs() {
        return costs;
    }

    public void levels(long value) {
        set(112, value);
    }

    public void levelBytes(int value) {
        set(120, value);
    }

    public void levelStride(int value) {
        set(124, value);
    }

    public void limits(long value) {
        set(128, value);
    }

    public void cut(long value) {
        set(136, value);
    }

    public void mostLevels(int value) {
        set(144, value);
    }

    public void summedLevels(int value) {
        set(148, value);
    }

    public void goingOn(long value) {
        set(152, value);
    }
}
