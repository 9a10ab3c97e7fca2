package io.bitfront.engine.gpu.abi;

/// `EdgeKind` of `native/include/bitfront`, made from `native/abi.layout` by `make layout`.
public enum EdgeKind {
    ARRAYS(0),
    KRONECKER(1),
    UNIFORM(2),
    ROAD(3);
    private final int number;

    EdgeKind(int number) {
        this.number = number;
    }

    public int number() {
        return number;
    }
}
