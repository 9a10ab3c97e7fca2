package io.bitfront.engine.profile;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;

/// Hops from separator vertices to every vertex; those used last are kept, as neighbouring cells share borders. One
/// thread.
final class BorderRows {
    private final LocalGraph graph;
    private final int capacity;
    private final int[] queue;
    private final Map<Integer, int[]> rows = new LinkedHashMap<>(16, 0.75F, true);

    /// @param capacity rows to be kept, at least as many as the longest border
    BorderRows(LocalGraph graph, int capacity) {
        this.graph = graph;
        this.capacity = capacity;
        this.queue = new int[graph.vertexCount() + 1];
    }

    /// A row for each of some vertices; good until the next call.
    ///
    /// @param stop asked before each search: from then on rows that are not there are null
    int[][] of(int[] vertices, BooleanSupplier stop) {
        int[][] found = new int[vertices.length][];
        for (int i = 0; i < vertices.length; i++) {
            found[i] = rows.get(vertices[i]);
        }
        for (int i = 0; i < vertices.length; i++) {
            if (found[i] == null && !stop.getAsBoolean()) {
                found[i] = room(vertices);
                graph.levels(vertices[i], found[i], queue);
                rows.put(vertices[i], found[i]);
            }
        }
        return found;
    }

    /// A row to be filled in: a new one, or that used longest ago, which none of the vertices asked for is.
    private int[] room(int[] asked) {
        if (rows.size() < Math.max(capacity, asked.length)) {
            return new int[graph.vertexCount()];
        }
        Integer oldest = rows.keySet().iterator().next();
        return rows.remove(oldest);
    }
}
