package io.bitfront.engine.gpu;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// One kernel argument struct in host memory and the pointer to it that a launch takes. Offsets are those of
/// `native/include/bitfront/abi.cuh`, which the compiler of the kernels asserts.
final class ArgumentBlock {
    /// Version of the layouts below; the compiled kernels export theirs.
    static final int ABI_VERSION = 11;

    static final int IN_START = 32;
    static final int OUT_START = 48;
    static final int OUT_INDEX = 64;
    static final int GRAPH_BYTES = 96;
    static final int STATE = GRAPH_BYTES;
    static final int SOURCE = 168;
    static final int MAX_LEVEL = SOURCE + 4;
    static final int ETA = SOURCE + 8;
    static final int TARGET_COUNT = SOURCE + 12;
    static final int TARGETS = SOURCE + 16;
    static final int TRACE = SOURCE + 24;
    static final int TRACE_CAPACITY = SOURCE + 32;
    static final int FORCED_LEVELS = SOURCE + 36;
    static final int COSTS = SOURCE + 40;
    static final int POLICY = COSTS + 104;
    static final int FORCED = POLICY + 16;
    static final int BFS_BYTES = 336;
    static final int SUMMARY_LEVEL = GRAPH_BYTES;
    static final int SUMMARY_VERTICES = GRAPH_BYTES + 8;
    static final int SUMMARY_EDGES = GRAPH_BYTES + 16;
    static final int SUMMARY_LEVELS = GRAPH_BYTES + 24;
    static final int SUMMARY_BYTES = 128;
    static final int PARENT_LEVEL = GRAPH_BYTES;
    static final int PARENT_RESULT = GRAPH_BYTES + 8;
    static final int PARENT_BYTES = 112;
    static final int VERIFY_LEVEL = GRAPH_BYTES;
    static final int VERIFY_DEFECTS = GRAPH_BYTES + 8;
    static final int VERIFY_SOURCE = GRAPH_BYTES + 16;
    static final int VERIFY_BYTES = 120;
    static final int RENUMBER_BYTES = 32;
    static final int NARROW_BYTES = 24;

    private final MemorySegment block;
    private final MemorySegment parameters;

    ArgumentBlock(Arena arena, int bytes) {
        block = arena.allocate(bytes, 16);
        parameters = arena.allocate(ValueLayout.ADDRESS);
        parameters.set(ValueLayout.ADDRESS, 0, block);
    }

    void setInt(int offset, int value) {
        block.set(ValueLayout.JAVA_INT, offset, value);
    }

    void setFloat(int offset, float value) {
        block.set(ValueLayout.JAVA_FLOAT, offset, value);
    }

    void setLong(int offset, long value) {
        block.set(ValueLayout.JAVA_LONG, offset, value);
    }

    /// What a launch takes: an array of one pointer.
    MemorySegment parameters() {
        return parameters;
    }
}
