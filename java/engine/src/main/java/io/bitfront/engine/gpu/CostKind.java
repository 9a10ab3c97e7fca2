package io.bitfront.engine.gpu;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/// Costs of one kind that are measured and kept: what they are called and how they are numbers.
///
/// @param suffix of the name of their file, before `.costs`; empty or ending in a point
/// @param names of the numbers, as files have them
/// @param of throws an [IllegalArgumentException] where there are not as many numbers as names, or one
///     is negative, infinite or no number
record CostKind<C>(String suffix, List<String> names, Function<double[], C> of, Function<C, double[]> values) {

    /// Costs that are a number for each constant of an enum, in the order of these.
    ///
    /// @param make makes costs of the numbers
    /// @param numbers all of some costs
    static <E extends Enum<E>, C> CostKind<C> of(
            String suffix, Class<E> each, Function<Map<E, Double>, C> make, Function<C, Map<E, Double>> numbers) {
        E[] constants = each.getEnumConstants();
        List<String> names = Arrays.stream(constants).map(CostKind::word).toList();
        return new CostKind<>(
                suffix,
                names,
                values -> {
                    check(names, values);
                    Map<E, Double> costs = new EnumMap<>(each);
                    Arrays.stream(constants).forEach(cost -> costs.put(cost, values[cost.ordinal()]));
                    return make.apply(costs);
                },
                costs -> Arrays.stream(constants)
                        .mapToDouble(numbers.apply(costs)::get)
                        .toArray());
    }

    /// The name of a cost in files.
    static String word(Enum<?> cost) {
        return cost.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static void check(List<String> names, double[] values) {
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
