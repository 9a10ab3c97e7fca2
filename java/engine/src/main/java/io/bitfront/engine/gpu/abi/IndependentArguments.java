package io.bitfront.engine.gpu.abi;

import java.lang.foreign.Arena;

/// `IndependentArguments` of `native/include/bitfront/multi_abi.cuh`, made from `native/abi.layout` by `make layout`.
public final class IndependentArguments extends Arguments {
    static final int BYTES = 384;
    private final GraphArrays graph = new GraphArrays(part(0, GraphArrays.BYTES));
    private final IndependentState state = new IndependentState(part(144, IndependentState.BYTES));
    private final MultiRequest request = new MultiRequest(part(224, MultiRequest.BYTES));

    public IndependentArguments(Arena arena) {
        super(arena, BYTES);
    }

    public GraphArrays graph() {
        return graph;
    }

    public IndependentState state() {
        return state;
    }

    public MultiRequest request() {
        return request;
    }
}
