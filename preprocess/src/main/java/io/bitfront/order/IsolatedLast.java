package io.bitfront.order;

import io.bitfront.graph.Csc;
import io.bitfront.graph.Permutation;
import io.bitfront.memory.IntArray;
import io.bitfront.parallel.Workers;
import java.lang.foreign.Arena;

/// What the orderings share: vertices without any edge behind the others, and permutations from one of their halves.
final class IsolatedLast {
    private static final long GRAIN = 1 << 16;

    private IsolatedLast() {}

    static boolean isolated(Csc out, Csc in, int vertex) {
        return out.degree(vertex) == 0 && in.degree(vertex) == 0;
    }

    /// Lists all vertices in `oldIdOf`, ascending, those without any edge behind the others.
    ///
    /// @return the number of vertices with an edge
    static int list(Csc out, Csc in, IntArray oldIdOf, Workers workers) {
        int n = out.vertexCount();
        int[] connectedIn = new int[(int) ((n + GRAIN - 1) / GRAIN)];
        workers.forRange(0, n, GRAIN, (worker, begin, end) -> {
            int count = 0;
            for (int v = (int) begin; v < end; v++) {
                count += isolated(out, in, v) ? 0 : 1;
            }
            connectedIn[(int) (begin / GRAIN)] = count;
        });
        int connected = 0;
        for (int i = 0; i < connectedIn.length; i++) {
            int count = connectedIn[i];
            connectedIn[i] = connected;
            connected += count;
        }
        int total = connected;
        workers.forRange(0, n, GRAIN, (worker, begin, end) -> {
            int next = connectedIn[(int) (begin / GRAIN)];
            int nextIsolated = total + (int) begin - next;
            for (int v = (int) begin; v < end; v++) {
                oldIdOf.set(isolated(out, in, v) ? nextIsolated++ : next++, v);
            }
        });
        return connected;
    }

    /// The permutation with this list of old ids.
    static Permutation permutation(IntArray oldIdOf, Arena arena, Workers workers) {
        IntArray newIdOf = IntArray.allocate(arena, oldIdOf.length(), "permutation");
        workers.forRange(0, oldIdOf.length(), GRAIN, (worker, begin, end) -> {
            for (long v = begin; v < end; v++) {
                newIdOf.set(oldIdOf.get(v), (int) v);
            }
        });
        return new Permutation(newIdOf, oldIdOf);
    }
}
