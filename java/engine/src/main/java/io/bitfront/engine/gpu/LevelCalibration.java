package io.bitfront.engine.gpu;

import io.bitfront.engine.lab.Calibration;
import io.bitfront.file.FileException;
import io.bitfront.progress.Elapsed;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// What levels cost for one engine: as an earlier run kept it beside the graph's cache, else measured by
/// traversals between those that were asked for, for a while before the first answer and then for a share of
/// the time that answers take. Not for use from several threads at once.
final class LevelCalibration {
    private final GpuSetup.CalibrationTime time;
    private final Supplier<CalibrationFile<LevelCosts>> file;
    private final Supplier<Calibrator> calibrators;
    private final Consumer<LevelCosts> chosen;

    /// Null before the first traversal whose levels are chosen by costs.
    private Calibration calibration;

    /// Null before that and once all is measured.
    private Calibrator calibrator;

    private boolean recalled;
    private long firstNanos;
    private long traversalNanos;

    /// @param file where costs are kept, null where they are not
    /// @param calibrators makes what measures
    /// @param chosen takes costs over as they become known
    LevelCalibration(
            GpuSetup.CalibrationTime time,
            Supplier<CalibrationFile<LevelCosts>> file,
            Supplier<Calibrator> calibrators,
            Consumer<LevelCosts> chosen) {
        this.time = time;
        this.file = file;
        this.calibrators = calibrators;
        this.chosen = chosen;
    }

    /// Begins, or measures on where that has taken less than its share of the traversals since the first answer.
    void beforeTraversal() {
        if (calibration == null) {
            start(time.first());
        } else if (calibrator != null) {
            long left = (long) (time.share() * traversalNanos) - (calibrator.nanos() - firstNanos);
            if (left > 0) {
                measure(left);
            }
        }
    }

    /// Takes over what an earlier run kept, if anything, and measures nothing: for a job's few searches.
    void recall() {
        if (calibration == null && !recalled) {
            recalled = true;
            take(kept(), System.nanoTime());
        }
    }

    /// Measures all that is not known.
    void complete() {
        if (calibration == null) {
            start(Long.MAX_VALUE);
        } else if (calibrator != null) {
            measure(Long.MAX_VALUE);
        }
    }

    void traversed(long nanos) {
        traversalNanos += nanos;
    }

    /// What was measured and how long it took; empty where nothing was asked for yet.
    Optional<Calibration> summary() {
        return Optional.ofNullable(calibration);
    }

    private void start(long most) {
        long start = System.nanoTime();
        CalibrationFile.Found<LevelCosts> found = kept();
        if (take(found, start)) {
            return;
        }
        calibration = new Calibration(true, 0, 0, note(found));
        calibrator = calibrators.get();
        measure(most);
        firstNanos = calibrator == null ? 0 : calibrator.nanos();
    }

    private CalibrationFile.Found<LevelCosts> kept() {
        CalibrationFile<LevelCosts> kept = file.get();
        return kept == null ? new CalibrationFile.Found<>(null, null) : kept.read();
    }

    private static String note(CalibrationFile.Found<LevelCosts> found) {
        return found.problem() == null ? "" : found.problem();
    }

    /// @return whether there were costs to take over
    private boolean take(CalibrationFile.Found<LevelCosts> found, long start) {
        if (found.costs() == null) {
            return false;
        }
        chosen.accept(found.costs());
        calibration = new Calibration(false, 0, Elapsed.nanos(start), note(found));
        return true;
    }

    /// Measures for so long, and hands over what is known then. Costs are kept, where they can be, once all is
    /// measured.
    private void measure(long most) {
        boolean ended = calibrator.measure(most);
        LevelCosts level = calibrator.measured();
        chosen.accept(level);
        String note = calibration.note();
        CalibrationFile<LevelCosts> kept = file.get();
        if (ended && kept != null) {
            try {
                kept.write(level);
            } catch (FileException e) {
                note = e.getMessage();
            }
        }
        calibration = new Calibration(true, calibrator.traversals(), calibrator.nanos(), note);
        if (ended) {
            calibrator = null;
        }
    }
}
