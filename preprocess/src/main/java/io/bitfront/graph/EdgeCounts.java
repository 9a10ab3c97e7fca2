package io.bitfront.graph;

/// Edges of an input, and those of them that are not in its graph: `read - selfLoops - duplicates` are, where an
/// undirected edge counts once. Of a list in which an undirected edge stands in both directions, one is a duplicate; an
/// input that holds all edges in both directions, as a `.sg` file does, has read each of these pairs as one edge.
///
/// @param selfLoops edges dropped because source and target were one vertex
/// @param duplicates edges dropped because the same one was there already
public record EdgeCounts(long read, long selfLoops, long duplicates) {
    /// @param streamed edges of the input's [EdgeSource], self-loops among them
    /// @param kept entries of the graph's CSC: of an undirected edge two
    public static EdgeCounts of(GraphInput input, long streamed, long selfLoops, long kept) {
        long others = input.alreadySymmetric() ? (streamed - selfLoops) / 2 : streamed - selfLoops;
        return new EdgeCounts(others + selfLoops, selfLoops, others - (input.directed() ? kept : kept / 2));
    }

    /// These counts of an undirected graph, also where they are of directed edges, as the oldest caches have
    /// them: duplicates in both directions, and so all edges of an input that has both. Counts that are neither
    /// of a graph of so many edges are left as they are.
    ///
    /// @param kept entries of the graph's CSC
    public EdgeCounts ofUndirected(long kept) {
        long others = read - selfLoops;
        if (2 * others - duplicates == kept) {
            return new EdgeCounts(read, selfLoops, duplicates / 2);
        }
        return others - duplicates == kept ? new EdgeCounts(selfLoops + others / 2, selfLoops, duplicates / 2) : this;
    }
}
