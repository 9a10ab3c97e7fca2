package io.bitfront.engine.device;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// One kernel argument struct in host memory and the pointer to it that a launch takes. Offsets are those of
/// `native/include/bitfront/abi.cuh`, which the compiler of the kernels asserts.
public final class ArgumentBlock {
    /// Version of the layouts below; the compiled kernels export theirs.
    public static final int ABI_VERSION = 11;

    public static final int IN_START = 32;
    public static final int OUT_START = 48;
    public static final int OUT_INDEX = 64;
    public static final int GRAPH_BYTES = 96;
    public static final int STATE = GRAPH_BYTES;
    public static final int SOURCE = 168;
    public static final int MAX_LEVEL = SOURCE + 4;
    public static final int ETA = SOURCE + 8;
    public static final int TARGET_COUNT = SOURCE + 12;
    public static final int TARGETS = SOURCE + 16;
    public static final int TRACE = SOURCE + 24;
    public static final int TRACE_CAPACITY = SOURCE + 32;
    public static final int FORCED_LEVELS = SOURCE + 36;
    public static final int COSTS = SOURCE + 40;
    public static final int POLICY = COSTS + 104;
    public static final int FORCED = POLICY + 16;
    public static final int BFS_BYTES = 336;
    public static final int SUMMARY_LEVEL = GRAPH_BYTES;
    public static final int SUMMARY_VERTICES = GRAPH_BYTES + 8;
    public static final int SUMMARY_EDGES = GRAPH_BYTES + 16;
    public static final int SUMMARY_LEVELS = GRAPH_BYTES + 24;
    public static final int SUMMARY_BYTES = 128;
    public static final int PARENT_LEVEL = GRAPH_BYTES;
    public static final int PARENT_RESULT = GRAPH_BYTES + 8;
    public static final int PARENT_BYTES = 112;
    public static final int VERIFY_LEVEL = GRAPH_BYTES;
    public static final int VERIFY_DEFECTS = GRAPH_BYTES + 8;
    public static final int VERIFY_SOURCE = GRAPH_BYTES + 16;
    public static final int VERIFY_BYTES = 120;
    public static final int RENUMBER_BYTES = 32;
    public static final int NARROW_BYTES = 24;

    private final MemorySegment block;
    private final MemorySegment parameters;

    public ArgumentBlock(Arena arena, int bytes) {
        block = arena.allocate(bytes, 16);
        parameters = arena.allocate(ValueLayout.ADDRESS);
        parameters.set(ValueLayout.ADDRESS, 0, block);
    }

    public void setInt(int offset, int value) {
        block.set(ValueLayout.JAVA_INT, offset, value);
    }

    public void setFloat(int offset, float value) {
        block.set(ValueLayout.JAVA_FLOAT, offset, value);
    }

    public void setLong(int offset, long value) {
        block.set(ValueLayout.JAVA_LONG, offset, value);
    }

    /// What a launch takes: an array of one pointer.
    public MemorySegment parameters() {
        return parameters;
    }
}
