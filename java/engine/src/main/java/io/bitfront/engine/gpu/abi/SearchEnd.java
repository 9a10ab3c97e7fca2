package io.bitfront.engine.gpu.abi;

/// `SearchEnd` of `native/include/bitfront`, made from `native/abi.layout` by `make layout`.
public enum SearchEnd {
    WHOLE(1),
    QUEUE_FULL(2),
    TOO_DEEP(3);
    private final int number;

    SearchEnd(int number) {
        this.number = number;
    }

    public int number() {
        return number;
    }
}
