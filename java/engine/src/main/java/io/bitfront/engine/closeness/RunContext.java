package io.bitfront.engine.closeness;

import io.bitfront.cache.Graph;
import io.bitfront.engine.ClosenessJob;
import io.bitfront.engine.ClosenessMeasure;
import io.bitfront.engine.DeviceException;
import io.bitfront.engine.Direction;
import io.bitfront.engine.JobStoppedException;
import io.bitfront.engine.spi.Backend;
import io.bitfront.engine.spi.MultiSource;
import io.bitfront.graph.GraphStatistics;
import io.bitfront.progress.Elapsed;
import io.bitfront.progress.Progress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/// What a run works with.
///
/// @param checkpoint null where the job keeps none
/// @param stop is told each queue before its first batch is taken
/// @param say is told at once, in one line, of what goes wrong without ending the job
/// @param started [System#nanoTime] at the start
/// @param foresight what an estimate found
record RunContext(
        Graph graph,
        List<Backend> engines,
        ClosenessJob job,
        Progress progress,
        Checkpoint checkpoint,
        StopRequest stop,
        Consumer<String> say,
        long started,
        Foresight foresight) {

    /// What is said of a job without a checkpoint.
    private static final String NOTHING_KEPT = "without a checkpoint nothing is kept";

    /// For a part of the job, which keeps nothing of its own.
    RunContext with(ClosenessJob part, Progress shown) {
        return new RunContext(graph, engines, part, shown, null, stop, say, started, foresight);
    }

    /// For another job in the place of this one.
    RunContext over(ClosenessJob other, Checkpoint kept) {
        return new RunContext(graph, engines, other, progress, kept, stop, say, started, foresight);
    }

    /// What a device finds; nothing, which is said if it has no memory for that.
    <T> Optional<T> ifItFits(Supplier<T> found) {
        try {
            return Optional.ofNullable(found.get());
        } catch (DeviceException cannot) {
            say.accept(cannot.getMessage());
            return Optional.empty();
        }
    }

    /// Input index of a vertex.
    int indexOf(int vertex) {
        return graph.permutation().oldIdOf().get(vertex);
    }

    /// Vertex of an input index.
    int vertexOf(int index) {
        return graph.permutation().newIdOf().get(index);
    }

    /// Batches `vertices`: neighbours together where that pays, else by their numbers, which the ordering made near.
    BatchQueue queueOf(int[] vertices, int width) {
        BatchQueue queue;
        if (SourceArrangement.pays(vertices.length, graph.vertexCount(), width)) {
            queue = new BatchQueue(new SourcesAhead(new SourceArrangement(graph, vertices, width), width));
        } else {
            int[] ascending = vertices.clone();
            Arrays.sort(ascending);
            queue = new BatchQueue(ascending);
        }
        stop.begin(queue);
        return queue;
    }

    long nanos() {
        return Elapsed.nanos(started);
    }

    /// A job that stopped before its end.
    JobStoppedException stopped(long done, long total) {
        return new JobStoppedException("stopped after %,d of %,d sources".formatted(done, total), kept());
    }

    /// One that stopped where nobody counts sources.
    JobStoppedException stopped() {
        return new JobStoppedException("stopped between searches", kept());
    }

    private String kept() {
        return checkpoint == null ? NOTHING_KEPT : "the same job continues from checkpoint " + job.checkpoint();
    }

    /// Runs steps on the host, which throw a [CancellationException] where the job is stopped.
    ///
    /// @param stopped says how far the job came
    /// @throws JobStoppedException in its place
    <T> T steps(Supplier<T> steps, Supplier<JobStoppedException> stopped) {
        try {
            return steps.get();
        } catch (CancellationException _) {
            throw stopped.get();
        }
    }

    /// States of every engine that can make them.
    States statesOf(Function<Backend, List<MultiSource>> make) {
        return States.of(engines, make, say);
    }

    /// Traverses until all sources are done.
    ///
    /// @param queue of the sources, closed in the end
    /// @param batches returns what went wrong without ending the job
    /// @param done tells how many sources are done
    /// @throws DeviceException where no device is left
    /// @throws JobStoppedException where the queue was stopped
    List<String> complete(BatchQueue queue, Supplier<List<String>> batches, LongSupplier done, long total) {
        List<String> dropped;
        try (queue) {
            dropped = batches.get();
        } catch (DeviceException e) {
            throw new DeviceException(
                    "no device is left: %s; %s"
                            .formatted(
                                    e.getMessage(),
                                    stopped(done.getAsLong(), total).getMessage()),
                    e);
        }
        if (done.getAsLong() < total) {
            if (!queue.stopped()) {
                throw new IllegalStateException("corrupt graph: %,d of %,d sources have a row when all are searched"
                        .formatted(done.getAsLong(), total));
            }
            throw stopped(done.getAsLong(), total);
        }
        return dropped;
    }

    /// The line that says what distances mean, and those of `more`.
    List<String> notes(List<String> more) {
        List<String> notes = new ArrayList<>();
        notes.add(
                !graph.directed()
                        ? "undirected graph: distances are the same in both directions"
                        : job.direction() == Direction.OUT
                                ? "direction out: distances from each vertex along out-edges"
                                : "direction in: distances to each vertex, along in-edges from it");
        notes.addAll(more);
        if (job.measures().contains(ClosenessMeasure.CLOSENESS) && mayReachFew()) {
            notes.add("closeness counts only vertices that are reached, however few: "
                    + "where their number differs, wf and harmonic compare better");
        }
        return List.copyOf(notes);
    }

    /// Whether vertices with edges may reach different numbers of others.
    private boolean mayReachFew() {
        GraphStatistics figures = graph.statistics();
        return graph.directed() || figures.components() > figures.isolatedVertices() + 1;
    }
}
