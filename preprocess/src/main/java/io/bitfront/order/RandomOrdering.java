package io.bitfront.order;

import io.bitfront.graph.Csc;
import io.bitfront.graph.Permutation;
import io.bitfront.memory.IntArray;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import io.bitfront.random.IdBijection;
import java.lang.foreign.Arena;

/// A shuffle that depends on the seed alone, vertices without any edge last in the input's order.
final class RandomOrdering implements Ordering {
    private static final long GRAIN = 1 << 14;

    private final long seed;

    RandomOrdering(long seed) {
        this.seed = seed;
    }

    @Override
    public Permutation order(Csc out, Csc in, Arena arena, Workers workers, Progress progress) {
        int n = out.vertexCount();
        IntArray oldIdOf = IntArray.allocate(arena, n, "permutation");
        try (Arena work = Arena.ofShared()) {
            IntArray natural = IntArray.allocate(work, n, "vertices with edges");
            int connected = IsolatedLast.list(out, in, natural, workers);
            IdBijection shuffle = new IdBijection(connected, seed);
            workers.forRange(0, n, GRAIN, (worker, begin, end) -> {
                for (int i = (int) begin; i < end; i++) {
                    oldIdOf.set(i < connected ? shuffle.of(i) : i, natural.get(i));
                }
            });
        }
        return IsolatedLast.permutation(oldIdOf, arena, workers);
    }

    @Override
    public long workBytes(int vertexCount, long edgeCount, boolean directed, int threads) {
        return 4L * vertexCount;
    }
}
