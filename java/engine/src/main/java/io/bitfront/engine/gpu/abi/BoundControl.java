package io.bitfront.engine.gpu.abi;

/// Offsets in `BoundControl` of `native/include/bitfront/bound_abi.cuh`, made from `native/abi.layout` by `make
/// layout`.
public final class BoundControl {
    public static final int BYTES = 1064;
    public static final int FOUND = 0;
    public static final int OF_KIND = 4;
    public static final int OF_CLASS = 20;
    public static final int DEGREES = 40;

    private BoundControl() {}
}
