package io.bitfront.order;

import io.bitfront.graph.Csc;
import io.bitfront.graph.Permutation;
import io.bitfront.memory.IntArray;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import java.lang.foreign.Arena;

/// The input's order, vertices without any edge last.
final class NaturalOrdering implements Ordering {
    @Override
    public Permutation order(Csc out, Csc in, Arena arena, Workers workers, Progress progress) {
        IntArray oldIdOf = IntArray.allocate(arena, out.vertexCount(), "permutation");
        IsolatedLast.list(out, in, oldIdOf, workers);
        return IsolatedLast.permutation(oldIdOf, arena, workers);
    }

    @Override
    public long workBytes(int vertexCount, long edgeCount, boolean directed, int threads) {
        return 0;
    }
}
