package io.bitfront.engine.closeness;

import io.bitfront.cache.Graph;
import io.bitfront.engine.ClosenessJob;
import io.bitfront.engine.ClosenessResult;
import io.bitfront.engine.DeviceException;
import io.bitfront.engine.Engine;
import io.bitfront.engine.JobStoppedException;
import io.bitfront.engine.spi.Backend;
import io.bitfront.file.FileException;
import io.bitfront.parallel.Futures;
import io.bitfront.progress.Progress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// Runs one closeness job over one or more engines of the same graph, which must stay open while the result is read.
/// [#run] once; [#cancel] from any thread.
public final class ClosenessRunner {
    private static final String CONTINUES = "the same job continues from ";

    private final List<Engine> engines;
    private final ClosenessJob job;
    private final Progress progress;
    private final Consumer<String> say;
    private final StopRequest stop = new StopRequest();
    private final Foresight foresight = new Foresight(stop::asked);
    /// What keeps the results of a finished job, and says where.
    private final List<Supplier<String>> keeping = new ArrayList<>();
    /// The folder that a finished job went on from; or null.
    private Path kept;

    /// @param engines at least one, all of the same graph
    public ClosenessRunner(List<? extends Engine> engines, ClosenessJob job, Progress progress) {
        this(engines, job, progress, line -> {});
    }

    /// @param engines at least one, all of the same graph
    /// @param say is told at once, in one line, of a device that fails while others go on
    public ClosenessRunner(List<? extends Engine> engines, ClosenessJob job, Progress progress, Consumer<String> say) {
        this.engines = List.copyOf(engines);
        this.job = job;
        this.progress = progress;
        this.say = say;
        if (this.engines.stream().map(Engine::graph).distinct().count() != 1) {
            throw new IllegalArgumentException(
                    "%d engines: expected at least one, all of the same graph".formatted(engines.size()));
        }
    }

    /// How many searches over the whole graph the job is worth over so many sources, as rows of others follow
    /// from theirs and searches go over fewer vertices; what is found on the way is kept for [#run]. Any number
    /// after [#cancel].
    public long searches(long sources) {
        return JobEstimate.searches(engines.getFirst(), job, sources, foresight);
    }

    /// Runs the job to its end.
    ///
    /// @throws JobStoppedException after [#cancel] or an interrupt; what was done is in the checkpoint, if any
    /// @throws FileException where the checkpoint belongs to another graph or job, or cannot be used
    /// @throws DeviceException where no engine is left that works; what was done is in the checkpoint, if any
    public ClosenessResult run() {
        return runKeeping(null);
    }

    /// Runs the job as [#run] does. If it is stopped and has no checkpoint, what is done is kept in a folder; what an
    /// earlier call kept there of the same job is gone on from, and gone in the end.
    ///
    /// @param folder null to keep nothing
    public ClosenessResult runKeeping(Path folder) {
        ClosenessResult result = runUntilWritten(folder);
        written();
        return result;
    }

    /// As [#runKeeping], but what was gone on from stays until [#written]: where the result cannot
    /// be written, [#keepResult] keeps it.
    ///
    /// @param folder null to keep nothing
    public ClosenessResult runUntilWritten(Path folder) {
        long started = System.nanoTime();
        if (job.checkpoint() != null) {
            try (Checkpoint checkpoint = opened(job.checkpoint(), job)) {
                return run(job, checkpoint, null, started);
            }
        }
        if (folder == null || !Checkpoint.holdsAny(folder)) {
            return run(job, null, folder, started);
        }
        ClosenessResult result;
        try (Checkpoint checkpoint = openedOrNull(folder)) {
            if (checkpoint == null) {
                return run(job, null, null, started);
            }
            result = run(job.checkpoint(folder), checkpoint, null, started);
        } catch (CheckpointException useless) {
            graph().requireUnchanged();
            if (useless.othersUse()) {
                say.accept(useless.getMessage() + "; it stays there, and nothing is kept of this one");
                return run(job, null, null, started);
            }
            say.accept(useless.getMessage() + "; beginning anew");
            Checkpoint.delete(folder);
            return run(job, null, folder, started);
        }
        kept = folder;
        return result;
    }

    /// Nobody needs any more what was gone on from.
    public void written() {
        if (kept != null) {
            Checkpoint.delete(kept);
        }
    }

    /// Keeps the results of a finished job, as those of a stopped one are kept, unless the graph's
    /// cache has been rewritten.
    ///
    /// @return where they are, or why they are not, in one line; null where there was no folder
    public String keepResult() {
        try {
            graph().requireUnchanged();
        } catch (FileException changed) {
            return null;
        }
        if (job.checkpoint() != null) {
            return CONTINUES + "checkpoint " + job.checkpoint();
        }
        if (kept != null) {
            return CONTINUES + kept;
        }
        // Rows in the place of a sample come before it.
        return keeping.stream().map(Supplier::get).reduce(null, (_, last) -> last);
    }

    /// Null where what is kept cannot be used now, which is said; another time it may be.
    private Checkpoint openedOrNull(Path folder) {
        try {
            return opened(folder, job);
        } catch (CheckpointException useless) {
            throw useless;
        } catch (FileException cannot) {
            say.accept(cannot.getMessage() + "; beginning anew");
            return null;
        }
    }

    private ClosenessResult run(ClosenessJob asked, Checkpoint checkpoint, Path keep, long started) {
        stop.runHere();
        try (TurnSet turns = new TurnSet(engines, this::cancel)) {
            RunContext context = new RunContext(
                    graph(), turns.backends(), asked, progress, checkpoint, stop, say, started, foresight);
            return run(context, keep);
        }
    }

    private ClosenessResult run(RunContext context, Path keep) {
        ClosenessJob asked = context.job();
        if (asked.sampled()) {
            SampleRun run = new SampleRun(context);
            Optional<ClosenessResult> estimates = stoppable(run::run, run, keep, asked);
            return estimates.orElseGet(() -> run.exactly(exactly(context, run, keep)));
        }
        if (TopRun.suits(asked)) {
            TopRun run = new TopRun(context);
            return stoppable(() -> context.steps(run::run, context::stopped), run, keep, asked);
        }
        if (DiameterRunner.suits(asked, graph())) {
            ExactRun run = new ExactRun(context);
            ClosenessResult result = run.takeEccentricities();
            if (keep != null) {
                keeping.add(() -> kept(run, keep, asked));
            }
            return result;
        }
        ExactRun run = new ExactRun(context);
        return stoppable(run::run, run, keep, asked);
    }

    /// The rows of all vertices in the place of estimates, kept beside what the sample has found. Where there
    /// is no checkpoint and they are stopped, the sample is kept with them.
    private ClosenessResult exactly(RunContext sampled, SampleRun sample, Path keep) {
        ClosenessJob all = sampled.job().withSources(new ClosenessJob.Sources.All());
        if (sampled.checkpoint() != null) {
            try (Checkpoint checkpoint = opened(Checkpoint.ofAll(sampled.job().checkpoint()), all)) {
                return run(sampled.over(all, checkpoint), null);
            }
        }
        Path rows = keep == null ? null : Checkpoint.ofAll(keep);
        return stoppable(() -> run(sampled.over(all, null), rows), sample, keep, sampled.job());
    }

    /// @param results of the run
    /// @param folder where those of a stopped one are kept; null to keep nothing
    /// @param asked the job that is run
    private <T> T stoppable(Supplier<T> run, Keepable results, Path folder, ClosenessJob asked) {
        try {
            T result = run.get();
            if (folder != null) {
                keeping.add(() -> kept(results, folder, asked));
            }
            return result;
        } catch (JobStoppedException stopped) {
            if (folder == null) {
                throw stopped;
            }
            throw new JobStoppedException(stopped.progress(), kept(results, folder, asked));
        }
    }

    private String kept(Keepable results, Path folder, ClosenessJob asked) {
        if (!results.hasResults()) {
            // A sample that was given up before its first search may have rows in its place.
            return Checkpoint.holdsAny(folder) ? CONTINUES + folder : "there is nothing to be kept yet";
        }
        try (Checkpoint checkpoint = opened(folder, asked)) {
            results.keep(checkpoint);
            return CONTINUES + folder;
        } catch (FileException cannot) {
            return "nothing could be kept: " + cannot.getMessage();
        }
    }

    /// Whether or not the caller is interrupted, which stops the job only then.
    private Checkpoint opened(Path folder, ClosenessJob asked) {
        return Futures.apart(() -> Checkpoint.open(folder, description(asked)));
    }

    private JobDescription description(ClosenessJob asked) {
        return DiameterRunner.suits(asked, graph())
                ? JobDescription.ofEccentricities(graph(), asked)
                : JobDescription.of(graph(), asked);
    }

    private Graph graph() {
        return engines.getFirst().graph();
    }

    /// Asks a running job to stop: batches under way are finished and kept, no new one starts.
    public void cancel() {
        stop.ask();
    }

    /// Bytes the job needs at most beyond the graph itself, in all engines together. On a graph that may be deep
    /// enough for cells a short search is tried.
    ///
    /// @throws IllegalArgumentException for a batch width an engine does not have
    /// @throws DeviceException in one line, where an engine cannot traverse from many sources
    public static long memoryNeeded(List<? extends Engine> engines, ClosenessJob job) {
        try (TurnSet turns = new TurnSet(engines, () -> {})) {
            return bytes(turns.backends(), job) + cellBytes(turns.backends(), job);
        }
    }

    private static long cellBytes(List<Backend> backends, ClosenessJob job) {
        int n = backends.getFirst().graph().vertexCount();
        return switch (job.sources()) {
            case ClosenessJob.Sources.Sample _ -> 0;
            case ClosenessJob.Sources.Listed listed ->
                ProfiledRows.bytes(backends, job, listed.ids().size());
            case ClosenessJob.Sources.All _ -> ProfiledRows.bytes(backends, job, n);
            case ClosenessJob.Sources.Error _ ->
                ProfiledRows.bytes(backends, job.withSources(new ClosenessJob.Sources.All()), n);
        };
    }

    private static long bytes(List<Backend> backends, ClosenessJob job) {
        int n = backends.getFirst().graph().vertexCount();
        long forTop = TopRun.suits(job) ? TopRun.bytes(n) : 0;
        return switch (job.sources()) {
            case ClosenessJob.Sources.Sample _ -> SampleRun.bytes(backends, job, n);
            case ClosenessJob.Sources.Error _ ->
                SampleRun.bytes(backends, job, n) + bytes(backends, job.withSources(new ClosenessJob.Sources.All()));
            case ClosenessJob.Sources.All _ -> forTop + ExactRun.bytes(backends, job, n);
            case ClosenessJob.Sources.Listed listed ->
                forTop + ExactRun.bytes(backends, job, listed.ids().size());
        };
    }

    /// Null where an engine can run the job, else the reason in one line.
    ///
    /// @throws IllegalArgumentException for a batch width the engine does not have
    public static String whyNot(Engine engine, ClosenessJob job) {
        try (TurnSet turns = new TurnSet(List.of(engine), () -> {})) {
            bytes(turns.backends(), job);
            return null;
        } catch (DeviceException cannot) {
            return cannot.getMessage();
        }
    }
}
