package io.bitfront.engine.gpu.abi;

/// `ProfileFailure` of `native/include/bitfront`, made from `native/abi.layout` by `make layout`.
public enum ProfileFailure {
    TOO_MANY(1),
    COLLISION(2),
    OUT_OF_RANGE(4),
    HISTOGRAM_FULL(8);
    private final int number;

    ProfileFailure(int number) {
        this.number = number;
    }

    public int number() {
        return number;
    }
}
