package io.bitfront.engine.gpu.abi;

import java.lang.foreign.MemorySegment;

/// `HopLists` of `native/include/bitfront/abi.cuh`, made from `native/abi.layout` by `make layout`.
public final class HopLists extends Struct {
    static final int BYTES = 32;

    HopLists(MemorySegment memory) {
        super(memory);
    }

    public void pieces(long value) {
        set(0, value);
    }

    public void index(long value) {
        set(8, value);
    }

    public void near(long value) {
        set(16, value);
    }

    public void radius(int value) {
        set(24, value);
    }
}
