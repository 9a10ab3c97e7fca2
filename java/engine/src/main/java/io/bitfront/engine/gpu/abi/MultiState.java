package io.bitfront.engine.gpu.abi;

import java.lang.foreign.MemorySegment;
import java.util.Objects;

/// `MultiState` of `native/include/bitfront/multi_abi.cuh`, made from `native/abi.layout` by `make layout`.
public final class MultiState extends Struct {
    static final int BYTES = 136;

    MultiState(MemorySegment memory) {
        super(memory);
    }

    public void records(int index, long value) {
        set(0 + 8 * Objects.checkIndex(index, 2), value);
    }

    public void active(int index, long value) {
        set(16 + 8 * Objects.checkIndex(index, 2), value);
    }

    public void done(long value) {
        set(32, value);
    }

    public void ever(long value) {
        set(40, value);
    }

    public void pieces(int index, long value) {
        set(48 + 8 * Objects.checkIndex(index, 2), value);
    }

    public void found(long value) {
        set(64, value);
    }

    public void hubs(long value) {
        set(72, value);
    }

    public void hubPieces(long value) {
        set(80, value);
    }

    public void marked(int index, long value) {
        set(88 + 8 * Objects.checkIndex(index, 2), value);
    }

    public void candidates(int index, long value) {
        set(104 + 8 * Objects.checkIndex(index, 2), value);
    }

    public void control(long value) {
        set(120, value);
    }

    public void pieceEdges(int value) {
        set(128, value);
    }

    public void clearWords(int value) {
        set(132, value);
    }
}
