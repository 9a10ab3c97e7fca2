package io.bitfront.engine.gpu.abi;

import java.lang.foreign.MemorySegment;
import java.util.Objects;

/// `BfsState` of `native/include/bitfront/abi.cuh`, made from `native/abi.layout` by `make layout`.
public final class BfsState extends Struct {
    static final int BYTES = 88;

    BfsState(MemorySegment memory) {
        super(memory);
    }

    public void level(long value) {
        set(0, value);
    }

    public void frontier(long value) {
        set(8, value);
    }

    public void next(long value) {
        set(16, value);
    }

    public void visited(long value) {
        set(24, value);
    }

    public void queue(int index, long value) {
        set(32 + 8 * Objects.checkIndex(index, 2), value);
    }

    public void control(long value) {
        set(48, value);
    }

    public void pieces(int index, long value) {
        set(56 + 8 * Objects.checkIndex(index, 2), value);
    }

    public void told(long value) {
        set(72, value);
    }

    public void toldCount(long value) {
        set(80, value);
    }
}
