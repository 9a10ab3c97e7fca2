package io.bitfront.engine.gpu.abi;

import java.lang.foreign.Arena;

/// `SummaryArguments` of `native/include/bitfront/abi.cuh`, made from `native/abi.layout` by `make layout`.
public final class SummaryArguments extends Arguments {
    static final int BYTES = 192;
    private final GraphArrays graph = new GraphArrays(part(0, GraphArrays.BYTES));

    public SummaryArguments(Arena arena) {
        super(arena, BYTES);
    }

    public GraphArrays graph() {
        return graph;
    }

    public void level(long value) {
        set(144, value);
    }

    public void vertices(long value) {
        set(152, value);
    }

    public void edges(long value) {
        set(160, value);
    }

    public void control(long value) {
        set(168, value);
    }

    public void report(long value) {
        set(176, value);
    }

    public void levelCount(int value) {
        set(184, value);
    }
}
