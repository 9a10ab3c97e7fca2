package io.bitfront.generate;

import io.bitfront.graph.EdgeSource;
import io.bitfront.graph.EdgeStream;
import io.bitfront.graph.GraphInput;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import io.bitfront.random.CounterHash;
import java.util.Optional;

/// Like a road network: a grid of `width` x `height` vertices, vertex `y * width + x` at (x, y), each grid edge kept
/// with probability `keep`. With d = `draw(key(seed, 0), v)` and T = keep * 2³² rounded to the nearest integer,
///
///     v - (v + 1)      is an edge where x + 1 < width  and  d >>> 32 < T
///     v - (v + width)  is an edge where y + 1 < height and  d & 0xFFFFFFFF < T
///
/// in this order, v ascending.
///
/// @param keep 0 to 1; .62 leaves long detours and many small components
public record RoadGenerator(int width, int height, double keep, long seed) implements Generator {
    /// The usual `keep`.
    public static final double KEEP = 0.62;

    private static final int ROWS_OF_VERTICES = 1 << 16;
    private static final long LOW_HALF = 0xFFFFFFFFL;

    public RoadGenerator {
        if (width < 1 || height < 1 || (long) width * height > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(
                    "grid of %d x %d: both sides must be at least 1, their product below 2^31"
                            .formatted(width, height));
        }
        Parameters.checkKeep(keep);
    }

    /// A grid of 2^scale vertices, square or twice as wide as high.
    public static RoadGenerator ofScale(int scale, double keep, long seed) {
        Parameters.checkScale(scale);
        return new RoadGenerator(1 << ((scale + 1) / 2), 1 << (scale / 2), keep, seed);
    }

    @Override
    public String kind() {
        return "road";
    }

    @Override
    public int vertexCount() {
        return width * height;
    }

    @Override
    public GraphInput generate(Workers workers, Progress progress) {
        long key = CounterHash.key(seed, 0);
        long threshold = Parameters.threshold(keep);
        int rows = Math.max(1, ROWS_OF_VERTICES / width);
        int partitions = Math.ceilDiv(height, rows);
        EdgeSource edges = CountedEdges.count(vertexCount(), partitions, workers, progress, (partition, buffer) -> {
            int end = (int) Math.min(height, (partition + 1L) * rows);
            for (int y = partition * rows; y < end; y++) {
                addRow(y, key, threshold, buffer);
            }
        });
        return GeneratedEdges.undirected(edges, this);
    }

    @Override
    public Optional<EdgeStream> stream() {
        return Optional.of(EdgeStream.plain(
                kind(),
                vertexCount(),
                2L * vertexCount(),
                CounterHash.key(seed, 0),
                Parameters.threshold(keep),
                width,
                height));
    }

    private void addRow(int y, long key, long threshold, EdgeBuffer buffer) {
        int v = y * width;
        for (int x = 0; x < width; x++, v++) {
            long bits = CounterHash.draw(key, v);
            if (x + 1 < width && bits >>> 32 < threshold) {
                buffer.add(v, v + 1);
            }
            if (y + 1 < height && (bits & LOW_HALF) < threshold) {
                buffer.add(v, v + width);
            }
        }
    }
}
