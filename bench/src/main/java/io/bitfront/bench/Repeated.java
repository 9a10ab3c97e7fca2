package io.bitfront.bench;

import io.bitfront.engine.ClosenessResult;
import io.bitfront.engine.verify.VerificationException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;

/// Work that is done several times, and how long that takes.
///
/// @param runs odd, so that the median is one of them
/// @param clock nanoseconds from any moment
record Repeated(int runs, LongSupplier clock) {
    Repeated(int runs) {
        this(runs, System::nanoTime);
    }

    /// Seconds of the median run.
    ///
    /// @param work takes the number of the run, from 1
    double medianSeconds(IntConsumer work) {
        long[] nanos = new long[runs];
        for (int run = 0; run < runs; run++) {
            long begun = clock.getAsLong();
            work.accept(run + 1);
            nanos[run] = clock.getAsLong() - begun;
        }
        Arrays.sort(nanos);
        return nanos[runs / 2] / 1e9;
    }

    /// Runs closeness jobs on several numbers of devices, which take turns.
    ///
    /// @param job runs on so many devices
    /// @return nanoseconds of every run by the number of devices
    /// @throws VerificationException where the results are not the same bits
    Map<Integer, List<Long>> jobs(List<Integer> counts, IntFunction<ClosenessResult> job) {
        Map<Integer, List<Long>> nanos = new TreeMap<>();
        ClosenessResult first = null;
        for (int run = 0; run < runs; run++) {
            for (int count : counts) {
                ClosenessResult found = job.apply(count);
                if (first == null) {
                    first = found;
                }
                requireSame(first, found);
                nanos.computeIfAbsent(count, _ -> new ArrayList<>()).add(found.nanos());
            }
        }
        return nanos;
    }

    private static void requireSame(ClosenessResult expected, ClosenessResult found) {
        if (found.rowCount() != expected.rowCount()) {
            throw new VerificationException(
                    "another number of GPUs gives %,d rows, not %,d".formatted(found.rowCount(), expected.rowCount()));
        }
        for (int row = 0; row < expected.rowCount(); row++) {
            int at = row;
            boolean same = found.id(row) == expected.id(row)
                    && expected.job().measures().stream()
                            .allMatch(measure ->
                                    Double.compare(found.value(at, measure), expected.value(at, measure)) == 0);
            if (!same) {
                throw new VerificationException(
                        "vertex %d: another number of GPUs gives another value".formatted(expected.id(row)));
            }
        }
    }
}
