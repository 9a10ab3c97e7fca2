package io.bitfront.engine.profile;

import io.bitfront.graph.Csc;
import java.util.Arrays;

/// One component of a graph on the heap, its vertices numbered anew from 0: what a search touches lies
/// together. Immutable; any thread may read.
///
/// @param start n+1 offsets into `neighbour`
/// @param vertex the graph's vertex behind each local one
public record LocalGraph(int[] start, int[] neighbour, int[] vertex) {
    /// Bytes of one with so many vertices and stored edges.
    static long bytes(int vertexCount, long edgeCount) {
        return 2L * Integer.BYTES * vertexCount + Integer.BYTES * edgeCount;
    }

    public int vertexCount() {
        return vertex.length;
    }

    /// @param vertex the component's vertices in the order of their local numbers
    /// @param localOf scratch of one int a vertex of the graph
    public static LocalGraph of(Csc csc, int[] vertex, int[] localOf) {
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

    /// The same with edges that lead either way.
    ///
    /// @param ahead lists of neighbours, ascending
    /// @param back those of the same edges from their other ends
    static LocalGraph bothWays(Csc ahead, Csc back, int[] vertex, int[] localOf) {
        long most = 0;
        for (int v = 0; v < vertex.length; v++) {
            localOf[vertex[v]] = v;
            most += (long) ahead.degree(vertex[v]) + back.degree(vertex[v]);
        }
        int[] start = new int[vertex.length + 1];
        int[] neighbour = new int[Math.toIntExact(most)];
        for (int v = 0; v < vertex.length; v++) {
            start[v + 1] = merge(ahead, back, vertex[v], neighbour, start[v]);
            for (int i = start[v]; i < start[v + 1]; i++) {
                neighbour[i] = localOf[neighbour[i]];
            }
        }
        return new LocalGraph(start, Arrays.copyOf(neighbour, start[vertex.length]), vertex);
    }

    /// Puts whatever is in either list of a vertex, once, behind each other.
    ///
    /// @return where they end
    private static int merge(Csc ahead, Csc back, int vertex, int[] into, int begin) {
        long one = ahead.start(vertex);
        long other = back.start(vertex);
        int at = begin;
        while (one < ahead.end(vertex) || other < back.end(vertex)) {
            int a = one < ahead.end(vertex) ? ahead.row(one) : Integer.MAX_VALUE;
            int b = other < back.end(vertex) ? back.row(other) : Integer.MAX_VALUE;
            into[at++] = Math.min(a, b);
            one += a <= b ? 1 : 0;
            other += b <= a ? 1 : 0;
        }
        return at;
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

    /// Hops from a vertex to every vertex, -1 where no way leads.
    ///
    /// @param queue scratch of one int a vertex, and one
    public void levels(int source, int[] into, int[] queue) {
        Arrays.fill(into, -1);
        into[source] = 0;
        queue[0] = source;
        int tail = 1;
        for (int head = 0; head < tail; head++) {
            int v = queue[head];
            int next = into[v] + 1;
            for (int i = start[v]; i < start[v + 1]; i++) {
                // No branch depends on whether a neighbour was met: those that were are overwritten by the next.
                int w = neighbour[i];
                int met = into[w];
                into[w] = met < 0 ? next : met;
                queue[tail] = w;
                tail += met >>> Integer.SIZE - 1;
            }
        }
    }
}
