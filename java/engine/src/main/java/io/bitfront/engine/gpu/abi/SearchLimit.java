package io.bitfront.engine.gpu.abi;

/// Offsets in `SearchLimit` of `native/include/bitfront/multi_abi.cuh`, made from `native/abi.layout` by `make layout`.
public final class SearchLimit {
    public static final int BYTES = 24;
    public static final int REACHED = 0;
    public static final int DISTANCE = 8;
    public static final int HARMONIC = 16;

    private SearchLimit() {}
}
