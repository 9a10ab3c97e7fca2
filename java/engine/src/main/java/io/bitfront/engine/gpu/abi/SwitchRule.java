package io.bitfront.engine.gpu.abi;

/// `SwitchRule` of `native/include/bitfront`, made from `native/abi.layout` by `make layout`.
public enum SwitchRule {
    AUTO(0),
    PAPER(1),
    BEAMER(2),
    LIGRA(3),
    PUSH_PULL(4),
    GRAPH_BLAST(5),
    GUNROCK(6),
    SEP_GRAPH(7),
    NEVER(8);
    private final int number;

    SwitchRule(int number) {
        this.number = number;
    }

    public int number() {
        return number;
    }
}
