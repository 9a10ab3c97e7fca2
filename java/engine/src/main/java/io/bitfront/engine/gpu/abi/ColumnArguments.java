package io.bitfront.engine.gpu.abi;

import java.lang.foreign.Arena;

/// `ColumnArguments` of `native/include/bitfront/prepare_abi.cuh`, made from `native/abi.layout` by `make layout`.
public final class ColumnArguments extends Arguments {
    static final int BYTES = 176;
    private final EdgeStream edges = new EdgeStream(part(0, EdgeStream.BYTES));

    public ColumnArguments(Arena arena) {
        super(arena, BYTES);
    }

    public EdgeStream edges() {
        return edges;
    }

    public void newIdOf(long value) {
        set(112, value);
    }

    public void counts(long value) {
        set(120, value);
    }

    public void selfLoops(long value) {
        set(128, value);
    }

    public void keys(long value) {
        set(136, value);
    }

    public void cursor(long value) {
        set(144, value);
    }

    public void firstColumn(int value) {
        set(152, value);
    }

    public void endColumn(int value) {
        set(156, value);
    }

    public void rowBits(int value) {
        set(160, value);
    }

    public void bySource(int value) {
        set(164, value);
    }

    public void symmetrise(int value) {
        set(168, value);
    }
}
