package io.bitfront.engine.gpu;

import io.bitfront.engine.device.ArgumentBlock;
import java.util.Arrays;
import java.util.List;

/// What a level of a batch costs each way, in picoseconds: `MultiCosts` of `native/include/bitfront/multi_abi.cuh`,
/// whose field order this follows but for the modes allowed.
record BatchCosts(
        double pushLevel,
        double pushEdge,
        double pushVertex,
        double queueWord,
        double pullVertex,
        double pullRecord,
        double pullProbe,
        double barrier,
        double sparseLevel,
        double sparseVertex,
        double sparseRecord) {
    /// Names of the fields, as files have them.
    static final List<String> NAMES = List.of(
            "push-level",
            "push-edge",
            "push-vertex",
            "queue-word",
            "pull-vertex",
            "pull-record",
            "pull-probe",
            "barrier",
            "sparse-level",
            "sparse-vertex",
            "sparse-record");

    /// As measured on an H200.
    static final BatchCosts EXPECTED = new BatchCosts(12e6, 350, 150, 60, 90, 30, 8, 1.5e6, 20e6, 200, 20);

    private static final int EVERY_MODE = 0b11110;

    /// Costs of batches by one kernel.
    static CostKind<BatchCosts> kind(String kernel) {
        return new CostKind<>(kernel.replace('_', '-') + ".", NAMES, BatchCosts::of, BatchCosts::values);
    }

    double[] values() {
        return new double[] {
            pushLevel,
            pushEdge,
            pushVertex,
            queueWord,
            pullVertex,
            pullRecord,
            pullProbe,
            barrier,
            sparseLevel,
            sparseVertex,
            sparseRecord
        };
    }

    /// @throws IllegalArgumentException where there are not as many as [#NAMES], or one is negative or no number
    static BatchCosts of(double[] v) {
        CostKind.check(NAMES, v);
        return new BatchCosts(v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7], v[8], v[9], v[10]);
    }

    /// The same where whatever begins with `way` costs `factor` times as much.
    BatchCosts scaled(String mode, double factor) {
        double[] values = values();
        for (int i = 0; i < values.length; i++) {
            values[i] *= NAMES.get(i).startsWith(mode) ? factor : 1;
        }
        return of(values);
    }

    /// Fills in a request's costs from `offset` on, every mode allowed: a kernel has some of them.
    void describe(ArgumentBlock arguments, int offset) {
        arguments.setInt(offset, EVERY_MODE);
        int[] whole = Arrays.stream(values())
                .mapToInt(value -> (int) Math.min(Integer.MAX_VALUE, Math.round(value)))
                .toArray();
        for (int i = 0; i < whole.length; i++) {
            arguments.setInt(offset + Integer.BYTES * (i + 1), whole[i]);
        }
    }
}
