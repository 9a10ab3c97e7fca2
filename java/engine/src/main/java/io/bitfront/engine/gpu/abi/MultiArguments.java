package io.bitfront.engine.gpu.abi;

import java.lang.foreign.Arena;

/// `MultiArguments` of `native/include/bitfront/multi_abi.cuh`, made from `native/abi.layout` by `make layout`.
public final class MultiArguments extends Arguments {
    static final int BYTES = 440;
    private final GraphArrays graph = new GraphArrays(part(0, GraphArrays.BYTES));
    private final MultiState state = new MultiState(part(144, MultiState.BYTES));
    private final MultiRequest request = new MultiRequest(part(280, MultiRequest.BYTES));

    public MultiArguments(Arena arena) {
        super(arena, BYTES);
    }

    public GraphArrays graph() {
        return graph;
    }

    public MultiState state() {
        return state;
    }

    public MultiRequest request() {
        return request;
    }
}
