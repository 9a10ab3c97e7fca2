package io.bitfront.engine.gpu.abi;

import java.lang.foreign.MemorySegment;
import java.util.Objects;

/// `MultiTensorState` of `native/include/bitfront/multi_abi.cuh`, made from `native/abi.layout` by `make layout`.
public final class MultiTensorState extends Struct {
    static final int BYTES = 136;

    MultiTensorState(MemorySegment memory) {
        super(memory);
    }

    public void visited(long value) {
        set(0, value);
    }

    public void next(long value) {
        set(8, value);
    }

    public void frontier(long value) {
        set(16, value);
    }

    public void activeSets(long value) {
        set(24, value);
    }

    public void dirtySets(long value) {
        set(32, value);
    }

    public void queue(int index, long value) {
        set(40 + 8 * Objects.checkIndex(index, 2), value);
    }

    public void control(long value) {
        set(56, value);
    }
}
