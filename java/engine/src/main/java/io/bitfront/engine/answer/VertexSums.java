package io.bitfront.engine.answer;

/// The sums of one vertex that reaches `reached` vertices, itself included.
///
/// @param distanceSum sum of hops
/// @param harmonicSum sum of 1/hops over the others, nearest level first; NaN where unknown
/// @param eccentricity largest hops
public record VertexSums(long reached, long distanceSum, double harmonicSum, int eccentricity) {
    /// Of a vertex whose only edge leads to one with these, from where there is no way back.
    VertexSums oneWayLater() {
        return new VertexSums(reached + 1, distanceSum + reached, Double.NaN, eccentricity + 1);
    }

    /// Of a vertex as far as this one from all others but what is next to one of the two, which is
    /// 2 hops from the other ([LevelCounts#alike]).
    ///
    /// @param own neighbours of this one
    /// @param its neighbours of the other
    VertexSums alike(int own, int its) {
        int near = reached - 1 > its ? 2 : 1;
        return new VertexSums(reached, distanceSum + own - its, Double.NaN, eccentricity > 2 ? eccentricity : near);
    }
}
