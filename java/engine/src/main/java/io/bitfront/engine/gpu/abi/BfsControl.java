package io.bitfront.engine.gpu.abi;

/// Offsets in `BfsControl` of `native/include/bitfront/abi.cuh`, made from `native/abi.layout` by `make layout`.
public final class BfsControl {
    public static final int BYTES = 1536;
    public static final int BARRIER = 0;
    public static final int QUEUE_LENGTH = 128;
    public static final int VISITED_COUNT = 256;
    public static final int TARGETS_FOUND = 260;
    public static final int STEPS = 384;
    public static final int UNFINISHED = 388;
    public static final int OUTSIDE_VERTICES = 512;
    public static final int OUTSIDE_EDGES = 520;
    public static final int TALLY = 640;
    public static final int SMALL = 1024;
    public static final int START = 1280;
    public static final int START_LEVEL = 1280;
    public static final int START_QUEUE = 1284;
    public static final int START_VERTICES = 1288;
    public static final int START_QUEUED = 1292;
    public static final int START_VISITED = 1296;
    public static final int START_TARGETS = 1300;
    public static final int START_FRONTIER_EDGES = 1304;
    public static final int START_EDGES = 1312;
    public static final int ALONE = 1408;
    public static final int ALONE_LEVEL = 1408;
    public static final int ALONE_QUEUE = 1412;
    public static final int ALONE_VERTICES = 1416;
    public static final int ALONE_QUEUED = 1420;
    public static final int ALONE_VISITED = 1424;
    public static final int ALONE_TARGETS = 1428;
    public static final int ALONE_FRONTIER_EDGES = 1432;
    public static final int ALONE_EDGES = 1440;

    private BfsControl() {}
}
