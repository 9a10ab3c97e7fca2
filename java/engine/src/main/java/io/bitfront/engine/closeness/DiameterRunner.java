package io.bitfront.engine.closeness;

import io.bitfront.cache.Graph;
import io.bitfront.engine.ClosenessJob;
import io.bitfront.engine.ClosenessMeasure;
import io.bitfront.engine.ClosenessResult;
import io.bitfront.engine.Diameter;
import io.bitfront.engine.Engine;
import io.bitfront.engine.JobStoppedException;
import io.bitfront.progress.Progress;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// Diameter, radius and eccentricities by few searches, exactly, over engines of the same graph. Each method takes the
/// engines' turns for its time; [#cancel] from any thread.
public final class DiameterRunner {
    private static final String NOTHING_KEPT = "nothing of it is kept";

    private final List<Engine> engines;
    private final Progress progress;
    private final Consumer<String> say;
    private final StopRequest stop = new StopRequest();

    /// @param engines at least one, all of the same graph
    /// @param say is told of devices that fail while others go on
    public DiameterRunner(List<? extends Engine> engines, Progress progress, Consumer<String> say) {
        this.engines = List.copyOf(engines);
        this.progress = progress;
        this.say = say;
    }

    /// Of the largest component; of a directed graph as a whole.
    ///
    /// @throws IllegalArgumentException for a graph without vertices
    /// @throws JobStoppedException after [#cancel], an interrupt or where an engine is being closed; it
    ///     says what is known
    public Diameter run() {
        Graph graph = engines.getFirst().graph();
        if (graph.vertexCount() == 0) {
            throw new IllegalArgumentException("a graph without vertices has no diameter");
        }
        long started = System.nanoTime();
        stop.runHere();
        try (TurnSet turns = new TurnSet(engines, this::cancel)) {
            RunContext context = context(turns, eccentricities(), started);
            return context.steps(
                    () -> graph.directed()
                            ? DirectedDiameter.find(context)
                            : new EccentricityRun(context).ofLargestComponent(),
                    () -> stopped(
                            graph, DiameterRange.unknown(graph.vertexCount()).toString()));
        }
    }

    /// As [#run], where the eccentricities of all vertices are known: by one or two more searches.
    ///
    /// @param all what [#all] found
    public Diameter run(ClosenessResult all) {
        long started = System.nanoTime() - all.nanos();
        stop.runHere();
        try (TurnSet turns = new TurnSet(engines, this::cancel)) {
            RunContext context = context(turns, eccentricities(), started);
            return context.steps(
                    () -> context.graph().directed()
                            ? DirectedDiameter.of(context, all)
                            : new EccentricityRun(context).ofLargestComponent(all),
                    () -> stopped(context.graph(), NOTHING_KEPT));
        }
    }

    /// Of every vertex, in the job's form.
    ///
    /// @throws JobStoppedException after [#cancel], an interrupt or where an engine is being closed
    public ClosenessResult all() {
        long started = System.nanoTime();
        stop.runHere();
        try (TurnSet turns = new TurnSet(engines, this::cancel)) {
            return all(context(turns, eccentricities(), started));
        } catch (JobStoppedException stopped) {
            throw new JobStoppedException(stopped.progress(), NOTHING_KEPT);
        }
    }

    /// Asks a running method to stop: the searches under way are finished, no new one starts.
    public void cancel() {
        stop.ask();
    }

    /// Whether a job asks for nothing but the eccentricities of all vertices, which bounds tell sooner.
    static boolean suits(ClosenessJob job, Graph graph) {
        return job.sources() instanceof ClosenessJob.Sources.All
                && job.measures().equals(List.of(ClosenessMeasure.ECCENTRICITY))
                && job.bounds()
                && job.checkpoint() == null
                && !graph.directed();
    }

    private static ClosenessResult all(RunContext context) {
        ExactRun rows = new ExactRun(context);
        return context.graph().directed() ? rows.run() : rows.takeEccentricities();
    }

    /// Those of all vertices of an undirected graph.
    ///
    /// @param rows receives them
    static ClosenessResult all(RunContext context, ExactRows rows) {
        Graph graph = context.graph();
        EccentricityRun run = new EccentricityRun(context);
        context.steps(
                () -> {
                    run.findAll(rows);
                    return null;
                },
                () -> stopped(graph, NOTHING_KEPT));
        long spared = graph.vertexCount() - run.searches();
        return new ExactResult(
                context,
                rows,
                List.of(),
                ClosenessResult.Effort.of(
                        graph.vertexCount(),
                        run.searches(),
                        run.searches(),
                        0,
                        Map.of("eccentricities nearby", spared)));
    }

    /// One that stopped before any bound.
    private static JobStoppedException stopped(Graph graph, String known) {
        return new JobStoppedException("stopped after 0 of %,d vertices".formatted(graph.vertexCount()), known);
    }

    private static ClosenessJob eccentricities() {
        return ClosenessJob.allSources().measures(ClosenessMeasure.ECCENTRICITY);
    }

    private RunContext context(TurnSet turns, ClosenessJob job, long started) {
        return new RunContext(
                engines.getFirst().graph(),
                turns.backends(),
                job,
                progress,
                null,
                stop,
                say,
                started,
                new Foresight(stop::asked));
    }
}
