package io.bitfront.engine.gpu;

import io.bitfront.engine.gpu.abi.MultiCosts;
import io.bitfront.engine.gpu.abi.MultiLevelMode;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;

/// What a level of a batch costs each way, in picoseconds; all of [BatchCost].
record BatchCosts(Map<BatchCost, Double> picos) {
    private static final CostKind<BatchCosts> KIND = kind("");

    /// Costs measured on an H200.
    static final BatchCosts EXPECTED = new BatchCosts(new EnumMap<>(Map.ofEntries(
            Map.entry(BatchCost.PUSH_LEVEL, 12e6),
            Map.entry(BatchCost.PUSH_EDGE, 350.0),
            Map.entry(BatchCost.PUSH_VERTEX, 150.0),
            Map.entry(BatchCost.QUEUE_WORD, 60.0),
            Map.entry(BatchCost.PULL_VERTEX, 90.0),
            Map.entry(BatchCost.PULL_RECORD, 30.0),
            Map.entry(BatchCost.PULL_PROBE, 8.0),
            Map.entry(BatchCost.BARRIER, 1.5e6),
            Map.entry(BatchCost.SPARSE_LEVEL, 20e6),
            Map.entry(BatchCost.SPARSE_VERTEX, 200.0),
            Map.entry(BatchCost.SPARSE_RECORD, 20.0))));

    /// Of the modes of levels of records.
    private static final int EVERY_MODE = EnumSet.complementOf(EnumSet.of(MultiLevelMode.TENSOR)).stream()
            .mapToInt(mode -> 1 << mode.number())
            .sum();

    /// Costs of batches by one kernel.
    static CostKind<BatchCosts> kind(String kernel) {
        return CostKind.of(kernel.replace('_', '-') + ".", BatchCost.class, BatchCosts::new, BatchCosts::picos);
    }

    double[] values() {
        return KIND.values().apply(this);
    }

    /// @throws IllegalArgumentException as [CostKind#of] says
    static BatchCosts of(double[] values) {
        return KIND.of().apply(values);
    }

    /// These costs, but those whose name begins with `mode` are `factor` times as much.
    BatchCosts scaled(String mode, double factor) {
        Map<BatchCost, Double> scaled = new EnumMap<>(picos);
        for (BatchCost cost : BatchCost.values()) {
            if (CostKind.word(cost).startsWith(mode)) {
                scaled.merge(cost, factor, (value, by) -> value * by);
            }
        }
        return new BatchCosts(scaled);
    }

    /// Fills in a request's costs, every mode allowed: a kernel has some of them.
    void describe(MultiCosts costs) {
        costs.allowed(EVERY_MODE);
        picos.forEach((cost, value) -> cost.describe(costs, value));
    }
}
