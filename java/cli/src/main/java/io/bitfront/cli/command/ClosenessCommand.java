package io.bitfront.cli.command;

import io.bitfront.cli.output.ClosenessFile;
import io.bitfront.cli.report.Report;
import io.bitfront.cli.report.Streams;
import io.bitfront.cli.report.Units;
import io.bitfront.engine.BatchMode;
import io.bitfront.engine.Direction;
import io.bitfront.engine.Engine;
import io.bitfront.engine.EngineTeam;
import io.bitfront.engine.closeness.ClosenessJob;
import io.bitfront.engine.closeness.ClosenessMeasure;
import io.bitfront.engine.closeness.ClosenessResult;
import io.bitfront.engine.closeness.ClosenessRunner;
import io.bitfront.engine.closeness.JobStoppedException;
import io.bitfront.graph.Graph;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
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
            "  harmonic             sum of 1/hops; harmonic-normalised: the same / (n-1)",
            "  lin                  Lin's index: r x r/S",
            "  eccentricity         hops to the farthest vertex reached",
            "  reached              r",
            "",
            "Without --output the 20 highest are printed (--top K: K). Output files have a row per vertex, ascending by"
                    + " id (with --top: highest first): .csv, .tsv and .parquet with the columns 'vertex' and the measures, .npy the"
                    + " measures as float64, .json columns and rows. A sample adds 'standard-error', that of closeness,"
                    + " to table and files.",
            "",
            "Examples:",
            "  bitfront closeness web.bvss --top 100 --measures closeness,harmonic",
            "  bitfront closeness roads.gr --checkpoint roads.job --output ranks.csv",
            "  bitfront closeness huge.bvss --sources sample:1000 --output estimate.npy"
        })
final class ClosenessCommand implements Callable<Integer> {
    private static final String ALL = "all";
    private static final String SAMPLE = "sample:";
    private static final int SHOWN = 20;

    private final Streams streams;

    @Spec
    private CommandSpec spec;

    @Mixin
    private GraphOptions graphOptions;

    @Option(
            names = "--sources",
            paramLabel = "WHICH",
            defaultValue = ALL,
            description =
                    "Which vertices get a value: all; FILE with one id per line; sample:K estimates all from K random"
                            + " vertices. Default: all.")
    private String sources;

    @Option(
            names = "--seed",
            paramLabel = "S",
            defaultValue = "1",
            description = "Which K vertices sample:K draws. Default: ${DEFAULT-VALUE}.")
    private long seed;

    @Option(
            names = "--measures",
            paramLabel = "M",
            split = ",",
            defaultValue = "closeness",
            description = "One or more of closeness, wf, harmonic, harmonic-normalised, lin, eccentricity, reached;"
                    + " --top ranks by the first. Default: closeness.")
    private List<ClosenessMeasure> measures;

    @Option(
            names = "--direction",
            paramLabel = "DIR",
            defaultValue = "out",
            description = "In a directed graph: hops from the vertex along edges (out) or to it (in). Default: out.")
    private Direction direction;

    @Option(names = "--top", paramLabel = "K", description = "Only the K highest by the first measure, ties by id.")
    private int top;

    @Option(
            names = "--batch",
            paramLabel = "B",
            defaultValue = "auto",
            description = "Sources traversed at once: auto, 256, 512 or 1024. Default: auto.")
    private String batch;

    @Mixin
    private DeviceOptions deviceOptions;

    @Option(
            names = "--checkpoint",
            paramLabel = "DIR",
            description = "Keep what is done in DIR, so that the same command continues an interrupted job.")
    private Path checkpoint;

    @Option(
            names = "--output",
            paramLabel = "FILE",
            description = "Write the values to FILE: .csv, .tsv, .npy, .json, .parquet. May be repeated.")
    private List<Path> outputs = new ArrayList<>();

    @Mixin
    private CommonOptions common;

    ClosenessCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() {
        ClosenessJob template = template();
        OutputPaths.check(spec, graphOptions.file(), outputs, List.of());
        OutputPaths.checkFolder(spec, "--checkpoint", checkpoint);
        deviceOptions.devices();
        try (Graph graph = graphOptions.open(common, streams).graph()) {
            ClosenessJob job = withSources(template, graph);
            try (EngineTeam team = deviceOptions.openAll(
                    graph, graphOptions, engine -> ClosenessRunner.whyNot(engine, job), common, streams)) {
                run(team.engines(), job);
            }
        }
        return ExitCode.DONE;
    }

    /// The job without its sources, which need the graph.
    private ClosenessJob template() {
        if (spec.commandLine().getParseResult().hasMatchedOption("--top") && top < 1) {
            throw Usage.bad(spec, "--top %d: expected at least 1".formatted(top));
        }
        if (spec.commandLine().getParseResult().hasMatchedOption("--seed") && !sources.startsWith(SAMPLE)) {
            throw Usage.bad(spec, "--seed only goes with --sources sample:K");
        }
        return Usage.valid(spec, () -> {
            ClosenessJob.Sources which = sources.startsWith(SAMPLE)
                    ? new ClosenessJob.Sources.Sample(pivots(), seed)
                    : new ClosenessJob.Sources.All();
            return new ClosenessJob(which, measures, direction, top, width(), BatchMode.AUTO, checkpoint);
        });
    }

    private int pivots() {
        String count = sources.substring(SAMPLE.length());
        try {
            return Integer.parseInt(count);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("--sources %s: expected sample:K with a number K".formatted(sources), e);
        }
    }

    private int width() {
        return switch (batch) {
            case "auto" -> 0;
            case "256", "512", "1024" -> Integer.parseInt(batch);
            default ->
                throw new IllegalArgumentException("--batch %s: expected one of auto, 256, 512, 1024".formatted(batch));
        };
    }

    private ClosenessJob withSources(ClosenessJob template, Graph graph) {
        if (sources.equals(ALL) || sources.startsWith(SAMPLE)) {
            return template;
        }
        List<Long> ids =
                Arrays.stream(VertexList.read(Path.of(sources), graph)).boxed().toList();
        return template.withSources(new ClosenessJob.Sources.Listed(ids));
    }

    private void run(List<Engine> engines, ClosenessJob job) {
        common.note(streams, plan(engines, job));
        ClosenessRunner runner = new ClosenessRunner(engines, job, common.progress(streams));
        ClosenessResult result = checkpoint == null ? runner.run() : resumable(runner);
        for (Path output : outputs) {
            ClosenessFile.write(output, result);
            common.note(streams, "wrote " + output);
        }
        if (outputs.isEmpty() || common.json()) {
            common.print(report(engines, result), streams);
        } else {
            result.notes().forEach(line -> common.note(streams, line));
        }
    }

    /// Runs a job that keeps what is done: a signal ends it once the batches under way are kept too.
    private ClosenessResult resumable(ClosenessRunner runner) {
        streams.whenInterrupted("run the same command again to continue from " + checkpoint);
        try (StopSignals signals = new StopSignals(number -> {
            streams.complain("interrupted: finishing the batches under way; a second signal ends it at once");
            runner.cancel();
        })) {
            try {
                return runner.run();
            } catch (JobStoppedException stopped) {
                throw new SignalException(signals.received(), "interrupted: " + stopped.getMessage());
            }
        }
    }

    private static String plan(List<Engine> engines, ClosenessJob job) {
        Graph graph = engines.getFirst().graph();
        long traversals = switch (job.sources()) {
            case ClosenessJob.Sources.All _ -> graph.vertexCount();
            case ClosenessJob.Sources.Listed listed -> listed.ids().size();
            case ClosenessJob.Sources.Sample sample -> Math.min(sample.pivots(), graph.vertexCount());
        };
        String widths = engines.stream()
                .map(engine -> engine.batchWidth(job.width(), job.direction(), job.mode()))
                .distinct()
                .map("%,d"::formatted)
                .collect(Collectors.joining(" and "));
        return "%s of %s in batches of %s, %s of memory beyond the graph's"
                .formatted(
                        Units.count(traversals, "traversal", "traversals"),
                        Units.count(graph.edgeCount(), "edge", "edges"),
                        widths,
                        Units.bytes(ClosenessRunner.memoryNeeded(engines, job)));
    }

    private Report report(List<Engine> engines, ClosenessResult result) {
        Report report = new Report().field("command", "closeness");
        GraphFacts.add(report, graphOptions.file(), engines.getFirst().graph());
        String device = DeviceOptions.description(engines);
        report.line("device", device, "device", device);
        report.line("sources", sources, "sources", sources);
        ClosenessReport.add(report, result, top == 0 ? SHOWN : top);
        return report.field("outputs", outputs.stream().map(Path::toString).toList());
    }
}
