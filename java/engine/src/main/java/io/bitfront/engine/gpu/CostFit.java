package io.bitfront.engine.gpu;

import io.bitfront.engine.lab.LevelMode;
import java.util.ArrayList;
import java.util.List;

/// Costs that explain measured levels. A level weighs the more, the nearer its way was to the best there,
/// because there the smallest error misleads. Of one that took far longer, costs need not say how long: that
/// it is not worth a thought.
final class CostFit {
    /// A level that took more than the best way by a larger factor is one to keep away from, no matter by how much.
    private static final double FAR = 20;

    /// How much more than the best way costs must expect of such a level.
    private static final double WARNED = 2;

    /// How often a warning that goes unheeded is repeated, each time twice as loud.
    private static final int WARNINGS = 8;

    private final RelativeFit fit;
    private final List<Warning> warnings = new ArrayList<>();

    /// A level of which costs should expect `nanos` or more.
    private record Warning(LevelSample level, LevelMode mode, double nanos) {}

    CostFit(LevelCosts expected) {
        fit = new RelativeFit(expected.values());
    }

    /// Adds a level.
    ///
    /// @param best nanoseconds of the best way to run it
    void add(LevelSample level, LevelMode mode, double nanos, double best) {
        if (nanos <= FAR * best) {
            fit.add(level.terms(mode), nanos, Math.min(1, best / nanos));
        } else {
            warnings.add(new Warning(level, mode, WARNED * best));
        }
    }

    /// Costs by all that was added. May be asked again after more was.
    LevelCosts solve() {
        RelativeFit loud = new RelativeFit(fit);
        LevelCosts found = LevelCosts.of(loud.solve());
        for (int i = 0; i < WARNINGS; i++) {
            double weight = 1 << i;
            LevelCosts costs = found;
            List<Warning> unheeded = warnings.stream()
                    .filter(warning -> warning.level().expected(warning.mode(), costs) < warning.nanos())
                    .toList();
            if (unheeded.isEmpty()) {
                break;
            }
            unheeded.forEach(warning -> loud.add(warning.level().terms(warning.mode()), warning.nanos(), weight));
            found = LevelCosts.of(loud.solve());
        }
        return found;
    }
}
