package io.bitfront.engine.gpu.abi;

import java.lang.foreign.Arena;

/// `FirstsArguments` of `native/include/bitfront/abi.cuh`, made from `native/abi.layout` by `make layout`.
public final class FirstsArguments extends Arguments {
    static final int BYTES = 152;
    private final GraphArrays graph = new GraphArrays(part(0, GraphArrays.BYTES));

    public FirstsArguments(Arena arena) {
        super(arena, BYTES);
    }

    public GraphArrays graph() {
        return graph;
    }

    public void firsts(long value) {
        set(144, value);
    }
}
