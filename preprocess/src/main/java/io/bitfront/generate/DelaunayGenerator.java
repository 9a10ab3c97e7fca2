package io.bitfront.generate;

import io.bitfront.graph.EdgeSource;
import io.bitfront.graph.GraphInput;
import io.bitfront.graph.IndexedEdges;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import io.bitfront.random.CounterHash;
import java.lang.foreign.Arena;

/// The Delaunay triangulation of n = 2^scale random points. Points, and so vertices, are those of [SortedPoints] with
/// `key(seed, 0)` over [CellOrder.Hilbert] of scale / 2 bits: ids follow a Hilbert curve. Only the points are a
/// function of (seed, index); the edges are those of [Triangulation] and are held in memory.
public record DelaunayGenerator(int scale, long seed) implements Generator {
    /// Above this, three edges per vertex no longer fit the 2³¹ edge numbers of the triangulation.
    private static final int LARGEST_SCALE = 28;

    public DelaunayGenerator {
        if (scale < 0 || scale > LARGEST_SCALE) {
            throw new IllegalArgumentException("scale %d is outside 0..%d".formatted(scale, LARGEST_SCALE));
        }
    }

    @Override
    public String kind() {
        return "delaunay";
    }

    @Override
    public int vertexCount() {
        return 1 << scale;
    }

    private CellOrder order() {
        return new CellOrder.Hilbert(scale / 2);
    }

    @Override
    public long memoryNeeded() {
        return SortedPoints.memoryNeeded(vertexCount(), order()) + heapNeeded() + edgeBytes();
    }

    /// @throws OutOfMemoryError before it begins, where the heap is too small for the triangulation
    @Override
    public GraphInput generate(Workers workers, Progress progress) {
        long heap = Runtime.getRuntime().maxMemory();
        if (heapNeeded() > heap) {
            throw new OutOfMemoryError("triangulate %,d points: needs %,d bytes of Java heap, -Xmx allows %,d"
                    .formatted(vertexCount(), heapNeeded(), heap));
        }
        Arena arena = Arena.ofShared();
        try (Arena work = Arena.ofShared();
                Progress.Phase phase = progress.start("triangulate", vertexCount(), "vertex")) {
            SortedPoints points = SortedPoints.draw(vertexCount(), CounterHash.key(seed, 0), order(), work, workers);
            Triangulation triangulation = Triangulation.of(points.x(), points.y(), arena);
            phase.advance(vertexCount());
            return GeneratedEdges.undirected(edgesOf(triangulation, arena), this);
        } catch (Throwable t) {
            arena.close();
            throw t;
        }
    }

    private EdgeSource edgesOf(Triangulation triangulation, Arena arena) {
        return new IndexedEdges(
                vertexCount(),
                triangulation.edgeCount(),
                (first, count, sources, targets) -> {
                    for (int i = 0; i < count; i++) {
                        sources[i] = triangulation.ends().get(2 * (first + i));
                        targets[i] = triangulation.ends().get(2 * (first + i) + 1);
                    }
                },
                arena,
                edgeBytes());
    }

    private long heapNeeded() {
        return Triangulation.HEAP_BYTES_PER_POINT * vertexCount();
    }

    private long edgeBytes() {
        return 6L * Integer.BYTES * vertexCount();
    }
}
