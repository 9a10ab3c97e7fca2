package io.bitfront.engine.gpu.abi;

import java.lang.foreign.Arena;

/// `VerifyArguments` of `native/include/bitfront/abi.cuh`, made from `native/abi.layout` by `make layout`.
public final class VerifyArguments extends Arguments {
    static final int BYTES = 184;
    private final GraphArrays graph = new GraphArrays(part(0, GraphArrays.BYTES));

    public VerifyArguments(Arena arena) {
        super(arena, BYTES);
    }

    public GraphArrays graph() {
        return graph;
    }

    public void level(long value) {
        set(144, value);
    }

    public void defects(long value) {
        set(152, value);
    }

    public void spanning(long value) {
        set(160, value);
    }

    public void parented(long value) {
        set(168, value);
    }

    public void source(int value) {
        set(176, value);
    }

    public void sharedList(int value) {
        set(180, value);
    }
}
