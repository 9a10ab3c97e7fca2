package io.bitfront.engine.gpu.abi;

import java.lang.foreign.MemorySegment;

/// `SwitchPolicy` of `native/include/bitfront/abi.cuh`, made from `native/abi.layout` by `make layout`.
public final class SwitchPolicy extends Struct {
    static final int BYTES = 16;

    SwitchPolicy(MemorySegment memory) {
        super(memory);
    }

    public void rule(int value) {
        set(0, value);
    }

    public void alpha(int value) {
        set(4, value);
    }

    public void beta(int value) {
        set(8, value);
    }

    public void delta(int value) {
        set(12, value);
    }
}
