package io.bitfront.engine.gpu;

import io.bitfront.engine.gpu.abi.MultiCosts;
import io.bitfront.engine.gpu.abi.MultiTraceRecord;

/// What a level of a batch may have to pay for; `MultiCosts` of `native/include/bitfront/multi_abi.cuh` says for what
/// each is. Files have them in this order.
enum BatchCost {
    PUSH_LEVEL(MultiTraceRecord.TERMS_PUSH_LEVEL, MultiCosts::pushLevel),
    PUSH_EDGE(MultiTraceRecord.TERMS_PUSH_EDGE, MultiCosts::pushEdge),
    PUSH_VERTEX(MultiTraceRecord.TERMS_PUSH_VERTEX, MultiCosts::pushVertex),
    QUEUE_WORD(MultiTraceRecord.TERMS_QUEUE_WORD, MultiCosts::queueWord),
    PULL_VERTEX(MultiTraceRecord.TERMS_PULL_VERTEX, MultiCosts::pullVertex),
    PULL_RECORD(MultiTraceRecord.TERMS_PULL_RECORD, MultiCosts::pullRecord),
    PULL_PROBE(MultiTraceRecord.TERMS_PULL_PROBE, MultiCosts::pullProbe),
    BARRIER(MultiTraceRecord.TERMS_BARRIER, MultiCosts::barrier),
    SPARSE_LEVEL(MultiTraceRecord.TERMS_SPARSE_LEVEL, MultiCosts::sparseLevel),
    SPARSE_VERTEX(MultiTraceRecord.TERMS_SPARSE_VERTEX, MultiCosts::sparseVertex),
    SPARSE_RECORD(MultiTraceRecord.TERMS_SPARSE_RECORD, MultiCosts::sparseRecord);

    private interface Field {
        void set(MultiCosts costs, int picos);
    }

    private final int term;
    private final Field field;

    BatchCost(int term, Field field) {
        this.term = term;
        this.field = field;
    }

    /// Where a record of a trace says how often a level pays it.
    int term() {
        return term;
    }

    /// In whole picoseconds.
    void describe(MultiCosts costs, double picos) {
        field.set(costs, (int) Math.min(Integer.MAX_VALUE, Math.round(picos)));
    }
}
