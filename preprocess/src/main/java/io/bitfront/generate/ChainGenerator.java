package io.bitfront.generate;

import io.bitfront.graph.GraphInput;
import io.bitfront.graph.IndexedEdges;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;

/// A path in the order of the ids: edge e is e - (e + 1).
public record ChainGenerator(int vertexCount) implements Generator {
    public ChainGenerator {
        Parameters.checkVertexCount(vertexCount);
    }

    @Override
    public String kind() {
        return "chain";
    }

    @Override
    public GraphInput generate(Workers workers, Progress progress) {
        IndexedEdges edges = new IndexedEdges(vertexCount, vertexCount - 1L, (first, count, sources, targets) -> {
            for (int i = 0; i < count; i++) {
                sources[i] = (int) (first + i);
                targets[i] = (int) (first + i + 1);
            }
        });
        return GeneratedEdges.undirected(edges, this);
    }
}
