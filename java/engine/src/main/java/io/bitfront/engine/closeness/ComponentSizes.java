package io.bitfront.engine.closeness;

import io.bitfront.graph.Csc;
import java.util.Arrays;

/// How many vertices each vertex of an undirected graph reaches: the size of its component, by union and find.
final class ComponentSizes {
    private final int[] parent;
    private final int[] size;

    ComponentSizes(Csc neighbours) {
        int n = neighbours.vertexCount();
        parent = new int[n];
        size = new int[n];
        Arrays.setAll(parent, v -> v);
        Arrays.fill(size, 1);
        for (int v = 0; v < n; v++) {
            for (long edge = neighbours.start(v); edge < neighbours.end(v); edge++) {
                join(v, neighbours.row(edge));
            }
        }
        for (int v = 0; v < n; v++) {
            parent[v] = root(v);
        }
    }

    static long bytes(int vertexCount) {
        return 2L * Integer.BYTES * vertexCount;
    }

    /// Vertices in the component of `vertex`, itself included.
    int of(int vertex) {
        return size[parent[vertex]];
    }

    private void join(int v, int w) {
        int a = root(v);
        int b = root(w);
        if (a != b) {
            int larger = size[a] < size[b] ? b : a;
            int smaller = larger == a ? b : a;
            parent[smaller] = larger;
            size[larger] += size[smaller];
        }
    }

    private int root(int vertex) {
        int v = vertex;
        while (parent[v] != v) {
            parent[v] = parent[parent[v]];
            v = parent[v];
        }
        return v;
    }
}
