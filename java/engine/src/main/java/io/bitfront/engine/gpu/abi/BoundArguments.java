package io.bitfront.engine.gpu.abi;

import java.lang.foreign.Arena;

/// `BoundArguments` of `native/include/bitfront/bound_abi.cuh`, made from `native/abi.layout` by `make layout`.
public final class BoundArguments extends Arguments {
    static final int BYTES = 240;
    private final GraphArrays graph = new GraphArrays(part(0, GraphArrays.BYTES));

    public BoundArguments(Arena arena) {
        super(arena, BYTES);
    }

    public GraphArrays graph() {
        return graph;
    }

    public void control(long value) {
        set(136, value);
    }

    public void degrees(long value) {
        set(144, value);
    }

    public void sums(long value) {
        set(152, value);
    }

    public void few(long value) {
        set(160, value);
    }

    public void skipped(long value) {
        set(168, value);
    }

    public void candidates(long value) {
        set(176, value);
    }

    public void ways(long value) {
        set(184, value);
    }

    public void listed(long value) {
        set(192, value);
    }

    public void second(long value) {
        set(200, value);
    }

    public void least(long value) {
        set(208, value);
    }

    public void weight(int value) {
        set(216, value);
    }

    public void reached(int value) {
        set(220, value);
    }

    public void capacity(int value) {
        set(224, value);
    }

    public void candidateCount(int value) {
        set(228, value);
    }

    public void sharedList(int value) {
        set(232, value);
    }
}
