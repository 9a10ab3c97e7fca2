package io.bitfront.engine;

import io.bitfront.memory.LongArray;
import java.lang.foreign.Arena;

/// Sums per vertex (engine numbering) over the pivots that reach it; integers, so that nothing depends on batch size or
/// order.
///
/// @param pivots pivots that reach the vertex
/// @param distance sum of hops
/// @param distanceSquared sum of squared hops
/// @param harmonic sum of 1/hops in units of 2⁻⁴⁰, each term rounded down
public record TargetSums(LongArray pivots, LongArray distance, LongArray distanceSquared, LongArray harmonic) {
    /// Fixed-point unit of [#harmonic].
    public static final int HARMONIC_FRACTION_BITS = 40;

    public static TargetSums allocate(Arena arena, int vertexCount) {
        return new TargetSums(
                LongArray.allocate(arena, vertexCount, "pivot counts"),
                LongArray.allocate(arena, vertexCount, "distance sums"),
                LongArray.allocate(arena, vertexCount, "squared distance sums"),
                LongArray.allocate(arena, vertexCount, "harmonic sums"));
    }
}
