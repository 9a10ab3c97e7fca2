package io.bitfront.engine.gpu;

import java.util.List;
import java.util.function.Function;

/// Costs of one kind that are measured and kept: what they are called and how they are numbers.
///
/// @param suffix of the name of their file, before `.costs`; empty or ending in a point
/// @param names of the numbers, as files have them
/// @param of throws an [IllegalArgumentException] where numbers cannot be such costs
record CostKind<C>(String suffix, List<String> names, Function<double[], C> of, Function<C, double[]> values) {

    /// Checks that there are as many values as names, none of them negative, infinite or no number.
    static void check(List<String> names, double[] values) {
        if (values.length != names.size()) {
            throw new IllegalArgumentException("%d costs, expected %d".formatted(values.length, names.size()));
        }
        for (int i = 0; i < values.length; i++) {
            if (!(values[i] >= 0 && values[i] < 1e15)) {
                throw new IllegalArgumentException("%s is %s".formatted(names.get(i), values[i]));
            }
        }
    }
}
