package io.bitfront.engine.gpu.abi;

import java.lang.foreign.MemorySegment;
import java.util.Objects;

/// `EdgeStream` of `native/include/bitfront/prepare_abi.cuh`, made from `native/abi.layout` by `make layout`.
public final class EdgeStream extends Struct {
    static final int BYTES = 112;

    EdgeStream(MemorySegment memory) {
        super(memory);
    }

    public void sources(long value) {
        set(0, value);
    }

    public void targets(long value) {
        set(8, value);
    }

    public void limits(long value) {
        set(16, value);
    }

    public void swaps(long value) {
        set(24, value);
    }

    public void first(long value) {
        set(32, value);
    }

    public void count(long value) {
        set(40, value);
    }

    public void key(long value) {
        set(48, value);
    }

    public void threshold(long value) {
        set(56, value);
    }

    public void width(int value) {
        set(64, value);
    }

    public void height(int value) {
        set(68, value);
    }

    public void idCount(int value) {
        set(72, value);
    }

    public void idShift(int value) {
        set(76, value);
    }

    public void factors(int index, int value) {
        set(80 + 4 * Objects.checkIndex(index, 4), value);
    }

    public void summands(int index, int value) {
        set(96 + 4 * Objects.checkIndex(index, 4), value);
    }
}
