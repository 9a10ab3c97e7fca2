package io.bitfront.engine.gpu.abi;

/// Offsets in `MultiTraceRecord` of `native/include/bitfront/multi_abi.cuh`, made from `native/abi.layout` by `make
/// layout`.
public final class MultiTraceRecord {
    public static final int BYTES = 64;
    public static final int MODE = 0;
    public static final int VERTICES = 4;
    public static final int NANOSECONDS = 8;
    public static final int TERMS = 16;
    public static final int TERMS_PUSH_LEVEL = 16;
    public static final int TERMS_PUSH_EDGE = 20;
    public static final int TERMS_PUSH_VERTEX = 24;
    public static final int TERMS_QUEUE_WORD = 28;
    public static final int TERMS_PULL_VERTEX = 32;
    public static final int TERMS_PULL_RECORD = 36;
    public static final int TERMS_PULL_PROBE = 40;
    public static final int TERMS_BARRIER = 44;
    public static final int TERMS_SPARSE_LEVEL = 48;
    public static final int TERMS_SPARSE_VERTEX = 52;
    public static final int TERMS_SPARSE_RECORD = 56;

    private MultiTraceRecord() {}
}
