package io.bitfront.engine.profile;

import io.bitfront.graph.Csc;
import java.util.Arrays;

/// One component of an undirected graph on the heap, its vertices numbered anew from 0: what a search touches lies
/// together. Immutable; any thread may read.
///
/// @param start n+1 offsets into `neighbour`
/// @param vertex the graph's vertex behind each local one
record LocalGraph(int[] start, int[] neighbour, int[] vertex) {
    /// Bytes of one with so many vertices and stored edges.
    static long bytes(int vertexCount, long edgeCount) {
        return 2L * Integer.BYTES * vertexCount + Integer.BYTES * edgeCount;
    }

    int vertexCount() {
        return vertex.length;
    }

    /// @param vertex the component's vertices in the order of their local numbers
    /// @param localOf scratch of one int a vertex of the graph
    static LocalGraph of(Csc csc, int[] vertex, int[] localOf) {
        int[] start = new int[vertex.length + 1];
        for (int v = 0; v < vertex.length; v++) {
            localOf[vertex[v]] = v;
            start[v + 1] = Math.addExact(start[v], csc.degree(vertex[v]));
        }
        int[] neighbour = new int[start[vertex.length]];
        for (int v = 0; v < vertex.length; v++) {
            long edge = csc.start(vertex[v]);
            for (int i = start[v]; i < start[v + 1]; i++) {
                neighbour[i] = localOf[csc.row(edge++)];
            }
        }
        return new LocalGraph(start, neighbour, vertex);
    }

    /// This graph with its vertices in another order.
    ///
    /// @param order this graph's numbers in the order of the new ones
    LocalGraph reordered(int[] order) {
        int[] newOf = new int[order.length];
        int[] newStart = new int[order.length + 1];
        int[] newVertex = new int[order.length];
        for (int v = 0; v < order.length; v++) {
            newOf[order[v]] = v;
            newVertex[v] = vertex[order[v]];
            newStart[v + 1] = newStart[v] + start[order[v] + 1] - start[order[v]];
        }
        int[] newNeighbour = new int[neighbour.length];
        for (int v = 0; v < order.length; v++) {
            int at = newStart[v];
            for (int i = start[order[v]]; i < start[order[v] + 1]; i++) {
                newNeighbour[at++] = newOf[neighbour[i]];
            }
            Arrays.sort(newNeighbour, newStart[v], at);
        }
        return new LocalGraph(newStart, newNeighbour, newVertex);
    }

    /// Hops from a vertex to every vertex.
    ///
    /// @param queue scratch of one int a vertex
    void levels(int source, int[] into, int[] queue) {
        Arrays.fill(into, -1);
        into[source] = 0;
        queue[0] = source;
        int tail = 1;
        for (int head = 0; head < tail; head++) {
            int v = queue[head];
            int next = into[v] + 1;
            for (int i = start[v]; i < start[v + 1]; i++) {
                int w = neighbour[i];
                if (into[w] < 0) {
                    into[w] = next;
                    queue[tail++] = w;
                }
            }
        }
    }
}
