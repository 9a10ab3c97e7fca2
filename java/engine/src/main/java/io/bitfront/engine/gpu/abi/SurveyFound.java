package io.bitfront.engine.gpu.abi;

/// Offsets in `SurveyFound` of `native/include/bitfront/abi.cuh`, made from `native/abi.layout` by `make layout`.
public final class SurveyFound {
    public static final int BYTES = 8;
    public static final int LAST = 0;
    public static final int TARGETS = 4;

    private SurveyFound() {}
}
