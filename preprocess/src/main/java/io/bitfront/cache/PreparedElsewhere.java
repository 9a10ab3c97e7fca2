package io.bitfront.cache;

import io.bitfront.graph.Bvss;
import io.bitfront.graph.BvssPacker;
import io.bitfront.graph.Components;
import io.bitfront.graph.DegreeStatistics;
import io.bitfront.graph.Graph;
import io.bitfront.graph.GraphInput;
import io.bitfront.graph.GraphStatistics;
import io.bitfront.graph.UpdateDivergence;
import io.bitfront.graph.VertexIds;
import io.bitfront.memory.LongArray;
import java.lang.foreign.Arena;

/// Completes what a [GraphPreparer] made to a graph: the figures that are cheaper to take on the CPU.
final class PreparedElsewhere {
    private final Preprocessor job;
    private final GraphPreparer preparer;

    PreparedElsewhere(Preprocessor job, GraphPreparer preparer) {
        this.job = job;
        this.preparer = preparer;
    }

    /// @param arena will own the graph
    Graph run(GraphInput input, Arena arena) {
        long inputEdges = input.edges().edgeCount();
        VertexIds ids = kept(input.ids(), arena);
        GraphPreparer.Arrays made = preparer.prepare(input, job.options(), arena, job.workers(), job.log());
        input.close();
        GraphStatistics statistics = job.log()
                .run(
                        "figures",
                        "edge",
                        () -> statistics(inputEdges, made),
                        result -> made.out().edgeCount());
        return new Graph(
                arena,
                made.out(),
                made.in(),
                made.permutation(),
                ids,
                made.bvss(),
                made.hubs(),
                job.options().ordering(),
                statistics);
    }

    /// The input frees its table of ids.
    private static VertexIds kept(VertexIds ids, Arena arena) {
        if (ids instanceof VertexIds.Table table) {
            LongArray copy = LongArray.allocate(arena, table.ascending().length(), "ids");
            copy.segment().copyFrom(table.ascending().segment());
            return new VertexIds.Table(copy);
        }
        return ids;
    }

    private GraphStatistics statistics(long inputEdges, GraphPreparer.Arrays made) {
        long slices = made.sliceCount();
        BvssPacker.Packed packed = new BvssPacker.Packed(
                made.bvss(),
                slices,
                slices == 0 ? 0 : (double) made.out().edgeCount() / (Bvss.SIGMA * slices),
                UpdateDivergence.of(made.bvss(), made.out(), job.workers()));
        return GraphStatistics.of(
                inputEdges,
                made.selfLoops(),
                made.duplicates(),
                DegreeStatistics.of(made.out(), made.in(), job.workers()),
                packed,
                Components.count(made.out(), made.in(), job.workers()));
    }
}
