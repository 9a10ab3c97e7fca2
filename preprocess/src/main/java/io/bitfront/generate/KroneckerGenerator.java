package io.bitfront.generate;

import io.bitfront.graph.EdgeStream;
import io.bitfront.graph.GraphInput;
import io.bitfront.graph.IndexedEdges;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import io.bitfront.random.CounterHash;
import io.bitfront.random.IdBijection;
import java.util.Optional;

/// Scale-free: the Kronecker graph of Graph500 and GAP, A = .57, B = C = .19, n = 2^scale, `degree` n edges.
/// The ends of edge e are made of w = (scale + 7) / 8 draws of `draw(k, e * w + i)`, k = `key(seed, 0)`, each worth
/// eight levels of [KroneckerLevels]: first the upper 32 bits, then the lower. For every outcome v,
///
///     source = source << 4 | v >>> 4,  target = target << 4 | v & 15
///
/// and at the end the lowest 8 w - scale bits of both are dropped. Then both ends are renumbered by one
/// [IdBijection] of n with key `key(seed, 1)`, so that ids say nothing about degrees.
///
/// @param degree edges per vertex, before cleaning and counting both directions
public record KroneckerGenerator(int scale, int degree, long seed) implements Generator {
    private static final int LEVELS_PER_DRAW = 2 * KroneckerLevels.LEVELS;

    public KroneckerGenerator {
        Parameters.checkScale(scale);
        Parameters.checkDegree(degree);
    }

    @Override
    public String kind() {
        return "kron";
    }

    @Override
    public int vertexCount() {
        return 1 << scale;
    }

    @Override
    public GraphInput generate(Workers workers, Progress progress) {
        long key = CounterHash.key(seed, 0);
        KroneckerLevels levels = new KroneckerLevels();
        IdBijection ids = new IdBijection(vertexCount(), CounterHash.key(seed, 1));
        IndexedEdges edges = new IndexedEdges(
                vertexCount(),
                (long) degree * vertexCount(),
                (first, count, sources, targets) -> fill(key, levels, ids, first, count, sources, targets));
        return GeneratedEdges.undirected(edges, this);
    }

    @Override
    public Optional<EdgeStream> stream() {
        IdBijection ids = new IdBijection(vertexCount(), CounterHash.key(seed, 1));
        KroneckerLevels levels = new KroneckerLevels();
        return Optional.of(new EdgeStream(
                kind(),
                vertexCount(),
                (long) degree * vertexCount(),
                CounterHash.key(seed, 0),
                0,
                scale,
                0,
                vertexCount(),
                ids.shift(),
                ids.factors(),
                ids.summands(),
                levels.limits(),
                levels.swaps()));
    }

    private void fill(
            long key, KroneckerLevels levels, IdBijection ids, long first, int count, int[] sources, int[] targets) {
        int draws = Math.ceilDiv(scale, LEVELS_PER_DRAW);
        int surplus = draws * LEVELS_PER_DRAW - scale;
        long counter = first * draws;
        for (int i = 0; i < count; i++) {
            int source = 0;
            int target = 0;
            for (int d = 0; d < draws; d++) {
                long bits = CounterHash.draw(key, counter++);
                int high = levels.draw((int) (bits >>> 32));
                int low = levels.draw((int) bits);
                source = (source << LEVELS_PER_DRAW) | (high & 0xF0) | (low >>> 4);
                target = (target << LEVELS_PER_DRAW) | ((high & 0xF) << 4) | (low & 0xF);
            }
            sources[i] = ids.of(source >>> surplus);
            targets[i] = ids.of(target >>> surplus);
        }
    }
}
