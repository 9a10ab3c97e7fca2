package io.bitfront.engine.spi;

import io.bitfront.graph.Csc;

/// An undirected graph in fewer vertices: those of its core, and after them groups of vertices that are
/// equally far from all others but their neighbours. No shortest path needs a group on its way, so none is
/// left but to come in.
///
/// Searched from a vertex, the levels after the first follow ways through the core. What of the vertex's own
/// group is its neighbour is at level 1, and so are its neighbours in other groups, which are found at level
/// 2; all others of its own group are at level 2 and not found at all.
///
/// @param number of a vertex, or of its group; -1 for one without edges
/// @param coreCount the first number of a group
/// @param all of a core vertex: neighbours in the core and groups that have it for a neighbour; of a group: the
/// neighbours in the core that all in it have
/// @param onwards the same, groups' lists empty: where searches go on to
/// @param core the same, neighbours in the core alone: where searches come from
/// @param members of each group
public record ReducedGraph(int[] number, int coreCount, Csc all, Csc onwards, Csc core, int[] members) {
    public int vertexCount() {
        return coreCount + members.length;
    }
}
