package io.bitfront.engine.gpu.abi;

/// Offsets in `EccentricityControl` of `native/include/bitfront/eccentricity_abi.cuh`, made from `native/abi.layout` by
/// `make layout`.
public final class EccentricityControl {
    public static final int BYTES = 48;
    public static final int DEGREE = 0;
    public static final int NOT_FIRST = 4;
    public static final int DIAMETER = 8;
    public static final int NOT_RADIUS = 12;
    public static final int NOT_FARTHEST = 16;
    public static final int NOT_CENTRE = 20;
    public static final int OPEN = 24;
    public static final int KEY = 28;
    public static final int TIE = 32;
    public static final int NOT_NEXT = 36;
    public static final int NOT_AT = 40;

    private EccentricityControl() {}
}
