package io.bitfront.engine.gpu.abi;

/// Offsets in `ProfileControl` of `native/include/bitfront/profile_abi.cuh`, made from `native/abi.layout` by `make
/// layout`.
public final class ProfileControl {
    public static final int BYTES = 8;
    public static final int COUNT = 0;
    public static final int FAILURE = 4;

    private ProfileControl() {}
}
