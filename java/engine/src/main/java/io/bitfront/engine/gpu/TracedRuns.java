package io.bitfront.engine.gpu;

import io.bitfront.cache.Graph;
import io.bitfront.engine.gpu.LevelSample.Shape;
import io.bitfront.engine.gpu.Traverser.Outside;
import io.bitfront.engine.gpu.Traverser.Run;
import io.bitfront.engine.lab.LabRequest;
import io.bitfront.engine.lab.LevelTrace;
import java.util.ArrayList;
import java.util.List;

/// Traced adaptive traversals, and what each of their levels' costs depended on.
final class TracedRuns implements Calibrator.Runs {
    private final Graph graph;
    private final Traverser traverser;
    private final ResultReader reader;
    private final Shape shape;
    private final int isolated;
    private int traversals;

    /// Of the last traversal; all from one source leave out the same.
    private Outside outside = new Outside(0, 0);

    TracedRuns(Graph graph, Traverser traverser, ResultReader reader, Shape shape) {
        this.graph = graph;
        this.traverser = traverser;
        this.reader = reader;
        this.shape = shape;
        isolated = graph.vertexCount() - graph.verticesWithEdges();
    }

    @Override
    public int traversals() {
        return traversals;
    }

    @Override
    public List<LevelTrace> run(LabRequest request) {
        Run run = traverser.run(request, traverser.adaptive(request.plan()));
        traversals++;
        outside = run.outside();
        return reader.trace(run);
    }

    @Override
    public List<LevelSample> samples(List<LevelTrace> levels) {
        List<LevelSample> samples = new ArrayList<>();
        double left = graph.edgeCount() - outside.edges();
        boolean queued = true;
        for (LevelTrace level : levels) {
            left -= level.frontierEdges();
            samples.add(new LevelSample(
                    level.frontierVertices(),
                    level.frontierEdges(),
                    left,
                    Math.max(0, level.unvisited() - isolated - outside.vertices()),
                    queued,
                    shape));
            queued = level.mode().queues();
        }
        return samples;
    }
}
