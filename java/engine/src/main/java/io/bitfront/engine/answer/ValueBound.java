package io.bitfront.engine.answer;

/// A measure as bounds see it: what a vertex's value is at most. Falls with the distance sum, grows with the harmonic
/// sum, and is computed by the very operations that compute values, so that rounding keeps that order.
@FunctionalInterface
public interface ValueBound {
    /// @param reached vertices reached, the vertex included
    /// @param distanceSum no more than the true one
    /// @param harmonicSum no less than the true one
    double of(long reached, long distanceSum, double harmonicSum);
}
