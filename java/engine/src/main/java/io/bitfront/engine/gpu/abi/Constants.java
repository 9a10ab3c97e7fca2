package io.bitfront.engine.gpu.abi;

/// Constants of `native/include/bitfront`, made from `native/abi.layout` by `make layout`.
public final class Constants {
    public static final int ABI_VERSION = 30;
    public static final int SAMPLE_LOOKS = 16;
    public static final int PULL_SAMPLES = 128;
    public static final int SIGMA = 8;
    public static final int LANES = 32;
    public static final int TAU = 128;
    public static final int ROWS_PER_LANE = 4;
    public static final int PIECE_EDGES = 128;
    public static final int LOCAL_PIECES = 512;
    public static final int MOST_HOPS = 4;
    public static final int MOST_LISTED = 255;
    public static final int HOP_SHIFT = 30;
    public static final int GATHERED_WORDS = 9984;
    public static final float HUB_SHARE = 8;
    public static final float BURST_EDGES = 256;
    public static final int BINS = 256;
    public static final int MOST_BINNED = 16777216;
    public static final int MOST_SORTED = 2147483647;
    public static final int MOST_KEPT = 1024;
    public static final int FEW_CLASSES = 4;
    public static final int DEGREE_BUCKETS = 256;
    public static final int DEGREE_SHIFT = 20;
    public static final int FIRST_BUCKET = 1016;
    public static final int BOUND_KINDS = 4;
    public static final int MAX_SOURCES = 1024;
    public static final int MAX_RECORD_WORDS = 32;
    public static final int MOST_BORDER = 6144;
    public static final int MOST_CELL = 131072;
    public static final int MOST_CELL_HOPS = 16383;
    public static final int PROFILE_TILE = 128;

    private Constants() {}
}
