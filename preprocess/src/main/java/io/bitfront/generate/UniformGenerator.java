package io.bitfront.generate;

import io.bitfront.graph.EdgeStream;
import io.bitfront.graph.GraphInput;
import io.bitfront.graph.IndexedEdges;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import io.bitfront.random.CounterHash;
import java.util.Optional;

/// Uniform random, GAP's urand: n = 2^scale, `degree` n edges, both ends drawn evenly. With k = `key(seed, 0)` edge e
/// joins the upper 64 bits of `draw(k, 2 e) * n` and those of `draw(k, 2 e + 1) * n` (128-bit products, unsigned).
///
/// @param degree edges per vertex, before cleaning and counting both directions
public record UniformGenerator(int scale, int degree, long seed) implements Generator {
    public UniformGenerator {
        Parameters.checkScale(scale);
        Parameters.checkDegree(degree);
    }

    @Override
    public String kind() {
        return "urand";
    }

    @Override
    public int vertexCount() {
        return 1 << scale;
    }

    @Override
    public GraphInput generate(Workers workers, Progress progress) {
        long key = CounterHash.key(seed, 0);
        int n = vertexCount();
        IndexedEdges edges = new IndexedEdges(n, (long) degree * n, (first, count, sources, targets) -> {
            for (int i = 0; i < count; i++) {
                sources[i] = CounterHash.below(n, key, 2 * (first + i));
                targets[i] = CounterHash.below(n, key, 2 * (first + i) + 1);
            }
        });
        return GeneratedEdges.undirected(edges, this);
    }

    @Override
    public Optional<EdgeStream> stream() {
        int n = vertexCount();
        return Optional.of(EdgeStream.plain(kind(), n, (long) degree * n, CounterHash.key(seed, 0), 0, n, 0));
    }
}
