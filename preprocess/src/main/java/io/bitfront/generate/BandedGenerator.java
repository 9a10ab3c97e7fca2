package io.bitfront.generate;

import io.bitfront.graph.EdgeSource;
import io.bitfront.graph.GraphInput;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import io.bitfront.random.CounterHash;

/// A band along the diagonal of the matrix: vertices at most `width` apart are joined with probability `keep`. With k =
/// `key(seed, 0)` and T = keep * 2³² rounded to the nearest integer,
///
///     v - (v + d)  is an edge where v + d < n  and  draw(k, v * width + d - 1) >>> 32 < T,   d = 1 .. width
///
/// in this order, v ascending.
///
/// @param width vertices on either side of one that it may be joined to
/// @param keep 0 to 1
public record BandedGenerator(int vertexCount, int width, double keep, long seed) implements Generator {
    /// An eighth of 512 neighbours: 64 edges a vertex, n / 256 levels or a few more.
    public static final int WIDTH = 256;

    public static final double KEEP = 0.125;

    public BandedGenerator {
        Parameters.checkVertexCount(vertexCount);
        Parameters.checkWidth(width);
        Parameters.checkKeep(keep);
    }

    @Override
    public String kind() {
        return "banded";
    }

    @Override
    public GraphInput generate(Workers workers, Progress progress) {
        long key = CounterHash.key(seed, 0);
        long threshold = Parameters.threshold(keep);
        EdgeSource edges = CountedEdges.ofVertices(vertexCount, width, workers, progress, (v, buffer) -> {
            for (int d = 1; d <= width && d < vertexCount - v; d++) {
                if (CounterHash.draw(key, (long) v * width + d - 1) >>> 32 < threshold) {
                    buffer.add(v, v + d);
                }
            }
        });
        return GeneratedEdges.undirected(edges, this);
    }
}
