package io.bitfront.engine.gpu.abi;

/// Offsets in `HopCounts` of `native/include/bitfront/abi.cuh`, made from `native/abi.layout` by `make layout`.
public final class HopCounts {
    public static final int BYTES = 8;
    public static final int ENTRIES = 0;
    public static final int LONGEST = 4;

    private HopCounts() {}
}
