package io.bitfront.graph;

/// What an [EdgeSource] may hand over: edges between the vertices it has.
public final class EdgeBounds {
    private EdgeBounds() {}

    /// @throws IllegalArgumentException in one line, naming an edge that leads outside 0..n-1
    public static void require(int vertexCount, int[] sources, int[] targets, int count) {
        int last = vertexCount - 1;
        int signs = 0;
        // One bit tells of all edges: the loop has no branch and runs in vectors.
        for (int i = 0; i < count; i++) {
            signs |= sources[i] | last - sources[i] | targets[i] | last - targets[i];
        }
        if (signs < 0) {
            throw new IllegalArgumentException(outside(vertexCount, sources, targets, count));
        }
    }

    private static String outside(int vertexCount, int[] sources, int[] targets, int count) {
        int at = 0;
        while (at < count && isWithin(vertexCount, sources[at]) && isWithin(vertexCount, targets[at])) {
            at++;
        }
        return vertexCount == 0
                ? "edge %d -> %d: the graph has no vertices".formatted(sources[at], targets[at])
                : "edge %d -> %d leads outside 0..%d, the graph's vertices"
                        .formatted(sources[at], targets[at], vertexCount - 1);
    }

    private static boolean isWithin(int vertexCount, int vertex) {
        return vertex >= 0 && vertex < vertexCount;
    }
}
