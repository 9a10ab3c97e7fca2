package io.bitfront.engine.gpu.abi;

import java.lang.foreign.Arena;

/// `EccentricityArguments` of `native/include/bitfront/eccentricity_abi.cuh`, made from `native/abi.layout` by `make
/// layout`.
public final class EccentricityArguments extends Arguments {
    static final int BYTES = 200;
    private final GraphArrays graph = new GraphArrays(part(0, GraphArrays.BYTES));

    public EccentricityArguments(Arena arena) {
        super(arena, BYTES);
    }

    public GraphArrays graph() {
        return graph;
    }

    public void level(long value) {
        set(144, value);
    }

    public void least(long value) {
        set(152, value);
    }

    public void most(long value) {
        set(160, value);
    }

    public void total(long value) {
        set(168, value);
    }

    public void control(long value) {
        set(176, value);
    }

    public void eccentricity(int value) {
        set(184, value);
    }

    public void isFirst(int value) {
        set(188, value);
    }

    public void upwards(int value) {
        set(192, value);
    }
}
