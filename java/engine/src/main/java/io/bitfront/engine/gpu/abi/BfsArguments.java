package io.bitfront.engine.gpu.abi;

import java.lang.foreign.Arena;

/// `BfsArguments` of `native/include/bitfront/abi.cuh`, made from `native/abi.layout` by `make layout`.
public final class BfsArguments extends Arguments {
    static final int BYTES = 472;
    private final GraphArrays graph = new GraphArrays(part(0, GraphArrays.BYTES));
    private final BfsState state = new BfsState(part(144, BfsState.BYTES));
    private final BfsRequest request = new BfsRequest(part(232, BfsRequest.BYTES));
    private final HopLists hops = new HopLists(part(440, HopLists.BYTES));

    public BfsArguments(Arena arena) {
        super(arena, BYTES);
    }

    public GraphArrays graph() {
        return graph;
    }

    public BfsState state() {
        return state;
    }

    public BfsRequest request() {
        return request;
    }

    public HopLists hops() {
        return hops;
    }
}
