package io.bitfront.engine.gpu.abi;

import java.lang.foreign.Arena;

/// `ParentArguments` of `native/include/bitfront/abi.cuh`, made from `native/abi.layout` by `make layout`.
public final class ParentArguments extends Arguments {
    static final int BYTES = 168;
    private final GraphArrays graph = new GraphArrays(part(0, GraphArrays.BYTES));

    public ParentArguments(Arena arena) {
        super(arena, BYTES);
    }

    public GraphArrays graph() {
        return graph;
    }

    public void level(long value) {
        set(144, value);
    }

    public void parent(long value) {
        set(152, value);
    }

    public void sharedList(int value) {
        set(160, value);
    }
}
