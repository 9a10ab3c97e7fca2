package io.bitfront.engine.gpu;

import io.bitfront.engine.lab.LevelMode;

/// Costs that explain measured levels. A level weighs the more, the nearer its way was to the best there, because only
/// there does an error mislead.
final class CostFit {
    /// Levels that took more than the best way by a larger factor say nothing about the choice.
    private static final double WORST_FACTOR = 20;

    private final RelativeFit fit;

    CostFit(LevelCosts expected) {
        fit = new RelativeFit(expected.values());
    }

    /// Adds a level.
    ///
    /// @param best nanoseconds of the best way to run it
    void add(LevelSample level, LevelMode mode, double nanos, double best) {
        if (nanos <= WORST_FACTOR * best) {
            fit.add(level.terms(mode), nanos, Math.min(1, best / nanos));
        }
    }

    LevelCosts solve() {
        return LevelCosts.of(fit.solve());
    }
}
