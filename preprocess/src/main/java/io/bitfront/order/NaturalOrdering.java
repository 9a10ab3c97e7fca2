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
    public String name() {
        return "natural";
    }

    @Override
    public Permutation order(Csc out, Csc in, Arena arena, Workers workers, Progress progress) {
        int n = out.vertexCount();
        IntArray newIdOf = IntArray.allocate(arena, n, "permutation");
        IntArray oldIdOf = IntArray.allocate(arena, n, "permutation");
        int next = 0;
        for (int pass = 0; pass < 2; pass++) {
            for (int v = 0; v < n; v++) {
                boolean isolated = out.degree(v) == 0 && in.degree(v) == 0;
                if (isolated == (pass == 1)) {
                    newIdOf.set(v, next);
                    oldIdOf.set(next++, v);
                }
            }
        }
        return new Permutation(newIdOf, oldIdOf);
    }

    @Override
    public long workBytes(int vertexCount, long edgeCount, boolean directed, int threads) {
        return 0;
    }
}
