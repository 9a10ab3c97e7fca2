package io.bitfront.engine.gpu;

import io.bitfront.engine.gpu.abi.MultiCosts;
import io.bitfront.engine.gpu.abi.MultiLevelMode;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;

/// What a level of a batch costs each way, in picoseconds; all of [BatchCost].
record BatchCosts(Map<BatchCost, Double> picos) {
    /// Names, as files have them.
    static final List<String> NAMES =
            Arrays.stream(BatchCost.values()).map(BatchCost::word).toList();

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
        return new CostKind<>(kernel.replace('_', '-') + ".", NAMES, BatchCosts::of, BatchCosts::values);
    }

    double[] values() {
        return Arrays.stream(BatchCost.values()).mapToDouble(picos::get).toArray();
    }

    /// @throws IllegalArgumentException where there are not as many as [#NAMES], or one is negative or no number
    static BatchCosts of(double[] values) {
        CostKind.check(NAMES, values);
        Map<BatchCost, Double> picos = new EnumMap<>(BatchCost.class);
        Arrays.stream(BatchCost.values()).forEach(cost -> picos.put(cost, values[cost.ordinal()]));
        return new BatchCosts(picos);
    }

    /// These costs, but those whose name begins with `mode` are `factor` times as much.
    BatchCosts scaled(String mode, double factor) {
        Map<BatchCost, Double> scaled = new EnumMap<>(picos);
        for (BatchCost cost : BatchCost.values()) {
            if (cost.word().startsWith(mode)) {
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
