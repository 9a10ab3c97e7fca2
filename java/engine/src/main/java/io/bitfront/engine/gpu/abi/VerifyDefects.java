package io.bitfront.engine.gpu.abi;

/// Offsets in `VerifyDefects` of `native/include/bitfront/abi.cuh`, made from `native/abi.layout` by `make layout`.
public final class VerifyDefects {
    public static final int BYTES = 8;
    public static final int COUNT = 0;
    public static final int VERTEX = 4;

    private VerifyDefects() {}
}
