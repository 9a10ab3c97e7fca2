package io.bitfront.engine.gpu.abi;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// A struct that a kernel is told, in host memory, all zero at first. Its fields have setters; offsets are in the
/// subclasses alone, which are made from `native/abi.layout`.
public abstract class Struct {
    private final MemorySegment memory;

    Struct(MemorySegment memory) {
        this.memory = memory;
    }

    final MemorySegment memory() {
        return memory;
    }

    final MemorySegment part(int offset, int bytes) {
        return memory.asSlice(offset, bytes);
    }

    final void set(int offset, int value) {
        memory.set(ValueLayout.JAVA_INT, offset, value);
    }

    final void set(int offset, long value) {
        memory.set(ValueLayout.JAVA_LONG, offset, value);
    }

    final void set(int offset, float value) {
        memory.set(ValueLayout.JAVA_FLOAT, offset, value);
    }
}
