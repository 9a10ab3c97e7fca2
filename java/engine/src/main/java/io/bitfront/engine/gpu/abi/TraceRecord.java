package io.bitfront.engine.gpu.abi;

/// Offsets in `TraceRecord` of `native/include/bitfront/abi.cuh`, made from `native/abi.layout` by `make layout`.
public final class TraceRecord {
    public static final int BYTES = 16;
    public static final int MODE = 0;
    public static final int QUEUE_LENGTH = 4;
    public static final int NANOSECONDS = 8;

    private TraceRecord() {}
}
