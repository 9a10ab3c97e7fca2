package io.bitfront.engine.device;

import java.util.function.IntPredicate;

/// What is to fail on a device, for tests of what comes after. Each is asked with the number of the call, counted
/// from 0.
///
/// @param allocations which fail as if the memory were used up
/// @param launches which fail as if the device were lost: nothing succeeds after one
public record Faults(IntPredicate allocations, IntPredicate launches) {
    /// None but the device's own.
    public static final Faults NONE = new Faults(call -> false, call -> false);
}
