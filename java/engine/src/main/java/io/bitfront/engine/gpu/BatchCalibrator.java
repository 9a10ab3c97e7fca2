package io.bitfront.engine.gpu;

import io.bitfront.file.FileException;
import java.util.ArrayList;
import java.util.List;

/// Finds what levels of batches cost on one graph and GPU: from the file that an earlier run kept, or from a job's own
/// first batches. Of these, some go by costs that are wrong on purpose, so that levels run other ways than the expected
/// costs would have it; what they find is as exact as ever. Costs that explain the times are then tried against the
/// expected ones, batch by batch, and kept where they are clearly faster. Not for use from several threads at once.
final class BatchCalibrator {
    /// A level is run another way where that is expected to take less than this many times as long.
    private static final double FACTOR = 3;

    /// Batches by either costs in the trial.
    private static final int TRIES = 3;

    /// By how much fitted costs must be faster than expected ones.
    private static final double CLEARLY = 0.97;

    private static final double PICOS = 1e3;

    private final CalibrationFile<BatchCosts> file;
    private final List<BatchCosts> probes;
    private final List<double[]> terms = new ArrayList<>();
    private final List<Double> picos = new ArrayList<>();
    private final double[] nanos = new double[2];
    private BatchCosts costs = BatchCosts.EXPECTED;
    private BatchCosts fitted;
    private int begun;
    private int done;
    private String note;

    /// @param file null where there is nothing to keep costs beside
    /// @param near whether the kernel is one of `multi_near_*`, which know other ways
    BatchCalibrator(CalibrationFile<BatchCosts> file, boolean near) {
        this.file = file;
        CalibrationFile.Found<BatchCosts> found = file == null ? new CalibrationFile.Found<>(null, null) : file.read();
        note = found.problem() == null ? "" : found.problem();
        probes = found.costs() == null ? probes(near) : List.of();
        if (found.costs() != null) {
            costs = found.costs();
        }
    }

    private static List<BatchCosts> probes(boolean near) {
        List<BatchCosts> probes = new ArrayList<>();
        probes.add(BatchCosts.EXPECTED);
        for (String mode : near ? List.of("push") : List.of("push", "pull-probe")) {
            probes.add(BatchCosts.EXPECTED.scaled(mode, 1 / FACTOR));
            probes.add(BatchCosts.EXPECTED.scaled(mode, FACTOR));
        }
        return probes;
    }

    /// Batches that are traced before costs are known.
    private int wanted() {
        return probes.isEmpty() ? 0 : probes.size() + 2 * TRIES;
    }

    /// Whether the next batch to begin is one that [#add] wants the trace of.
    boolean probes() {
        return begun < probes.size() || fitted != null && begun < wanted();
    }

    /// By what costs the next batch is to begin.
    BatchCosts next() {
        if (!probes()) {
            return costs;
        }
        int batch = begun++;
        return batch < probes.size() ? probes.get(batch) : triesFitted(batch) ? fitted : BatchCosts.EXPECTED;
    }

    private boolean triesFitted(int batch) {
        return (batch - probes.size()) % 2 != 0;
    }

    /// By what costs batches run that are not to find any.
    BatchCosts known() {
        return costs;
    }

    /// Whether costs are known.
    boolean settled() {
        return done >= wanted();
    }

    /// Why no costs were read, or why they are not kept, in one line; empty where all is well.
    String note() {
        return note;
    }

    /// Batches that were traced and are under way never finish: their turns are others'.
    void giveUp() {
        begun = done;
    }

    /// Takes over a finished batch that was traced; they finish in the order they began.
    void add(BatchTrace trace) {
        int batch = done++;
        int levels = trace.levels();
        for (int level = 0; level < levels; level++) {
            if (batch >= probes.size()) {
                nanos[triesFitted(batch) ? 1 : 0] += trace.nanos(level);
            } else {
                terms.add(trace.terms(level));
                picos.add(PICOS * trace.nanos(level));
            }
        }
        if (done == probes.size()) {
            fitted = fit();
        }
        if (settled()) {
            costs = nanos[1] < CLEARLY * nanos[0] ? fitted : BatchCosts.EXPECTED;
            keep();
        }
    }

    /// Levels weigh by the time they take, as a batch's time is their sum.
    private BatchCosts fit() {
        RelativeFit fit = new RelativeFit(BatchCosts.EXPECTED.values());
        double longest = picos.stream().mapToDouble(Double::doubleValue).max().orElse(1);
        for (int i = 0; i < picos.size(); i++) {
            fit.add(terms.get(i), picos.get(i), Math.sqrt(picos.get(i) / longest));
        }
        terms.clear();
        picos.clear();
        return BatchCosts.of(fit.solve());
    }

    private void keep() {
        if (file == null) {
            return;
        }
        try {
            file.write(costs);
        } catch (FileException e) {
            note = e.getMessage();
        }
    }
}
