package io.bitfront.engine.spi;

import io.bitfront.memory.LongArray;
import java.lang.foreign.Arena;

/// Sums per vertex (engine numbering) over the pivots that reach it; integers, so that nothing depends on batch size or
/// order.
///
/// @param pivots pivots that reach the vertex, itself not counted
/// @param distance sum of hops
/// @param distanceSquared sum of squared hops
/// @param harmonic sum of 1/hops in units of 2⁻⁴⁰, each term rounded down, without sign
public record TargetSums(LongArray pivots, LongArray distance, LongArray distanceSquared, LongArray harmonic) {
    /// Fixed-point unit of [#harmonic].
    public static final int HARMONIC_FRACTION_BITS = 40;

    /// Most pivots of a harmonic sum: all may be one hop away.
    public static final long MOST_HARMONIC_PIVOTS = (1L << (Long.SIZE - HARMONIC_FRACTION_BITS)) - 1;

    /// What a harmonic sum stands for.
    public static double harmonicValue(long sum) {
        // All but the lowest bit, which decides nothing but how the rest is rounded.
        double value = sum >= 0 ? sum : (double) (sum >>> 1 | sum & 1) * 2;
        return Math.scalb(value, -HARMONIC_FRACTION_BITS);
    }

    public static TargetSums allocate(Arena arena, int vertexCount) {
        return new TargetSums(
                LongArray.allocate(arena, vertexCount, "pivot counts"),
                LongArray.allocate(arena, vertexCount, "distance sums"),
                LongArray.allocate(arena, vertexCount, "squared distance sums"),
                LongArray.allocate(arena, vertexCount, "harmonic sums"));
    }

    public static long bytes(int vertexCount) {
        return 4L * LongArray.BYTES * vertexCount;
    }

    /// Adds all of these sums to `total` and begins again at zero.
    public void moveInto(TargetSums total) {
        move(pivots, total.pivots);
        move(distance, total.distance);
        move(distanceSquared, total.distanceSquared);
        move(harmonic, total.harmonic);
    }

    private static void move(LongArray from, LongArray to) {
        for (long v = 0; v < from.length(); v++) {
            to.set(v, to.get(v) + from.get(v));
        }
        from.segment().fill((byte) 0);
    }

    /// Adds pivots that reach a vertex in the same number of hops.
    ///
    /// @param level at least 1
    public void add(int vertex, int count, int level) {
        long hops = (long) count * level;
        pivots.set(vertex, pivots.get(vertex) + count);
        distance.set(vertex, distance.get(vertex) + hops);
        distanceSquared.set(vertex, distanceSquared.get(vertex) + hops * level);
        harmonic.set(vertex, harmonic.get(vertex) + count * ((1L << HARMONIC_FRACTION_BITS) / level));
    }
}
