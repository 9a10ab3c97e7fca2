package io.bitfront.order;

import io.bitfront.graph.Csc;
import io.bitfront.graph.DegreeBlocks;
import io.bitfront.graph.Permutation;
import io.bitfront.memory.IntArray;
import io.bitfront.parallel.Workers;
import java.lang.foreign.Arena;

/// What the orderings share: vertices without any edge behind the others, and permutations from one of their halves.
final class IsolatedLast {
    private static final long GRAIN = 1 << 16;

    private IsolatedLast() {}

    /// Lists all vertices in `oldIdOf`, ascending, those without any edge behind the others.
    ///
    /// @return the number of vertices with an edge
    static int list(Csc out, Csc in, IntArray oldIdOf, Workers workers) {
        int n = out.vertexCount();
        int[] connectedIn = new int[(int) Math.ceilDiv(n, GRAIN)];
        workers.forRange(
                0,
                n,
                GRAIN,
                (worker, begin, end) ->
                        connectedIn[(int) (begin / GRAIN)] = new Listing(out, in, null, 0, 0).run(begin, end));
        int connected = 0;
        for (int i = 0; i < connectedIn.length; i++) {
            int count = connectedIn[i];
            connectedIn[i] = connected;
            connected += count;
        }
        int total = connected;
        workers.forRange(0, n, GRAIN, (worker, begin, end) -> {
            int next = connectedIn[(int) (begin / GRAIN)];
            new Listing(out, in, oldIdOf, next, total + (int) begin - next).run(begin, end);
        });
        return connected;
    }

    /// Lists neighbouring vertices from two positions on, or only counts them where there is no list.
    private static final class Listing {
        private final DegreeBlocks outDegrees;
        private final DegreeBlocks inDegrees;
        private final IntArray list;
        private final int[] connected = new int[DegreeBlocks.BLOCK];
        private final int[] isolated = new int[DegreeBlocks.BLOCK];
        private int next;
        private int nextIsolated;

        @SuppressWarnings("ReferenceEquality") // one array for both directions is what makes a graph undirected
        Listing(Csc out, Csc in, IntArray list, int next, int nextIsolated) {
            this.outDegrees = new DegreeBlocks(out.columnStart());
            this.inDegrees = out == in ? outDegrees : new DegreeBlocks(in.columnStart());
            this.list = list;
            this.next = next;
            this.nextIsolated = nextIsolated;
        }

        /// @return the vertices with an edge
        int run(long begin, long end) {
            int found = 0;
            for (long first = begin; first < end; first += DegreeBlocks.BLOCK) {
                int count = (int) Math.min(DegreeBlocks.BLOCK, end - first);
                int some = split((int) first, count);
                if (list != null) {
                    list.write(next, connected, 0, some);
                    list.write(nextIsolated, isolated, 0, count - some);
                    next += some;
                    nextIsolated += count - some;
                }
                found += some;
            }
            return found;
        }

        private int split(int first, int count) {
            int[] out = outDegrees.read(first, count);
            int[] in = inDegrees.read(first, count);
            int some = 0;
            int none = 0;
            for (int i = 0; i < count; i++) {
                if ((out[i] | in[i]) == 0) {
                    isolated[none++] = first + i;
                } else {
                    connected[some++] = first + i;
                }
            }
            return some;
        }
    }

    /// The permutation with this list of old ids.
    static Permutation permutation(IntArray oldIdOf, Arena arena, Workers workers) {
        IntArray newIdOf = IntArray.allocate(arena, oldIdOf.length(), "permutation");
        workers.forRange(0, oldIdOf.length(), GRAIN, (worker, begin, end) -> {
            int[] old = new int[DegreeBlocks.BLOCK];
            int[] vertices = new int[DegreeBlocks.BLOCK];
            for (long first = begin; first < end; first += old.length) {
                int count = (int) Math.min(old.length, end - first);
                oldIdOf.read(first, old, 0, count);
                for (int i = 0; i < count; i++) {
                    vertices[i] = (int) first + i;
                }
                newIdOf.scatter(old, vertices, count);
            }
        });
        return new Permutation(newIdOf, oldIdOf);
    }
}
