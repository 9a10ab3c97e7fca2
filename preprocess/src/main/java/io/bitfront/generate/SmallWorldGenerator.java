package io.bitfront.generate;

import io.bitfront.graph.EdgeSource;
import io.bitfront.graph.GraphInput;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import io.bitfront.random.CounterHash;

/// A ring with shortcuts (Watts and Strogatz): each vertex is joined to the next `width` ones, and each of these edges
/// leads elsewhere with probability 1 - `keep`. With T = keep * 2³² rounded to the nearest integer and c = v * width +
/// d
/// - 1,
///
///     v - (v + d) mod n                                       where draw(key(seed, 0), c) >>> 32 < T,
///     v - the upper 64 bits of draw(key(seed, 1), c) * n      else;   d = 1 .. width
///
/// in this order, v ascending.
///
/// @param width next vertices
/// @param keep 0 to 1
public record SmallWorldGenerator(int vertexCount, int width, double keep, long seed) implements Generator {
    public static final int WIDTH = 8;
    public static final double KEEP = 0.9;

    public SmallWorldGenerator {
        Parameters.checkVertexCount(vertexCount);
        Parameters.checkWidth(width);
        Parameters.checkKeep(keep);
    }

    @Override
    public String kind() {
        return "smallworld";
    }

    @Override
    public GraphInput generate(Workers workers, Progress progress) {
        long stays = CounterHash.key(seed, 0);
        long elsewhere = CounterHash.key(seed, 1);
        long threshold = Parameters.threshold(keep);
        EdgeSource edges = CountedEdges.ofVertices(vertexCount, width, workers, progress, (v, buffer) -> {
            for (int d = 1; d <= width; d++) {
                long c = (long) v * width + d - 1;
                boolean near = CounterHash.draw(stays, c) >>> 32 < threshold;
                buffer.add(
                        v, near ? (int) ((v + (long) d) % vertexCount) : CounterHash.below(vertexCount, elsewhere, c));
            }
        });
        return GeneratedEdges.undirected(edges, this);
    }
}
