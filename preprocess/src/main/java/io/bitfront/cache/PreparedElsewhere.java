package io.bitfront.cache;

import io.bitfront.graph.Bvss;
import io.bitfront.graph.Components;
import io.bitfront.graph.DegreeStatistics;
import io.bitfront.graph.Graph;
import io.bitfront.graph.GraphInput;
import io.bitfront.graph.GraphStatistics;
import io.bitfront.graph.UpdateDivergence;
import io.bitfront.graph.VertexIds;
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
        VertexIds ids = input.ids();
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

    private GraphStatistics statistics(long inputEdges, GraphPreparer.Arrays made) {
        DegreeStatistics degrees = DegreeStatistics.of(made.out(), made.in(), job.workers());
        long slices = made.sliceCount();
        return new GraphStatistics(
                inputEdges,
                made.selfLoops(),
                made.duplicates(),
                degrees.isolatedVertices(),
                degrees.maxOutDegree(),
                degrees.maxInDegree(),
                degrees.meanDegree(),
                slices,
                made.bvss().vssCount(),
                slices == 0 ? 0 : (double) made.out().edgeCount() / (Bvss.SIGMA * slices),
                UpdateDivergence.of(made.bvss(), made.out(), job.workers()),
                degrees.scaleFree(),
                Components.count(made.out(), made.in(), job.workers()));
    }
}
