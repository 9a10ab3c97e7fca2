package io.bitfront.engine.gpu.abi;

/// Offsets in `MultiControl` of `native/include/bitfront/multi_abi.cuh`, made from `native/abi.layout` by `make
/// layout`.
public final class MultiControl {
    public static final int BYTES = 13696;
    public static final int BARRIER = 0;
    public static final int HUB_COUNT = 128;
    public static final int HUB_PIECES = 132;
    public static final int LEVELS = 256;
    public static final int TALLY = 384;
    public static final int LIVE = 768;
    public static final int COUNTS = 1152;
    public static final int KEPT = 13440;

    private MultiControl() {}
}
