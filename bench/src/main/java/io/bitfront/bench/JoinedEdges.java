package io.bitfront.bench;

import io.bitfront.cache.ResourceException;
import io.bitfront.graph.EdgeSource;
import io.bitfront.graph.GraphInput;
import io.bitfront.graph.VertexIds;
import java.util.ArrayList;
import java.util.List;

/// Several graphs side by side, and edges that join them. Vertices are numbered part after part. Closing it closes the
/// parts, of which several may be the same.
final class JoinedEdges implements EdgeSource {
    /// The edges of a complete graph are streamed in batches of so many.
    private static final int BATCH = 1 << 12;

    private final List<EdgeSource> parts = new ArrayList<>();
    private final List<Integer> firsts = new ArrayList<>();
    private final List<int[]> links = new ArrayList<>();
    private boolean directed;
    private int vertexCount;

    /// Adds a graph; its first vertex.
    ///
    /// @throws ResourceException where there are too many vertices
    int add(EdgeSource part) {
        int first = vertexCount;
        if (part.vertexCount() > Integer.MAX_VALUE - first) {
            throw new ResourceException("graphs side by side: over %,d vertices".formatted(Integer.MAX_VALUE));
        }
        parts.add(part);
        firsts.add(first);
        vertexCount += part.vertexCount();
        return first;
    }

    /// Joins two vertices.
    void link(int from, int to) {
        links.add(new int[] {from, to});
    }

    /// A vertex of a part that has an edge.
    static int anchor(EdgeSource part) {
        int[] found = {-1};
        for (int p = 0; p < part.partitions() && found[0] < 0; p++) {
            part.stream(p, (sources, targets, count) -> found[0] = count > 0 && found[0] < 0 ? sources[0] : found[0]);
        }
        return found[0];
    }

    /// These, of which each edge goes both ways or, directed, one.
    JoinedEdges directed(boolean directed) {
        this.directed = directed;
        return this;
    }

    GraphInput input(String name) {
        return new GraphInput(this, new VertexIds.Range(0, vertexCount), !directed, false, name, "");
    }

    @Override
    public int vertexCount() {
        return vertexCount;
    }

    @Override
    public long edgeCount() {
        return links.size() + parts.stream().mapToLong(EdgeSource::edgeCount).sum();
    }

    @Override
    public int partitions() {
        return 1 + parts.stream().mapToInt(EdgeSource::partitions).sum();
    }

    @Override
    public void stream(int partition, Batch batch) {
        int left = partition;
        for (int i = 0; i < parts.size(); i++) {
            EdgeSource part = parts.get(i);
            if (left < part.partitions()) {
                int first = firsts.get(i);
                part.stream(
                        left,
                        (sources, targets, count) ->
                                batch.accept(shifted(sources, count, first), shifted(targets, count, first), count));
                return;
            }
            left -= part.partitions();
        }
        int[] from = links.stream().mapToInt(link -> link[0]).toArray();
        int[] to = links.stream().mapToInt(link -> link[1]).toArray();
        batch.accept(from, to, from.length);
    }

    private static int[] shifted(int[] vertices, int count, int by) {
        int[] shifted = new int[count];
        for (int i = 0; i < count; i++) {
            shifted[i] = vertices[i] + by;
        }
        return shifted;
    }

    @Override
    public long heldBytes() {
        return parts.stream().distinct().mapToLong(EdgeSource::heldBytes).sum();
    }

    @Override
    public void close() {
        parts.forEach(EdgeSource::close);
    }

    /// A complete graph.
    record Clique(int vertexCount) implements EdgeSource {
        @Override
        public long edgeCount() {
            return vertexCount * (vertexCount - 1L) / 2;
        }

        @Override
        public int partitions() {
            return 1;
        }

        @Override
        public void stream(int partition, Batch batch) {
            int[] sources = new int[BATCH];
            int[] targets = new int[BATCH];
            int count = 0;
            for (int v = 1; v < vertexCount; v++) {
                for (int u = 0; u < v; u++) {
                    sources[count] = u;
                    targets[count++] = v;
                    if (count == BATCH) {
                        batch.accept(sources, targets, count);
                        count = 0;
                    }
                }
            }
            if (count > 0) {
                batch.accept(sources, targets, count);
            }
        }
    }
}
