package io.bitfront.engine.gpu;

import io.bitfront.engine.LevelWay;
import java.util.ArrayList;
import java.util.List;

/// Costs that explain measured levels: least squares of relative errors, none negative. A level weighs the
/// more, the nearer its way was to the best there, because only there does an error mislead. What no level
/// tells stays as expected.
final class CostFit {
    /// How much an expectation weighs against a level.
    private static final double DOUBT = 0.1;

    /// Levels that took more than the best way by a larger factor say nothing about the choice.
    private static final double WORST_FACTOR = 20;

    private static final int SWEEPS = 2_000;
    private static final double CONVERGED = 1e-9;

    private final double[] prior;
    private final List<double[]> rows = new ArrayList<>();
    private final List<Double> goals = new ArrayList<>();

    CostFit(LevelCosts expected) {
        prior = expected.values();
        for (int i = 0; i < prior.length; i++) {
            double[] row = new double[prior.length];
            row[i] = DOUBT;
            add(row, DOUBT);
        }
    }

    /// Adds a level.
    ///
    /// @param best nanoseconds of the best way to run it
    void add(LevelSample level, LevelWay way, double nanos, double best) {
        if (nanos > WORST_FACTOR * best) {
            return;
        }
        double weight = Math.min(1, best / nanos);
        double[] row = level.terms(way);
        for (int i = 0; i < row.length; i++) {
            row[i] *= weight * prior[i] / nanos;
        }
        add(row, weight);
    }

    private void add(double[] row, double goal) {
        rows.add(row);
        goals.add(goal);
    }

    /// By coordinate descent over multiples of what was expected.
    LevelCosts solve() {
        int count = prior.length;
        double[][] squares = new double[count][count];
        double[] products = new double[count];
        for (int r = 0; r < rows.size(); r++) {
            double[] row = rows.get(r);
            for (int i = 0; i < count; i++) {
                products[i] += row[i] * goals.get(r);
                for (int j = 0; j < count; j++) {
                    squares[i][j] += row[i] * row[j];
                }
            }
        }
        double[] multiples = new double[count];
        double moved = 1;
        for (int sweep = 0; sweep < SWEEPS && moved > CONVERGED; sweep++) {
            moved = 0;
            for (int i = 0; i < count; i++) {
                double rest = products[i];
                for (int j = 0; j < count; j++) {
                    rest -= j == i ? 0 : squares[i][j] * multiples[j];
                }
                double next = Math.max(0, rest / squares[i][i]);
                moved = Math.max(moved, Math.abs(next - multiples[i]));
                multiples[i] = next;
            }
        }
        double[] values = new double[count];
        for (int i = 0; i < count; i++) {
            values[i] = multiples[i] * prior[i];
        }
        return LevelCosts.of(values);
    }
}
