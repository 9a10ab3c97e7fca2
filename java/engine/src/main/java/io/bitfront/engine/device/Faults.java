package io.bitfront.engine.device;

import java.time.Duration;
import java.util.function.IntPredicate;

/// What is to fail on a device, for tests of what comes after. Each is asked with the number of the call, counted
/// from 0.
///
/// @param allocations which fail as if the memory were used up
/// @param launches which fail as if the device were lost: nothing succeeds after one; asked and never answering is a
///     device that never does
/// @param patience how long a batch may take before the device is taken to answer no more
public record Faults(IntPredicate allocations, IntPredicate launches, Duration patience) {
    /// Longer than any batch of a graph that fits a GPU, unless each of its millions of levels holds one vertex.
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    /// None but the device's own.
    public static final Faults NONE = new Faults(call -> false, call -> false);

    public Faults(IntPredicate allocations, IntPredicate launches) {
        this(allocations, launches, PATIENCE);
    }
}
