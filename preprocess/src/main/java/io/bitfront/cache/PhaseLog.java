package io.bitfront.cache;

import io.bitfront.progress.Elapsed;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/// Times the phases of a preprocessing and notes the memory each took at most. For one thread.
public final class PhaseLog {
    private final List<PhaseReport> reports = new ArrayList<>();

    /// Runs a phase and reports it.
    ///
    /// @param unit singular: `byte` or `edge`
    /// @param amount units the phase went through, told from its result
    public <T> T run(String name, String unit, Supplier<T> work, ToLongFunction<T> amount) {
        ProcessMemory.forgetPeak();
        long start = System.nanoTime();
        T result = work.get();
        double seconds = Elapsed.seconds(start);
        reports.add(new PhaseReport(name, seconds, false, amount.applyAsLong(result), unit, ProcessMemory.peakBytes()));
        return result;
    }

    /// Notes a phase that began before all others, and ran beside them.
    void addFirstBeside(String name, String unit, double seconds, long amount) {
        reports.addFirst(new PhaseReport(name, seconds, true, amount, unit, -1));
    }

    /// The phases so far, in the order they began.
    public List<PhaseReport> reports() {
        return List.copyOf(reports);
    }
}
