package io.bitfront.generate;

import io.bitfront.graph.GraphInput;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;

/// Scale-free: the Kronecker graph of Graph500 and GAP, A = .57, B = C = .19, n = 2^scale, `degree` n edges.
/// Of edge e, level l (0 is the highest bit of both ends) is decided by 32 random bits r: the upper half of
/// `draw(k0, e * w + l / 2)` for even l, the lower for odd l, where w = (scale + 1) / 2 and k0 = `key(seed, 0)`:
///
///     source bit = r >= AB,  target bit = (r >= A) ^ (r >= AB) ^ (r >= ABC)        (unsigned)
///     A = 2448131358, AB = 3264175144, ABC = 4080218931     (.57, .76, .95 of 2³², rounded down)
///
/// Both ends are renumbered by one [IdBijection] of n with key `key(seed, 1)`, so degrees say nothing about ids.
///
/// @param degree edges per vertex, before cleaning and counting both directions
public record KroneckerGenerator(int scale, int degree, long seed) implements Generator {
    private static final long A = 2448131358L;
    private static final long AB = 3264175144L;
    private static final long ABC = 4080218931L;
    private static final long LOW_HALF = 0xFFFFFFFFL;

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
        IdBijection ids = new IdBijection(vertexCount(), CounterHash.key(seed, 1));
        IndexedEdges edges = new IndexedEdges(
                vertexCount(),
                (long) degree * vertexCount(),
                (first, count, sources, targets) -> fill(key, ids, first, count, sources, targets));
        return IndexedEdges.undirected(edges, kind());
    }

    private void fill(long key, IdBijection ids, long first, int count, int[] sources, int[] targets) {
        int draws = (scale + 1) / 2;
        boolean oddLevel = (scale & 1) != 0;
        long counter = first * draws;
        for (int i = 0; i < count; i++) {
            int source = 0;
            int target = 0;
            for (int d = 0; d < draws; d++) {
                long bits = CounterHash.draw(key, counter++);
                long high = bits >>> 32;
                long low = bits & LOW_HALF;
                source = source << 2 | atLeast(high, AB) << 1 | atLeast(low, AB);
                target = target << 2 | targetBit(high) << 1 | targetBit(low);
            }
            sources[i] = ids.of(oddLevel ? source >>> 1 : source);
            targets[i] = ids.of(oddLevel ? target >>> 1 : target);
        }
    }

    private static int targetBit(long r) {
        return atLeast(r, A) ^ atLeast(r, AB) ^ atLeast(r, ABC);
    }

    /// 1 where `r >= threshold`, else 0; without a branch, which these coin tosses would mispredict.
    private static int atLeast(long r, long threshold) {
        return (int) (threshold - 1 - r >>> 63);
    }
}
