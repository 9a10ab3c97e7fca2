package io.bitfront.engine.gpu.abi;

/// Offsets in `BoundControl` of `native/include/bitfront/bound_abi.cuh`, made from `native/abi.layout` by `make
/// layout`.
public final class BoundControl {
    public static final int BYTES = 1056;
    public static final int FOUND = 0;
    public static final int OF_CLASS = 8;
    public static final int DEGREES = 32;

    private BoundControl() {}
}
