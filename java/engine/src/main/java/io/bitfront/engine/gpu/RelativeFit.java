package io.bitfront.engine.gpu;

import java.util.ArrayList;
import java.util.List;

/// Costs that explain measured times: least squares of relative errors, none negative. What no time tells stays as
/// expected.
final class RelativeFit {
    /// How much an expectation weighs against a time of weight 1.
    private static final double DOUBT = 0.1;

    private static final int SWEEPS = 2_000;
    private static final double CONVERGED = 1e-9;

    private final double[] expected;
    private final List<double[]> rows = new ArrayList<>();
    private final List<Double> goals = new ArrayList<>();

    RelativeFit(double[] expected) {
        this.expected = expected;
        for (int i = 0; i < expected.length; i++) {
            double[] row = new double[expected.length];
            row[i] = DOUBT;
            add(row, DOUBT);
        }
    }

    /// What another was told, to be told more.
    RelativeFit(RelativeFit other) {
        expected = other.expected;
        rows.addAll(other.rows);
        goals.addAll(other.goals);
    }

    /// Adds a time.
    ///
    /// @param terms how often each cost is paid in it
    void add(double[] terms, double time, double weight) {
        double[] row = terms.clone();
        for (int i = 0; i < row.length; i++) {
            row[i] *= weight * expected[i] / time;
        }
        add(row, weight);
    }

    private void add(double[] row, double goal) {
        rows.add(row);
        goals.add(goal);
    }

    /// By coordinate descent over multiples of what was expected.
    double[] solve() {
        int count = expected.length;
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
            values[i] = multiples[i] * expected[i];
        }
        return values;
    }
}
