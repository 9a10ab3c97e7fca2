package io.bitfront.engine.gpu.abi;

import java.lang.foreign.Arena;

/// `HopArguments` of `native/include/bitfront/abi.cuh`, made from `native/abi.layout` by `make layout`.
public final class HopArguments extends Arguments {
    static final int BYTES = 184;
    private final GraphArrays graph = new GraphArrays(part(0, GraphArrays.BYTES));

    public HopArguments(Arena arena) {
        super(arena, BYTES);
    }

    public GraphArrays graph() {
        return graph;
    }

    public void pieces(long value) {
        set(144, value);
    }

    public void index(long value) {
        set(152, value);
    }

    public void counts(long value) {
        set(160, value);
    }

    public void capacity(int value) {
        set(168, value);
    }

    public void radius(int value) {
        set(172, value);
    }

    public void stride(int value) {
        set(176, value);
    }
}
