package io.bitfront.engine.closeness;

import io.bitfront.cache.Graph;
import io.bitfront.engine.lab.LabRequest;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/// A vertex with the most edges to follow.
final class Hub {
    /// Vertices that are looked at before all: orders by degree have it among the first, and many a vertex has it
    /// for a neighbour.
    private static final int FEW = 1 << 10;

    private Hub() {}

    /// A search from it.
    ///
    /// @param graph with a vertex at least
    static LabRequest search(Graph graph) {
        try (Graph.Use _ = graph.use()) {
            int n = graph.vertexCount();
            int few = Math.min(FEW, n);
            IntStream neighbours = IntStream.range(0, few)
                    .map(i -> graph.hubs().get((long) i * n / few))
                    .filter(hub -> hub >= 0);
            int hub = ofMostEdges(graph, IntStream.concat(IntStream.range(0, few), neighbours))
                    .orElseGet(() -> ofMostEdges(graph, IntStream.range(few, n).parallel())
                            .orElseThrow());
            return LabRequest.byConstants(graph.idOf(hub));
        }
    }

    private static OptionalInt ofMostEdges(Graph graph, IntStream vertices) {
        int most = graph.statistics().maxOutDegree();
        return vertices.filter(v -> graph.out().degree(v) == most).findFirst();
    }
}
