package io.bitfront.cli.command;

import io.bitfront.cache.Graph;
import io.bitfront.cli.output.ClosenessFile;
import io.bitfront.cli.report.Report;
import io.bitfront.cli.report.Streams;
import io.bitfront.cli.report.Units;
import io.bitfront.engine.ClosenessJob;
import io.bitfront.engine.ClosenessResult;
import io.bitfront.engine.Device;
import io.bitfront.engine.Engine;
import io.bitfront.engine.EngineTeam;
import io.bitfront.engine.closeness.ClosenessRunner;
import io.bitfront.engine.lab.Lab;
import io.bitfront.file.FileException;
import io.bitfront.file.Ownership;
import io.bitfront.file.UserFolders;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `bitfront closeness`.
@Command(
        name = "closeness",
        sortOptions = false,
        abbreviateSynopsis = true,
        description = "Rank vertices by closeness centrality and its relatives, exactly or from a sample.",
        footer = {
            "",
            "Measures, of a vertex that reaches r vertices (itself included) at a sum of hops S, of n in the graph:",
            "  closeness            (r-1)/S",
            "  wf                   Wasserman-Faust: (r-1)/(n-1) x (r-1)/S",
            "  harmonic             sum of 1/hops; harmonic_normalised: the same / (n-1)",
            "  lin                  Lin's index: r x r/S",
            "  eccentricity         hops to the farthest vertex reached",
            "  reached              r",
            "",
            "Without -o the 20 highest are printed (--top K: K). Files have a row per vertex, ascending by id (with"
                    + " --top: highest first; --top all: all of them): .csv, .tsv and .parquet with the columns 'vertex'"
                    + " and the measures, .npy the measures as float64, a row per vertex, with NAME.ids.npy beside it"
                    + " where vertices are not 0..n-1, .json columns and rows. A sample adds the standard error of each"
                    + " measure, 'wf_error' of 'wf', to table and files.",
            "",
            "Examples:",
            "  bitfront closeness web.bvss --top 100 --measures wf,harmonic",
            "  bitfront closeness roads.gr --checkpoint roads.job -o ranks.csv",
            "  bitfront closeness roads.gr --top all -o ranking.csv",
            "  bitfront closeness huge.bvss --sources sample:1000 -o estimate.npy",
            "  bitfront closeness /nfs/web.bvss --spark spark://host:7077 -o /nfs/ranks"
        })
final class ClosenessCommand implements Callable<Integer> {
    private final Streams streams;

    @Spec
    private CommandSpec spec;

    @Mixin
    private GraphOptions graphOptions;

    @Mixin
    private PartOptions partOptions;

    @Mixin
    private JobOptions jobOptions;

    @Mixin
    private DeviceOptions deviceOptions;

    @Option(
            names = "--checkpoint",
            paramLabel = "DIR",
            description = "Keep what is done in DIR, so that the same command continues an interrupted job.")
    private Path checkpoint;

    @Mixin
    private OutputOptions outputs;

    @Option(
            names = "--report",
            paramLabel = "FILE.html",
            description = "Write a page: the highest vertices, how values are spread, a map of levels.")
    private Path page;

    @Mixin
    private SparkOptions sparkOptions;

    @Mixin
    private CommonOptions common;

    ClosenessCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() {
        ClosenessJob template = jobOptions.template(checkpoint);
        if (sparkOptions.asked()) {
            return sparkOptions.submit(streams);
        }
        outputs.check(graphOptions.file(), jobOptions.lists(), common, List.of("ids"), OutputOptions.present(page));
        OutputPaths.checkPage(spec, page);
        OutputPaths.checkFolder(spec, "--checkpoint", checkpoint);
        OutputPaths.checkFolder(spec, checkpoint, List.of(outputs.names(), OutputOptions.present(page)));
        Device device = deviceOptions.firstOfAll();
        try (OpenGraph open = graphOptions.openFor(device, common, streams)) {
            partOptions.apply(open, common, streams);
            Graph graph = open.graph();
            ClosenessJob job = jobOptions.withSources(template, graph, line -> common.note(streams, line));
            try (EngineTeam team = deviceOptions.openAll(
                    graph, graphOptions, engine -> ClosenessRunner.whyNot(engine, job), common, streams)) {
                run(team.engines(), job);
            }
        }
        return ExitCode.DONE;
    }

    private void run(List<Engine> engines, ClosenessJob job) {
        common.note(streams, plan(engines, job));
        ClosenessRunner runner =
                new ClosenessRunner(engines, job, common.progress(streams), line -> common.note(streams, line));
        String time = common.quiet()
                ? null
                : Estimates.of(engines, job, sources(engines.getFirst().graph(), job), runner::searches);
        if (time != null) {
            String less = checkpoint != null && OutputPaths.holdsFiles(checkpoint)
                    ? ", less what checkpoint " + checkpoint + " holds"
                    : "";
            common.note(streams, "this will take " + time + less);
        }
        ClosenessResult result = resumable(runner, job);
        keptUntil(() -> write(engines, result), runner);
    }

    /// Where the result of a job cannot be written, it is kept as that of a stopped one.
    private void keptUntil(Runnable written, ClosenessRunner runner) {
        try {
            written.run();
        } catch (FileException cannot) {
            String kept = runner.keepResult();
            throw kept == null ? cannot : new FileException(cannot.getMessage() + "; " + kept, cannot);
        } catch (RuntimeException | Error cannot) {
            sayKept(runner);
            throw cannot;
        }
        if (streams.resultsLost() == null || streams.readerLeft()) {
            runner.written();
        } else {
            sayKept(runner);
        }
    }

    private void sayKept(ClosenessRunner runner) {
        String kept = runner.keepResult();
        if (kept != null) {
            streams.complain(kept);
        }
    }

    private void write(List<Engine> engines, ClosenessResult result) {
        List<List<Path>> written = outputs.write(
                engines.getFirst().graph(), target -> ClosenessFile.write(target, result), common, streams);
        if (page != null) {
            String title = "Closeness on %s".formatted(graphOptions.file().getFileName());
            ClosenessPage.write(page, title, report(engines, result), result, engines.getFirst());
            common.note(streams, "wrote " + page);
        }
        if (outputs.isEmpty() || common.json()) {
            common.print(report(engines, result).field("outputs", OutputOptions.names(written, page)), streams);
        } else {
            ClosenessReport.lines(result).forEach(line -> common.note(streams, line));
            common.note(streams, ClosenessReport.time(result));
        }
    }

    /// Runs a job so that a signal ends it once the batches under way are done and kept.
    private ClosenessResult resumable(ClosenessRunner runner, ClosenessJob job) {
        if (checkpoint != null) {
            streams.whenInterrupted("run the same command again to continue from " + checkpoint);
        }
        return StopSignals.heeded(
                streams,
                "batches",
                runner::cancel,
                () -> runner.runUntilWritten(checkpoint == null ? unfinished(job) : null));
    }

    /// Where a job without a checkpoint keeps what is done when it is interrupted; null where it cannot.
    private Path unfinished(ClosenessJob job) {
        Path graph = graphOptions.file();
        Path cache = graphOptions.cache();
        Path beside = graphOptions.generated()
                ? Path.of("").toAbsolutePath()
                : graph.toAbsolutePath().getParent();
        UnfinishedPlace place = UnfinishedPlace.of(
                graph,
                cache == null ? beside : cache,
                cache != null,
                jobOptions.identity(job) + partOptions.identity() + graphOptions.identity(),
                Ownership.ofThisProcess(),
                UserFolders.ofThisProcess());
        if (place.why() != null) {
            common.note(streams, "nothing will be kept of this job if it is interrupted: " + place.why());
        }
        return place.folder();
    }

    private static long sources(Graph graph, ClosenessJob job) {
        return switch (job.sources()) {
            case ClosenessJob.Sources.All _ -> graph.vertexCount();
            case ClosenessJob.Sources.Listed listed -> listed.ids().size();
            case ClosenessJob.Sources.Error _ -> Math.min(256, graph.vertexCount());
            case ClosenessJob.Sources.Sample sample -> Math.min(sample.pivots(), graph.vertexCount());
        };
    }

    private static String plan(List<Engine> engines, ClosenessJob job) {
        Graph graph = engines.getFirst().graph();
        long traversals = sources(graph, job);
        String widths = engines.stream()
                .map(engine -> Lab.of(engine).batchWidth(job.width(), job.direction(), job.mode()))
                .distinct()
                .map("%,d"::formatted)
                .collect(Collectors.joining(" and "));
        return "%s of %s in batches of %s, up to %s of memory beyond the graph's"
                .formatted(
                        Units.count(traversals, "traversal", "traversals"),
                        Units.count(graph.edgeCount(), "edge", "edges"),
                        widths,
                        Units.bytes(ClosenessRunner.memoryNeeded(engines, job)));
    }

    private Report report(List<Engine> engines, ClosenessResult result) {
        Report report = new Report().field("command", "closeness");
        GraphFacts.add(report, graphOptions.file(), engines.getFirst().graph());
        partOptions.addTo(report);
        String device = DeviceOptions.description(engines);
        report.line("device", device, "device", device);
        report.line("sources", jobOptions.sources(), "sources", jobOptions.sources());
        ClosenessReport.add(
                report,
                result,
                result.job().top() == 0 ? ClosenessReport.SHOWN : result.job().top());
        return report;
    }
}
