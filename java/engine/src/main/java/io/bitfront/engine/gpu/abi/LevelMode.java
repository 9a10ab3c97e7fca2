package io.bitfront.engine.gpu.abi;

/// `LevelMode` of `native/include/bitfront`, made from `native/abi.layout` by `make layout`.
public enum LevelMode {
    TENSOR(1),
    PULL(2),
    PUSH(3),
    PUSH_MARKED(4),
    PUSH_SMALL(5),
    PUSH_ALONE(6);
    private final int number;

    LevelMode(int number) {
        this.number = number;
    }

    public int number() {
        return number;
    }
}
