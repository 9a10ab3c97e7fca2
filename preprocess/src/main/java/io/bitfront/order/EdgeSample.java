package io.bitfront.order;

import io.bitfront.graph.Csc;
import io.bitfront.random.CounterHash;
import java.util.Arrays;

/// What a few paths of two edges say about a graph: whether neighbours of a vertex are neighbours of each other, as in
/// meshes and communities, or meet again elsewhere, as in grids, and whether their numbers are near. The same of the
/// same graph, wherever its lists are.
///
/// @param paths looked at; fewer than were drawn where vertices have no two neighbours
/// @param closed share of them whose ends are neighbours, 0 to 1
/// @param squares share of them whose ends are none but have another neighbour in common
/// @param near share of them whose ends' numbers are at most n / 64 apart
/// @param far share of them whose ends' numbers are at least n / 8 apart
public record EdgeSample(int paths, double closed, double squares, double near, double far) {
    private static final int DRAWS = 512;
    private static final int STREAMS = 3;
    private static final long SEED = 0x0E5A_3D1EL;
    private static final int NEAR_SHARE = 64;
    private static final int FAR_SHARE = 8;

    /// From what share of paths with near ends on numbers follow the structure there is.
    private static final double NEAR = 0.5;

    /// Longer lists are not searched: their ends count as no neighbours.
    private static final int LONGEST = 1 << 12;

    /// Out-neighbours by vertex, wherever they are.
    public interface Lists {
        /// Where the list of a vertex begins, and where it ends.
        long[] range(int vertex);

        /// Some of all lists, one after the other.
        int[] rows(long begin, int count);
    }

    /// Whether vertices that are near each other have near numbers.
    public boolean numbersAreNear() {
        return near >= NEAR;
    }

    /// A sample of a graph in memory.
    public static EdgeSample of(Csc out) {
        return of(out.vertexCount(), new Lists() {
            @Override
            public long[] range(int vertex) {
                return new long[] {out.start(vertex), out.end(vertex)};
            }

            @Override
            public int[] rows(long begin, int count) {
                int[] rows = new int[count];
                out.rowIndex().read(begin, rows, 0, count);
                return rows;
            }
        });
    }

    /// A sample of a graph of so many vertices.
    public static EdgeSample of(int vertexCount, Lists lists) {
        int paths = 0;
        int closed = 0;
        int squares = 0;
        int near = 0;
        int far = 0;
        for (int i = 0; i < DRAWS && vertexCount > 0; i++) {
            int middle = CounterHash.below(vertexCount, SEED, (long) STREAMS * i);
            long[] range = lists.range(middle);
            int degree = (int) Math.min(Integer.MAX_VALUE, range[1] - range[0]);
            if (degree < 2) {
                continue;
            }
            int first = CounterHash.below(degree, SEED, (long) STREAMS * i + 1);
            int second = CounterHash.below(degree - 1, SEED, (long) STREAMS * i + 2);
            int one = lists.rows(range[0] + first, 1)[0];
            int other = lists.rows(range[0] + second + (second >= first ? 1 : 0), 1)[0];
            paths++;
            int apart = Math.abs(one - other);
            near += apart <= vertexCount / NEAR_SHARE ? 1 : 0;
            far += apart >= vertexCount / FAR_SHARE ? 1 : 0;
            int[] ofOne = list(one, lists);
            if (Arrays.binarySearch(ofOne, other) >= 0) {
                closed++;
            } else if (meet(ofOne, list(other, lists), middle)) {
                squares++;
            }
        }
        return new EdgeSample(
                paths, share(closed, paths), share(squares, paths), share(near, paths), share(far, paths));
    }

    /// A vertex's neighbours, ascending; none where they are too many.
    private static int[] list(int vertex, Lists lists) {
        long[] range = lists.range(vertex);
        long degree = range[1] - range[0];
        return degree <= LONGEST ? lists.rows(range[0], (int) degree) : new int[0];
    }

    /// Whether two lists have a vertex in common besides one that they may have.
    private static boolean meet(int[] one, int[] other, int besides) {
        for (int i = 0, j = 0; i < one.length && j < other.length; ) {
            if (one[i] == other[j] && one[i] != besides) {
                return true;
            }
            int least = Math.min(one[i], other[j]);
            i += one[i] == least ? 1 : 0;
            j += other[j] == least ? 1 : 0;
        }
        return false;
    }

    private static double share(int some, int all) {
        return all == 0 ? 0 : (double) some / all;
    }
}
