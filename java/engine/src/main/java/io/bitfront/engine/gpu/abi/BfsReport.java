package io.bitfront.engine.gpu.abi;

/// Offsets in `BfsReport` of `native/include/bitfront/abi.cuh`, made from `native/abi.layout` by `make layout`.
public final class BfsReport {
    public static final int BYTES = 24;
    public static final int STEPS = 0;
    public static final int UNFINISHED = 4;
    public static final int OUTSIDE_EDGES = 8;
    public static final int OUTSIDE_VERTICES = 16;

    private BfsReport() {}
}
