package io.bitfront.engine.spi;

import java.util.BitSet;

/// What a device counts of the neighbourhoods of the vertices of one component of an undirected graph, the largest,
/// for bounds: of a vertex with `d` neighbours and at most `s` vertices two hops away no distance measure is better
/// than `weight * d + s` tells. For one thread; holds device memory until it is closed.
public interface NeighbourhoodCounts extends AutoCloseable {
    /// Vertices of the component.
    int reached();

    /// Vertices with edges that are of other components, ascending.
    int[] outside();

    /// The vertices of the component with the most neighbours, ascending; of equals those with smaller numbers.
    ///
    /// @return null where too many are alike for a choice
    int[] mostNeighbours(int count);

    /// The vertices for which `weight * d + s` reaches `least`, `s` being counted twice: by all ways of two edges,
    /// then, for those that this leaves, with vertices of one edge to four counted by themselves.
    ///
    /// @param skipped vertices that are not asked for
    /// @return null where so many are left that bounds are of little use
    Bounded bounded(int weight, long least, BitSet skipped);

    /// What is left.
    ///
    /// @param vertices ascending
    /// @param second by vertex, how many are two hops away at most
    /// @param byWays how many vertices the first count left
    record Bounded(int[] vertices, long[] second, int byWays) {}

    @Override
    void close();
}
