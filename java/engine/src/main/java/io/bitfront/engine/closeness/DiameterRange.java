package io.bitfront.engine.closeness;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/// Between which numbers of hops diameter and radius lie while the eccentricities of some vertices are open.
record DiameterRange(int leastDiameter, int mostDiameter, int leastRadius, int mostRadius) {

    /// @param diameter the largest eccentricity that is known, -1 for none
    /// @param radius the smallest, [Integer#MAX_VALUE] for none
    /// @param open vertices whose eccentricity may still be larger
    /// @param central those whose eccentricity may still be smaller
    static DiameterRange of(int diameter, int radius, Settling.Bounds bounds, int[] open, int[] central) {
        return of(diameter, radius, bounds, bounds::least, open, central);
    }

    /// @param far at least the eccentricity of a vertex or of one that hangs on it
    static DiameterRange of(
            int diameter, int radius, Settling.Bounds bounds, IntUnaryOperator far, int[] open, int[] central) {
        return new DiameterRange(
                Arrays.stream(open).map(far).reduce(diameter, Math::max),
                Arrays.stream(open).map(bounds::most).reduce(diameter, Math::max),
                Arrays.stream(central).map(bounds::least).reduce(radius, Math::min),
                Arrays.stream(central).map(bounds::most).reduce(radius, Math::min));
    }

    /// Of so many vertices before any search.
    static DiameterRange unknown(int vertexCount) {
        return new DiameterRange(0, vertexCount - 1, 0, vertexCount - 1);
    }

    @Override
    public String toString() {
        return "the diameter is %s, the radius %s"
                .formatted(span(leastDiameter, mostDiameter), span(leastRadius, mostRadius));
    }

    private static String span(int least, int most) {
        return least == most ? "%,d".formatted(most) : "%,d to %,d".formatted(least, most);
    }
}
