package io.bitfront.engine.answer;

import io.bitfront.cache.Graph;
import io.bitfront.engine.spi.ReducedGraph;
import io.bitfront.graph.Csc;
import io.bitfront.memory.CollectedArena;
import io.bitfront.memory.IntArray;
import io.bitfront.memory.LongArray;
import java.lang.foreign.Arena;
import java.util.Arrays;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;

/// Makes one vertex of all that are covered and alike, for searches of the others ([CoveredVertices]).
final class GraphReduction {
    /// Where fewer than one vertex in so many is covered, the whole graph is searched as fast.
    private static final int LEAST_SHARE = 8;

    /// Neighbours that an array holds.
    private static final long MOST_ROWS = Integer.MAX_VALUE - 8;

    private final Csc neighbours;
    private final CoveredVertices covered;
    private final BooleanSupplier stop;
    private final int[] number;
    private int core;
    private int[] members;
    /// Of each group, the vertex whose neighbours in the core it has.
    private int[] leads;
    private int[] list = new int[1 << 10];

    private GraphReduction(Graph graph, CoveredVertices covered, BooleanSupplier stop) {
        this.stop = stop;
        this.neighbours = graph.out();
        this.covered = covered;
        this.number = new int[graph.vertexCount()];
    }

    /// Null where it is not worth while, or its lists are too long for arrays.
    ///
    /// @throws CancellationException where it was given up
    static ReducedGraph of(Graph graph, CoveredVertices covered, BooleanSupplier stop) {
        return of(graph, covered, MOST_ROWS, stop);
    }

    static ReducedGraph of(Graph graph, CoveredVertices covered, long mostRows, BooleanSupplier stop) {
        return (long) covered.count() * LEAST_SHARE < graph.verticesWithEdges()
                ? null
                : new GraphReduction(graph, covered, stop).make(mostRows);
    }

    /// Bytes of the graph it makes and of its lists in the heap before, at most.
    static long bytes(long vertexCount, long edgeCount) {
        return vertexCount * (2 * Integer.BYTES + 6 * Long.BYTES) + 4 * edgeCount * Integer.BYTES;
    }

    private ReducedGraph make(long mostRows) {
        enumerate();
        int n = core + members.length;
        long[] inCore = new long[n + 1];
        long[] inAll = new long[n + 1];
        count(inCore, inAll);
        Arrays.parallelPrefix(inCore, Long::sum);
        Arrays.parallelPrefix(inAll, Long::sum);
        if (inAll[n] > mostRows) {
            return null;
        }
        int[] coreRows = new int[(int) inCore[n]];
        int[] allRows = new int[(int) inAll[n]];
        fill(inCore, inAll, coreRows, allRows);
        Arena arena = new CollectedArena();
        IntArray all = IntArray.copyOf(arena, allRows);
        long[] onwards = inAll.clone();
        Arrays.fill(onwards, core, n + 1, inAll[core]);
        return new ReducedGraph(
                number,
                core,
                new Csc(LongArray.copyOf(arena, inAll), all),
                new Csc(LongArray.copyOf(arena, onwards), all.slice(0, inAll[core])),
                new Csc(LongArray.copyOf(arena, inCore), IntArray.copyOf(arena, coreRows)),
                members);
    }

    /// Core vertices first, both in the order of the vertices.
    private void enumerate() {
        int groups = 0;
        for (int v = 0; v < number.length; v++) {
            boolean inCore = !covered.covered(v) && neighbours.degree(v) > 0;
            number[v] = inCore ? core++ : -1;
            groups += covered.covered(v) && covered.first(v) == v ? 1 : 0;
        }
        members = new int[groups];
        leads = new int[groups];
        int group = 0;
        for (int v = 0; v < number.length; v++) {
            if (covered.covered(v)) {
                int first = covered.first(v);
                if (first == v) {
                    leads[group] = v;
                    number[v] = core + group++;
                } else {
                    number[v] = number[first];
                }
                members[number[v] - core]++;
            }
        }
    }

    /// Entries of each list, one place after its own.
    private void count(long[] inCore, long[] inAll) {
        for (int v = 0; v < number.length; v++) {
            GivenUp.checkAt(v, stop);
            if (number[v] < 0 || covered.covered(v) && covered.first(v) != v) {
                continue;
            }
            int ends = read(v);
            for (int i = 0; i < ends; i++) {
                int w = number[list[i]];
                if (w < core) {
                    inCore[number[v] + 1]++;
                    inAll[number[v] + 1]++;
                    inAll[w + 1] += number[v] >= core ? 1 : 0;
                }
            }
        }
    }

    private void fill(long[] inCore, long[] inAll, int[] coreRows, int[] allRows) {
        long[] next = inAll.clone();
        for (int v = 0; v < number.length; v++) {
            GivenUp.checkAt(v, stop);
            if (number[v] >= 0 && number[v] < core) {
                copy(v, inCore, inAll, coreRows, allRows);
                next[number[v]] += inCore[number[v] + 1] - inCore[number[v]];
            }
        }
        for (int group = 0; group < leads.length; group++) {
            GivenUp.checkAt(group, stop);
            copy(leads[group], inCore, inAll, coreRows, allRows);
            for (long at = inCore[core + group]; at < inCore[core + group + 1]; at++) {
                allRows[(int) next[coreRows[(int) at]]++] = core + group;
            }
        }
    }

    private void copy(int v, long[] inCore, long[] inAll, int[] coreRows, int[] allRows) {
        int atCore = (int) inCore[number[v]];
        int atAll = (int) inAll[number[v]];
        int ends = read(v);
        for (int i = 0; i < ends; i++) {
            int w = number[list[i]];
            if (w < core) {
                coreRows[atCore++] = w;
                allRows[atAll++] = w;
            }
        }
    }

    /// @return how many neighbours of a vertex are in [#list] now
    private int read(int v) {
        int degree = neighbours.degree(v);
        list = degree > list.length ? new int[2 * degree] : list;
        neighbours.rowIndex().read(neighbours.start(v), list, 0, degree);
        return degree;
    }
}
