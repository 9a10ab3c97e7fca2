package io.bitfront.generate;

import io.bitfront.graph.GraphInput;
import io.bitfront.graph.IndexedEdges;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;

/// Vertex 0 joined to every other: edge e is 0 - (e + 1).
public record StarGenerator(int vertexCount) implements Generator {
    public StarGenerator {
        Parameters.checkVertexCount(vertexCount);
    }

    @Override
    public String kind() {
        return "star";
    }

    @Override
    public GraphInput generate(Workers workers, Progress progress) {
        IndexedEdges edges = new IndexedEdges(vertexCount, vertexCount - 1L, (first, count, sources, targets) -> {
            for (int i = 0; i < count; i++) {
                sources[i] = 0;
                targets[i] = (int) (first + i + 1);
            }
        });
        return GeneratedEdges.undirected(edges, this);
    }
}
