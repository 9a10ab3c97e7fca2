package io.bitfront.generate;

import io.bitfront.graph.EdgeSource;
import io.bitfront.graph.GraphInput;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import io.bitfront.random.CounterHash;

/// Dense communities with few edges between them, as in the web: vertex v is the (v mod width)th of community v
/// / width; two of a community are joined with probability `keep`, and each vertex draws `links` vertices of
/// the whole graph. With k =
/// `key(seed, 0)`, l = `key(seed, 1)` and T = keep * 2³² rounded to the nearest integer,
///
///     v - w              is an edge where w is in v's community  and  draw(k, v * width + w mod width) >>> 32 < T,   w
/// > v
///     v - the upper 64 bits of draw(l, v * links + i) * n,   i = 0 .. links - 1
///
/// in this order, v ascending.
///
/// @param width vertices of a community
/// @param keep 0 to 1
/// @param links edges that a vertex has to any others, itself included, besides those that others draw to it
public record CommunityGenerator(int vertexCount, int width, double keep, int links, long seed) implements Generator {
    /// Half of 63 neighbours, and on average two links.
    public static final int WIDTH = 64;

    public static final double KEEP = 0.5;
    public static final int LINKS = 1;

    public CommunityGenerator {
        Parameters.checkVertexCount(vertexCount);
        Parameters.checkWidth(width);
        Parameters.checkKeep(keep);
        Parameters.checkDegree(links);
    }

    @Override
    public String kind() {
        return "community";
    }

    @Override
    public GraphInput generate(Workers workers, Progress progress) {
        long inside = CounterHash.key(seed, 0);
        long between = CounterHash.key(seed, 1);
        long threshold = Parameters.threshold(keep);
        EdgeSource edges = CountedEdges.ofVertices(vertexCount, width + links, workers, progress, (v, buffer) -> {
            int end = (int) Math.min(vertexCount, ((long) v / width + 1) * width);
            for (int w = v + 1; w < end; w++) {
                if (CounterHash.draw(inside, (long) v * width + w % width) >>> 32 < threshold) {
                    buffer.add(v, w);
                }
            }
            for (int i = 0; i < links; i++) {
                buffer.add(v, CounterHash.below(vertexCount, between, (long) v * links + i));
            }
        });
        return GeneratedEdges.undirected(edges, this);
    }
}
