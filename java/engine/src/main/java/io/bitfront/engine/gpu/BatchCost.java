package io.bitfront.engine.gpu;

import io.bitfront.engine.gpu.abi.MultiCosts;
import java.util.Locale;

/// What a level of a batch may have to pay for; `MultiCosts` of `native/include/bitfront/multi_abi.cuh` says for what
/// each is. Files and the terms that kernels record have them in this order, that of the struct.
enum BatchCost {
    PUSH_LEVEL(MultiCosts::pushLevel),
    PUSH_EDGE(MultiCosts::pushEdge),
    PUSH_VERTEX(MultiCosts::pushVertex),
    QUEUE_WORD(MultiCosts::queueWord),
    PULL_VERTEX(MultiCosts::pullVertex),
    PULL_RECORD(MultiCosts::pullRecord),
    PULL_PROBE(MultiCosts::pullProbe),
    BARRIER(MultiCosts::barrier),
    SPARSE_LEVEL(MultiCosts::sparseLevel),
    SPARSE_VERTEX(MultiCosts::sparseVertex),
    SPARSE_RECORD(MultiCosts::sparseRecord);

    private interface Field {
        void set(MultiCosts costs, int picos);
    }

    private final Field field;

    BatchCost(Field field) {
        this.field = field;
    }

    /// Its name in files.
    String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /// In whole picoseconds.
    void describe(MultiCosts costs, double picos) {
        field.set(costs, (int) Math.min(Integer.MAX_VALUE, Math.round(picos)));
    }
}
