package io.bitfront.engine.gpu.abi;

import java.lang.foreign.Arena;

/// `MultiTensorArguments` of `native/include/bitfront/multi_abi.cuh`, made from `native/abi.layout` by `make layout`.
public final class MultiTensorArguments extends Arguments {
    static final int BYTES = 440;
    private final GraphArrays graph = new GraphArrays(part(0, GraphArrays.BYTES));
    private final MultiTensorState state = new MultiTensorState(part(144, MultiTensorState.BYTES));
    private final MultiRequest request = new MultiRequest(part(280, MultiRequest.BYTES));

    public MultiTensorArguments(Arena arena) {
        super(arena, BYTES);
    }

    public GraphArrays graph() {
        return graph;
    }

    public MultiTensorState state() {
        return state;
    }

    public MultiRequest request() {
        return request;
    }
}
