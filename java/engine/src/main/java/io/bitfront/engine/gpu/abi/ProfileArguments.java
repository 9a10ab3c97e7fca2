package io.bitfront.engine.gpu.abi;

import java.lang.foreign.Arena;

/// `ProfileArguments` of `native/include/bitfront/profile_abi.cuh`, made from `native/abi.layout` by `make layout`.
public final class ProfileArguments extends Arguments {
    static final int BYTES = 248;

    public ProfileArguments(Arena arena) {
        super(arena, BYTES);
    }

    public void start(long value) {
        set(0, value);
    }

    public void neighbour(long value) {
        set(8, value);
    }

    public void rows(long value) {
        set(16, value);
    }

    public void border(long value) {
        set(24, value);
    }

    public void borderRow(long value) {
        set(32, value);
    }

    public void words(long value) {
        set(40, value);
    }

    public void keys(long value) {
        set(48, value);
    }

    public void profileAt(long value) {
        set(56, value);
    }

    public void profileOf(long value) {
        set(64, value);
    }

    public void control(long value) {
        set(72, value);
    }

    public void example(long value) {
        set(80, value);
    }

    public void members(long value) {
        set(88, value);
    }

    public void hopsSum(long value) {
        set(96, value);
    }

    public void farthest(long value) {
        set(104, value);
    }

    public void notNearest(long value) {
        set(112, value);
    }

    public void histogramBegin(long value) {
        set(120, value);
    }

    public void histogram(long value) {
        set(128, value);
    }

    public void difference(long value) {
        set(136, value);
    }

    public void offset(long value) {
        set(144, value);
    }

    public void queue(long value) {
        set(152, value);
    }

    public void counts(long value) {
        set(160, value);
    }

    public void distance(long value) {
        set(168, value);
    }

    public void harmonic(long value) {
        set(176, value);
    }

    public void eccentricity(long value) {
        set(184, value);
    }

    public void rowStride(long value) {
        set(192, value);
    }

    public void vertexCount(int value) {
        set(200, value);
    }

    public void cellBegin(int value) {
        set(204, value);
    }

    public void cellSize(int value) {
        set(208, value);
    }

    public void borderSize(int value) {
        set(212, value);
    }

    public void firstSource(int value) {
        set(216, value);
    }

    public void sourceCount(int value) {
        set(220, value);
    }

    public void profileCapacity(int value) {
        set(224, value);
    }

    public void tableMask(int value) {
        set(228, value);
    }

    public void histogramCapacity(int value) {
        set(232, value);
    }

    public void levelCapacity(int value) {
        set(236, value);
    }

    public void lanesLog(int value) {
        set(240, value);
    }
}
