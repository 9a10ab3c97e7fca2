package io.bitfront.engine.gpu;

import io.bitfront.engine.lab.LabRequest;
import io.bitfront.engine.lab.LevelMode;
import io.bitfront.engine.lab.LevelTrace;
import java.util.List;
import java.util.Locale;

/// What tensor levels would save mode `auto` on a graph: a few traversals run without them, and each of their levels is
/// compared with what a tensor level in its place is expected to cost. Tiles take up to three times the memory of the
/// graph, so that they must save something.
///
/// @param saved of the traversals' time, 0 to 1
record TensorWorth(double saved) {
    /// What must be saved. Communities save a third, kron and urand at most a fiftieth, meshes nothing.
    private static final double LEAST = 0.05;

    /// Finds it by the first levels of searches from some sources, none of which may choose tensor levels.
    ///
    /// @param sources input ids
    /// @param mostLevels of a search
    static TensorWorth find(Calibrator.Runs runs, long[] sources, int mostLevels, LevelCosts costs) {
        double spent = 0;
        double saved = 0;
        for (long source : sources) {
            List<LevelTrace> levels = runs.run(LabRequest.from(source)
                    .withTrace(true)
                    .withMaxLevel(mostLevels)
                    .withTensor(false));
            List<LevelSample> samples = runs.samples(levels);
            for (int i = 0; i < levels.size(); i++) {
                spent += levels.get(i).nanos();
                saved += saved(levels.get(i).nanos(), samples.get(i), costs);
            }
        }
        return new TensorWorth(spent == 0 ? 0 : saved / spent);
    }

    /// What a tensor level would save where another took so long, in nanoseconds; as the traversal itself would, it
    /// doubts the guess of slice sets.
    static double saved(double nanos, LevelSample sample, LevelCosts costs) {
        return Math.max(0, nanos - SwitchCosts.TENSOR_DOUBT * sample.expected(LevelMode.TENSOR, costs));
    }

    boolean pays() {
        return saved >= LEAST;
    }

    /// In words: `tensor levels would save 0.4% of the time`.
    @Override
    public String toString() {
        return String.format(Locale.ROOT, "tensor levels would save %.1f%% of the time", 100 * saved);
    }
}
