package io.bitfront.engine.spi;

import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/// What a device counts of the neighbourhoods of vertices, for bounds: of one that reaches so many vertices, has `d`
/// neighbours and at most `s` vertices two hops away no distance measure is better than `weight * d + s` tells. Of
/// undirected graphs those of the largest component are counted, all of one kind; of directed graphs all with edges, by
/// whether two searches from one vertex meet them, [#AHEAD] along the edges, [#BEHIND] against them, or both or none.
/// For one thread; holds device memory until it is closed.
///
/// Whoever both meet reaches what the first meets, to the vertex. Whoever the second alone meets reaches that, and
/// itself. Nobody that the second does not meet reaches anybody that it does; if the first meets it, it reaches nothing
/// else than that one does.
public interface NeighbourhoodCounts extends AutoCloseable {
    /// What a search along the edges adds to the place of a vertex's kind.
    int AHEAD = 1;

    /// What a search against the edges does.
    int BEHIND = 2;

    /// Vertices that reach between so many vertices, themselves included; 0, 0 where there are none.
    record Kind(int least, int most) {
        /// Whether all of them reach as many.
        public boolean isKnown() {
            return least == most;
        }
    }

    /// All kinds there are.
    List<Kind> kinds();

    /// The place in [#kinds] of a vertex that is counted.
    int kindOf(int vertex);

    /// Vertices with edges that are not counted, ascending.
    int[] outside();

    /// For each of them the first vertex of its component, where they may be many.
    ///
    /// @param outside as [#outside] tells them
    Optional<int[]> firstsOf(int... outside);

    /// The vertices counted with the most neighbours, ascending; of equals those with smaller numbers.
    ///
    /// @return null where too many are alike for a choice
    int[] mostNeighbours(int count);

    /// What is asked of a kind.
    ///
    /// @param least that `weight * d + s` must reach
    /// @param near unless `d + s` reaches this
    record Limit(long least, long near) {
        /// Reached by no vertex.
        public static final Limit NONE = new Limit(Long.MAX_VALUE, Long.MAX_VALUE);
    }

    /// The vertices with neighbours that are good enough, `s` being counted twice: by all ways of two edges, then, for
    /// those that this leaves, with vertices that one edge to four lead to counted by themselves.
    ///
    /// @param limits by kind
    /// @param skipped vertices that are not asked for
    /// @return null where so many are left that bounds are of little use
    Bounded bounded(int weight, List<Limit> limits, BitSet skipped);

    /// What is left.
    ///
    /// @param vertices ascending
    /// @param second by vertex, how many are two hops away at most
    /// @param byWays how many vertices the first count left
    record Bounded(int[] vertices, long[] second, int byWays) {}

    @Override
    void close();
}
