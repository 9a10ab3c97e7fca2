package io.bitfront.engine.gpu;

import io.bitfront.engine.gpu.abi.LevelCosts;

/// What a level may have to pay for; `LevelCosts` of `native/include/bitfront/abi.cuh` says for what each is. Files and
/// terms have them in this order.
enum LevelCost {
    PUSH_LEVEL(LevelCosts::pushLevel),
    PUSH_BURST(LevelCosts::pushBurst),
    PUSH_NEW(LevelCosts::pushNew),
    PUSH_EDGE(LevelCosts::pushEdge),
    QUEUE_LEVEL(LevelCosts::queueLevel),
    MARK_LEVEL(LevelCosts::markLevel),
    MARK_ROOT(LevelCosts::markRoot),
    MARK_EDGE(LevelCosts::markEdge),
    PULL_LEVEL(LevelCosts::pullLevel),
    PULL_VERTEX(LevelCosts::pullVertex),
    PULL_PROBE(LevelCosts::pullProbe),
    TENSOR_LEVEL(LevelCosts::tensorLevel),
    TENSOR_SCAN(LevelCosts::tensorScan),
    TENSOR_VSS(LevelCosts::tensorVss);

    private interface Field {
        void set(LevelCosts costs, float nanos);
    }

    private final Field field;

    LevelCost(Field field) {
        this.field = field;
    }

    void describe(LevelCosts costs, double nanos) {
        field.set(costs, (float) nanos);
    }
}
