package io.bitfront.engine.gpu.abi;

/// `MultiLevelMode` of `native/include/bitfront`, made from `native/abi.layout` by `make layout`.
public enum MultiLevelMode {
    PUSH(1),
    PULL(2),
    FILTERED_PULL(3),
    SPARSE_PULL(4),
    TENSOR(5);
    private final int number;

    MultiLevelMode(int number) {
        this.number = number;
    }

    public int number() {
        return number;
    }
}
