package io.bitfront.engine.answer;

/// The sums of one vertex that reaches `reached` vertices, itself included.
///
/// @param distanceSum sum of hops
/// @param harmonicSum sum of 1/hops over the others, nearest level first; NaN where unknown
/// @param eccentricity largest hops
public record VertexSums(long reached, long distanceSum, double harmonicSum, int eccentricity) {
    /// Of a vertex whose only neighbour has these: all others are one hop farther, but itself and that neighbour.
    VertexSums ofPendant() {
        return new VertexSums(reached, distanceSum + reached - 2, Double.NaN, reached == 2 ? 1 : eccentricity + 1);
    }

    /// Of a vertex whose only edge leads to one with these, from where there is no way back.
    VertexSums oneWayLater() {
        return new VertexSums(reached + 1, distanceSum + reached, Double.NaN, eccentricity + 1);
    }
}
