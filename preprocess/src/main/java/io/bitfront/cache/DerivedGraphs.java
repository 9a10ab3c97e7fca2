package io.bitfront.cache;

import io.bitfront.graph.Bvss;
import io.bitfront.graph.BvssPacker;
import io.bitfront.graph.ColumnRanges;
import io.bitfront.graph.Components;
import io.bitfront.graph.Csc;
import io.bitfront.graph.DegreeStatistics;
import io.bitfront.graph.GraphStatistics;
import io.bitfront.graph.Hubs;
import io.bitfront.graph.Permutation;
import io.bitfront.graph.VertexIds;
import io.bitfront.memory.IntArray;
import io.bitfront.memory.LongArray;
import io.bitfront.parallel.PrefixSum;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import java.lang.foreign.Arena;
import java.util.function.IntPredicate;

/// Graphs that follow from a prepared one, without its input and in its order: turned round, or a part of it. They live
/// in memory; a graph that was turned round shares arrays with the one it came from and is to be closed first.
public final class DerivedGraphs {
    /// Entries and columns of a piece.
    private static final long GRAIN = 1 << 14;

    private final Arena arena = Arena.ofShared();
    private final Graph from;
    private final Workers workers;

    private DerivedGraphs(Graph from, Workers workers) {
        this.from = from;
        this.workers = workers;
    }

    /// The graph with every edge the other way. Of an undirected graph there is none: it is its own.
    ///
    /// @param packed whether it has slices, which only engines on GPUs read
    public static Graph reversed(Graph graph, boolean packed, Workers workers) {
        if (!graph.directed()) {
            throw new IllegalArgumentException("an undirected graph is the same in both directions");
        }
        DerivedGraphs made = new DerivedGraphs(graph, workers);
        return made.guarded(() -> made.graph(graph.in(), graph.out(), graph.permutation(), graph.ids(), packed));
    }

    /// The graph of some vertices and all edges between them.
    ///
    /// @param kept asked about every vertex (engine's number), by several threads
    /// @param packed whether it has slices, which only engines on GPUs read
    public static Graph induced(Graph graph, IntPredicate kept, boolean packed, Workers workers) {
        DerivedGraphs made = new DerivedGraphs(graph, workers);
        return made.guarded(() -> made.part(kept, packed));
    }

    private interface Step {
        Graph run();
    }

    private Graph guarded(Step step) {
        try (Graph.Use _ = from.use()) {
            return step.run();
        } catch (Throwable t) {
            arena.close();
            throw t;
        }
    }

    private Graph part(IntPredicate kept, boolean packed) {
        int n = from.vertexCount();
        try (Arena work = Arena.ofShared()) {
            IntArray numbers = IntArray.allocate(work, n, "numbers of the vertices kept");
            int count = 0;
            for (int v = 0; v < n; v++) {
                numbers.set(v, kept.test(v) ? count++ : -1);
            }
            Csc out = part(from.out(), numbers, count);
            Csc in = from.directed() ? part(from.in(), numbers, count) : out;
            IntArray indices = IntArray.allocate(work, count, "input indices kept");
            Permutation permutation = renumbered(numbers, indices);
            return graph(out, in, permutation, from.ids().subset(arena, indices), packed);
        }
    }

    /// @param indices receives the input indices of the vertices kept, ascending
    private Permutation renumbered(IntArray numbers, IntArray indices) {
        IntArray newIdOf = IntArray.allocate(arena, indices.length(), "permutation");
        IntArray oldIdOf = IntArray.allocate(arena, indices.length(), "permutation");
        int rank = 0;
        for (int old = 0; old < from.vertexCount(); old++) {
            int v = numbers.get(from.permutation().newIdOf().get(old));
            if (v >= 0) {
                indices.set(rank, old);
                newIdOf.set(rank, v);
                oldIdOf.set(v, rank++);
            }
        }
        return new Permutation(newIdOf, oldIdOf);
    }

    private Csc part(Csc whole, IntArray numbers, int count) {
        LongArray start = LongArray.allocate(arena, count + 1L, "column starts");
        ColumnRanges.forEach(whole.columnStart(), workers, GRAIN, (worker, begin, end) -> {
            for (int v = begin; v < end; v++) {
                if (numbers.get(v) >= 0) {
                    start.set(numbers.get(v) + 1L, degree(whole, v, numbers));
                }
            }
        });
        PrefixSum.inclusive(start, workers);
        MemoryPlan.checkMemory(
                "keep a part of the graph",
                Integer.BYTES * start.get(count),
                MachineMemory.ofThisMachine().availableBytes());
        IntArray rows = IntArray.allocate(arena, start.get(count), "row indices");
        ColumnRanges.forEach(whole.columnStart(), workers, GRAIN, (worker, begin, end) -> {
            for (int v = begin; v < end; v++) {
                if (numbers.get(v) >= 0) {
                    copy(whole, v, numbers, rows, start.get(numbers.get(v)));
                }
            }
        });
        return new Csc(start, rows);
    }

    private static long degree(Csc whole, int v, IntArray numbers) {
        long degree = 0;
        for (long edge = whole.start(v); edge < whole.end(v); edge++) {
            degree += numbers.get(whole.row(edge)) >= 0 ? 1 : 0;
        }
        return degree;
    }

    /// Numbers ascend as vertices do, so rows stay ascending.
    private static void copy(Csc whole, int v, IntArray numbers, IntArray rows, long to) {
        long at = to;
        for (long edge = whole.start(v); edge < whole.end(v); edge++) {
            int row = numbers.get(whole.row(edge));
            if (row >= 0) {
                rows.set(at++, row);
            }
        }
    }

    private Graph graph(Csc out, Csc in, Permutation permutation, VertexIds ids, boolean packed) {
        int n = out.vertexCount();
        IntArray hubs = IntArray.allocate(arena, n, "hubs");
        Hubs.find(in, hubs, workers);
        BvssPacker.Packed slices = packed
                ? BvssPacker.pack(out, in, count -> room(n, count), (first, end) -> {}, workers, Progress.NONE)
                : new BvssPacker.Packed(room(n, 0), 0, 0, 0);
        GraphStatistics before = from.statistics();
        GraphStatistics statistics = GraphStatistics.of(
                before.edges(),
                DegreeStatistics.of(out, in, workers),
                slices,
                out.vertexCount() == from.vertexCount() ? before.components() : Components.count(out, in, workers));
        return new Graph(arena, out, in, permutation, ids, slices.bvss(), hubs, from.ordering(), statistics)
                .madeFrom(from);
    }

    private Bvss room(int vertexCount, int vssCount) {
        return new Bvss(
                IntArray.allocate(arena, BvssPacker.sliceSetCount(vertexCount) + 1L, "slice sets"),
                IntArray.allocate(arena, vssCount, "virtual slice sets"),
                IntArray.allocate(arena, (long) vssCount * Bvss.TAU, "rows of slices"),
                IntArray.allocate(arena, (long) vssCount * Bvss.LANES, "masks of slices"));
    }
}
