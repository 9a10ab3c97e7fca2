package io.bitfront.cli.command;

import io.bitfront.cache.Graph;
import io.bitfront.cli.command.TraversalSet.Traversal;
import io.bitfront.cli.html.HtmlReport;
import io.bitfront.cli.output.LevelFiles;
import io.bitfront.cli.output.OutputFormat;
import io.bitfront.cli.report.Report;
import io.bitfront.cli.report.Streams;
import io.bitfront.cli.report.Units;
import io.bitfront.engine.BfsRequest;
import io.bitfront.engine.Device;
import io.bitfront.engine.Engine;
import io.bitfront.engine.EngineTeam;
import io.bitfront.engine.lab.Calibration;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `bitfront bfs`.
@Command(
        name = "bfs",
        sortOptions = false,
        abbreviateSynopsis = true,
        description = "Hops from one or more vertices to all others.",
        footer = {
            "",
            "Without --output a table is printed: vertices per level, edges, time, TEPS.",
            "Output files have a row per vertex, ascending by id: .csv and .tsv 'vertex,level[,parent]'"
                + " ('source,vertex,level[,parent]' for several sources; empty where unreached), .npy levels as int32"
                + " (-1 where unreached; one row per source), .json the same arrays, .parquet the columns of .csv.",
            "",
            "Examples:",
            "  bitfront bfs web.bvss --source 17",
            "  bitfront bfs roads.gr --source 1,500,900 --parents --output hops.csv",
            "  bitfront bfs web.mtx --random 64 --seed 7 --runs 5 --verify --json",
            "  bitfront bfs web.bvss --sources landmarks.txt --together --output levels.npy"
        })
final class BfsCommand implements Callable<Integer> {
    /// Traversals whose levels a page shows.
    private static final int MOST_DRAWN = 8;

    /// Options of traversals that run one after another.
    private static final List<String> ALONE = List.of(
            "--parents", "--target", "--max-level", "--runs", "--verify", "--trace", "--report", "--mode", "--switch");

    private final Streams streams;

    @Spec
    private CommandSpec spec;

    @Mixin
    private GraphOptions graphOptions;

    @Mixin
    private SourceOptions sourceOptions;

    @Mixin
    private DeviceOptions deviceOptions;

    @Mixin
    private ModeOptions modeOptions;

    @Option(
            names = "--parents",
            description = "Also find for every reached vertex its smallest neighbour one level up.")
    private boolean parents;

    @Option(names = "--max-level", paramLabel = "L", description = "Stop after level L.")
    private int maxLevel = Integer.MAX_VALUE;

    @Option(
            names = "--target",
            paramLabel = "V",
            split = ",",
            description = "Stop once all these vertices are found; the level of the last one is completed.")
    private List<String> targets = new ArrayList<>();

    @Option(
            names = "--runs",
            paramLabel = "R",
            defaultValue = "1",
            description = "Traverse R times from each source; its time is the median. Default: ${DEFAULT-VALUE}.")
    private int runs;

    @Option(names = "--verify", description = "Check every level in linear time; exit with 3 if one is wrong.")
    private boolean verify;

    @Option(
            names = "--output",
            paramLabel = "FILE",
            description = "Write the levels to FILE: .csv, .tsv, .npy, .json, .parquet. May be repeated.")
    private List<Path> outputs = new ArrayList<>();

    @Option(
            names = "--together",
            description =
                    "Traverse from all sources at once, in batches. --output FILE.npy then holds a row per vertex and"
                        + " a column per source, int8 or int16 where the depth allows; no other output, no --parents,"
                        + " --target, --max-level, --runs, --verify, --trace, --report, --mode or --switch.")
    private boolean together;

    @Option(names = "--trace", paramLabel = "FILE", description = "Write how each level ran to FILE, as JSON.")
    private Path trace;

    @Option(
            names = "--report",
            paramLabel = "FILE.html",
            description = "Write a page with tables and charts of the traversals and of the first ones' levels.")
    private Path page;

    @Mixin
    private CommonOptions common;

    BfsCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() {
        BfsRequest template = template();
        OutputPaths.check(
                spec,
                graphOptions.file(),
                outputs,
                Stream.of(trace, page).filter(Objects::nonNull).toList());
        if (together) {
            checkTogether();
        }
        Device device = deviceOptions.first();
        try (Graph graph = graphOptions.open(device, common, streams).graph()) {
            long[] sources = sourceOptions.sources(graph);
            long[] wanted = VertexWords.ids(spec, "--target", targets, graph);
            try (EngineTeam team = deviceOptions.openOne(graph, graphOptions, common, streams)) {
                Engine engine = team.engines().getFirst();
                if (together) {
                    traverseTogether(engine, sources);
                } else {
                    traverse(engine, template.withTargets(wanted), sources);
                }
            }
        }
        return ExitCode.DONE;
    }

    private BfsRequest template() {
        sourceOptions.check();
        if (runs < 1) {
            throw Usage.bad(spec, "--runs %d: expected at least 1".formatted(runs));
        }
        if (maxLevel < 0) {
            throw Usage.bad(spec, "--max-level %d: expected at least 0".formatted(maxLevel));
        }
        return modeOptions
                .apply(BfsRequest.from(0))
                .withParents(parents)
                .withMaxLevel(maxLevel)
                .withTrace(traced());
    }

    /// Refuses what traversals that share their work cannot do.
    private void checkTogether() {
        for (String option : ALONE) {
            if (spec.commandLine().getParseResult().hasMatchedOption(option)) {
                throw Usage.bad(spec, "--together does not go with " + option);
            }
        }
        if (outputs.size() > 1 || outputs.stream().anyMatch(file -> OutputFormat.of(file) != OutputFormat.NPY)) {
            throw Usage.bad(spec, "--together writes one file, and its name ends in " + OutputFormat.NPY.suffix());
        }
    }

    private void traverseTogether(Engine engine, long[] sources) {
        TogetherRun run = new TogetherRun(engine, sources, common, streams);
        if (outputs.isEmpty()) {
            run.count();
        } else {
            run.write(outputs.getFirst());
        }
        if (outputs.isEmpty() || common.json()) {
            Report report = new Report().field("command", "bfs");
            GraphFacts.add(report, graphOptions.file(), engine.graph());
            report.line("device", engine.description(), "device", engine.description());
            run.addTo(report);
            common.print(
                    report.field("outputs", outputs.stream().map(Path::toString).toList()), streams);
        }
    }

    private void traverse(Engine engine, BfsRequest template, long[] sources) {
        Graph graph = engine.graph();
        boolean levels = parents || !targets.isEmpty() || traced();
        List<Traversal> traversals;
        try (LevelFiles files = LevelFiles.create(outputs, graph.ids(), sources, parents)) {
            TraversalSet set = new TraversalSet(engine, template, runs, verify, levels, files);
            traversals = set.run(sources, common.progress(streams));
            files.commit();
        }
        outputs.forEach(file -> common.note(streams, "wrote " + file));
        engine.calibration().ifPresent(found -> noteCalibration(found));
        if (trace != null) {
            TraceFile.write(trace, engine, graphOptions.file(), traversals);
            common.note(streams, "wrote " + trace);
        }
        Report report = report(engine, traversals);
        if (page != null) {
            writePage(report, traversals);
        }
        if (outputs.isEmpty() || common.json()) {
            common.print(report, streams);
        }
    }

    private void noteCalibration(Calibration found) {
        if (found.measured()) {
            common.note(
                    streams,
                    "measured what levels cost on this GPU in %s: %s%s"
                            .formatted(
                                    Units.ms(Units.toMs(found.nanos())),
                                    Units.count(found.traversals(), "traversal", "traversals"),
                                    found.note().isEmpty() ? "" : "; " + found.note()));
        }
    }

    private boolean traced() {
        return trace != null || page != null;
    }

    private void writePage(Report report, List<Traversal> traversals) {
        List<Traversal> drawn = traversals.subList(0, Math.min(MOST_DRAWN, traversals.size()));
        String title = "BFS on %s".formatted(graphOptions.file().getFileName());
        HtmlReport.write(page, "bfs", title, Map.of("report", report.fields(), "traces", TraceFile.fields(drawn)));
        common.note(streams, "wrote " + page);
    }

    private Report report(Engine engine, List<Traversal> traversals) {
        Report report = new Report().field("command", "bfs");
        GraphFacts.add(report, graphOptions.file(), engine.graph());
        report.field("device", engine.description())
                .field("mode", modeOptions.mode().word())
                .field("switch", modeOptions.policy().toString());
        report.line("device", "%s, mode %s".formatted(engine.description(), modeOptions.words()));
        engine.upload()
                .ifPresent(upload -> report.line(
                        "upload",
                        "%s in %s (%.1f GB/s)"
                                .formatted(
                                        Units.bytes(upload.bytes()),
                                        Units.ms(Units.toMs(upload.nanos())),
                                        upload.gigabytesPerSecond()),
                        "upload",
                        Map.of("bytes", upload.bytes(), "timeMs", Units.toMs(upload.nanos()))));
        BfsReport.add(report, engine.graph(), traversals);
        if (verify) {
            report.line(
                    "verified",
                    "every level of %s".formatted(Units.count(traversals.size(), "traversal", "traversals")),
                    "verified",
                    traversals.size());
        }
        report.field("outputs", outputs.stream().map(Path::toString).toList());
        return report;
    }
}
