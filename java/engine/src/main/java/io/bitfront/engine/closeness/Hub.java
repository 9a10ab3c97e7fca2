package io.bitfront.engine.closeness;

import io.bitfront.cache.Graph;
import io.bitfront.engine.lab.LabRequest;
import java.util.stream.IntStream;

/// The vertex with the most edges to follow, the first of several.
final class Hub {
    private Hub() {}

    /// A search from it.
    ///
    /// @param graph with a vertex at least
    static LabRequest search(Graph graph) {
        int most = graph.statistics().maxOutDegree();
        try (Graph.Use _ = graph.use()) {
            int hub = IntStream.range(0, graph.vertexCount())
                    .parallel()
                    .filter(v -> graph.out().degree(v) == most)
                    .findFirst()
                    .orElseThrow();
            return LabRequest.byConstants(graph.idOf(hub));
        }
    }
}
