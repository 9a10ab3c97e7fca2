package io.bitfront.engine.gpu.abi;

/// Offsets in `PullSample` of `native/include/bitfront/abi.cuh`, made from `native/abi.layout` by `make layout`.
public final class PullSample {
    public static final int BYTES = 80;
    public static final int VERTEX = 0;
    public static final int HUB = 4;
    public static final int NEIGHBOURS = 16;

    private PullSample() {}
}
