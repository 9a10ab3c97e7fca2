package io.bitfront.engine;

/// The longest and the shortest of the largest distances, exactly.
///
/// Undirected: of one component. Directed, as WebGraph's SumSweep has it: the diameter is the largest finite
/// distance of any two vertices; the radius is over the vertices that reach the largest strong component,
/// of several as large the one with the vertex of the smallest id.
///
/// @param vertices of the component, or of the directed graph
/// @param diameter largest distance in hops
/// @param from input id of a vertex from where there is one as far
/// @param to input id of that one
/// @param radius least number of hops within which one vertex reaches all that it can
/// @param centre input id of such a vertex
/// @param searches it took
/// @param nanos wall time
public record Diameter(
        int vertices, int diameter, long from, long to, int radius, long centre, long searches, long nanos) {}
