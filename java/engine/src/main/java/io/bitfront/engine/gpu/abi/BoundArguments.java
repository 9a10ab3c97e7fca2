package io.bitfront.engine.gpu.abi;

import java.lang.foreign.Arena;
import java.util.Objects;

/// `BoundArguments` of `native/include/bitfront/bound_abi.cuh`, made from `native/abi.layout` by `make layout`.
public final class BoundArguments extends Arguments {
    static final int BYTES = 352;
    private final GraphArrays graph = new GraphArrays(part(0, GraphArrays.BYTES));

    public BoundArguments(Arena arena) {
        super(arena, BYTES);
    }

    public GraphArrays graph() {
        return graph;
    }

    public void control(long value) {
        set(144, value);
    }

    public void degrees(long value) {
        set(152, value);
    }

    public void back(long value) {
        set(160, value);
    }

    public void sums(long value) {
        set(168, value);
    }

    public void few(long value) {
        set(176, value);
    }

    public void marks(long value) {
        set(184, value);
    }

    public void ahead(long value) {
        set(192, value);
    }

    public void behind(long value) {
        set(200, value);
    }

    public void skipped(long value) {
        set(208, value);
    }

    public void candidates(long value) {
        set(216, value);
    }

    public void ways(long value) {
        set(224, value);
    }

    public void listed(long value) {
        set(232, value);
    }

    public void second(long value) {
        set(240, value);
    }

    public void least(int index, long value) {
        set(248 + 8 * Objects.checkIndex(index, 4), value);
    }

    public void near(int index, long value) {
        set(280 + 8 * Objects.checkIndex(index, 4), value);
    }

    public void most(int index, int value) {
        set(312 + 4 * Objects.checkIndex(index, 4), value);
    }

    public void weight(int value) {
        set(328, value);
    }

    public void capacity(int value) {
        set(332, value);
    }

    public void candidateCount(int value) {
        set(336, value);
    }

    public void sharedList(int value) {
        set(340, value);
    }

    public void round(int value) {
        set(344, value);
    }
}
