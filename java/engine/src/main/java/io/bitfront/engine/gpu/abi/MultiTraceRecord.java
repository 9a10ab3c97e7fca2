package io.bitfront.engine.gpu.abi;

/// Offsets in `MultiTraceRecord` of `native/include/bitfront/multi_abi.cuh`, made from `native/abi.layout` by `make
/// layout`.
public final class MultiTraceRecord {
    public static final int BYTES = 64;
    public static final int MODE = 0;
    public static final int VERTICES = 4;
    public static final int NANOSECONDS = 8;
    public static final int TERMS = 16;

    private MultiTraceRecord() {}
}
