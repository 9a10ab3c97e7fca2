package io.bitfront.cli.command;

import io.bitfront.cache.Graph;
import io.bitfront.cli.command.TraversalSet.Traversal;
import io.bitfront.cli.html.HtmlReport;
import io.bitfront.cli.output.LevelFiles;
import io.bitfront.cli.output.LevelLayout;
import io.bitfront.cli.output.OutputFormat;
import io.bitfront.cli.report.Report;
import io.bitfront.cli.report.Streams;
import io.bitfront.cli.report.Units;
import io.bitfront.engine.Device;
import io.bitfront.engine.Direction;
import io.bitfront.engine.Engine;
import io.bitfront.engine.EngineTeam;
import io.bitfront.engine.lab.Calibration;
import io.bitfront.engine.lab.Lab;
import io.bitfront.engine.lab.LabRequest;
import io.bitfront.engine.lab.Tiles;
import io.bitfront.engine.lab.Upload;
import io.bitfront.graph.VertexIds;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.LongStream;
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
            "Without -o a table is printed: vertices per level, edges, time, TEPS.",
            "Files have a row per vertex, ascending by id: .csv and .tsv 'vertex,level[,parent]'"
                    + " ('source,vertex,level[,parent]' for several sources; empty where unreached), .json the same as"
                    + " arrays, .parquet the columns of .csv. .npy holds the levels, -1 where unreached, of shape"
                    + " (vertices), or (sources, vertices): a row per source. Beside NAME.npy: NAME.ids.npy where vertices"
                    + " are not 0..n-1, NAME.sources.npy where there are several, NAME.parents.npy with --parents.",
            "",
            "Examples:",
            "  bitfront bfs web.bvss --source 17",
            "  bitfront bfs web.bvss --source 17 --reached -o - | head",
            "  bitfront bfs roads.gr --source 1,500,900 --parents -o hops.csv",
            "  bitfront bfs roads.gr --sources towns.txt --to towns.txt -o distances.csv",
            "  bitfront bfs web.mtx --random 64 --seed 7 --runs 5 --verify --json",
            "  bitfront bfs web.bvss --sources landmarks.txt --together -o levels.npy"
        })
final class BfsCommand implements Callable<Integer> {
    /// Traversals whose levels a page shows.
    private static final int MOST_DRAWN = 8;

    /// Options of traversals that run one after another.
    private static final List<String> ALONE = List.of(
            "--parents", "--target", "--max-level", "--runs", "--verify", "--trace", "--report", "--mode", "--switch");

    /// The time of each is kept.
    private static final int MOST_RUNS = 100_000;

    private final Streams streams;

    @Spec
    private CommandSpec spec;

    @Mixin
    private GraphOptions graphOptions;

    @Mixin
    private PartOptions partOptions;

    @Mixin
    private SourceOptions sourceOptions;

    @Option(
            names = "--direction",
            paramLabel = "DIR",
            defaultValue = "out",
            description = "In a directed graph: hops from the source along edges (out) or to it (in). Default: out.")
    private Direction direction;

    @Mixin
    private DeviceOptions deviceOptions;

    @Mixin
    private ModeOptions modeOptions;

    @Option(
            names = "--parents",
            description =
                    "Also find for every reached vertex its smallest neighbour one level up: -o writes it, --to and"
                            + " --target show the ways, --verify checks it, --runs measures it.")
    private boolean parents;

    @Option(names = "--max-level", paramLabel = "L", description = "Stop after level L.")
    private int maxLevel = Integer.MAX_VALUE;

    @Option(
            names = "--target",
            paramLabel = "V[,V...]",
            description = "Stop once all these vertices are found; the level of the last one is completed.")
    private List<String> targets = new ArrayList<>();

    @Option(
            names = "--runs",
            paramLabel = "R",
            defaultValue = "1",
            description = "Traverse R times, at most 100,000, from each source; its time is the median. Default:"
                    + " ${DEFAULT-VALUE}.")
    private int runs;

    @Option(names = "--verify", description = "Check every level in linear time; exit with 3 if one is wrong.")
    private boolean verify;

    @Mixin
    private RowOptions rowOptions;

    @Mixin
    private OutputOptions outputs;

    @Option(
            names = "--together",
            description =
                    "Traverse from all sources at once, in batches: fastest for many. The output is one FILE.npy, int8"
                            + " or int16 where the depth allows; no --parents, --target, --max-level, --runs, --verify,"
                            + " --trace, --report, --mode or --switch.")
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
        LabRequest template = template();
        outputs.check(
                graphOptions.file(),
                VertexWords.files(sourceOptions.list(), rowOptions.list()),
                common,
                OutputPaths.COMPANIONS,
                OutputOptions.present(trace, page));
        OutputPaths.checkPage(spec, page);
        rowOptions.check(outputs.formats());
        if (together) {
            checkTogether();
        }
        checkParents();
        Device device = deviceOptions.first();
        try (OpenGraph open = graphOptions.openFor(device, common, streams)) {
            partOptions.apply(open, common, streams);
            if (direction == Direction.IN) {
                open.reverse();
            }
            Graph graph = open.graph();
            long[] sources = sourceOptions.sources(graph, line -> common.note(streams, line));
            LabRequest request = template.withTargets(VertexWords.ids(spec, "--target", targets, graph));
            try (EngineTeam team = deviceOptions.openOne(graph, graphOptions, common, streams)) {
                Engine engine = team.engines().getFirst();
                if (together) {
                    traverseTogether(engine, sources);
                } else {
                    traverse(engine, request, sources);
                }
            }
        }
        return ExitCode.DONE;
    }

    private LabRequest template() {
        sourceOptions.check();
        if (runs < 1 || runs > MOST_RUNS) {
            throw Usage.bad(spec, "--runs %d: expected 1 to %,d".formatted(runs, MOST_RUNS));
        }
        if (maxLevel < 0) {
            throw Usage.bad(spec, "--max-level %d: expected at least 0".formatted(maxLevel));
        }
        return modeOptions
                .apply(LabRequest.from(0))
                .withParents(parents)
                .withMaxLevel(maxLevel)
                .withTrace(traced());
    }

    /// Refuses parents that nothing shows, checks or measures.
    private void checkParents() {
        if (parents
                && outputs.isEmpty()
                && rowOptions.list() == null
                && targets.isEmpty()
                && !verify
                && !spec.commandLine().getParseResult().hasMatchedOption("--runs")) {
            throw Usage.bad(spec, "--parents only goes with -o, --to, --target, --verify or --runs");
        }
    }

    /// Refuses what traversals that share their work cannot do.
    private void checkTogether() {
        for (String option : ALONE) {
            if (spec.commandLine().getParseResult().hasMatchedOption(option)) {
                throw Usage.bad(spec, "--together does not go with " + option);
            }
        }
        if (outputs.isEmpty() && rowOptions.list() != null) {
            throw Usage.bad(spec, "--together shows no rows: --to only goes with -o");
        }
        if (!outputs.isEmpty() && !outputs.formats().equals(List.of(OutputFormat.NPY))) {
            throw Usage.bad(spec, "--together writes one file, and its name ends in " + OutputFormat.NPY.suffix());
        }
    }

    private void traverseTogether(Engine engine, long[] sources) {
        TogetherRun run = new TogetherRun(engine, sources, common, streams);
        List<List<Path>> written = new ArrayList<>();
        if (outputs.isEmpty()) {
            run.count();
        } else {
            long[] wanted = rowOptions.wanted(engine.graph(), line -> common.note(streams, line));
            written.add(run.write(outputs.names().getFirst(), rowOptions.rows(engine.graph(), wanted)));
        }
        outputs.publish(written, common, streams);
        if (outputs.isEmpty() || common.json()) {
            Report report = new Report().field("command", "bfs");
            GraphFacts.add(report, graphOptions.file(), engine.graph());
            partOptions.addTo(report);
            report.line("device", engine.description(), "device", engine.description());
            report.field("direction", direction.word());
            run.addTo(report);
            common.print(report.field("outputs", OutputOptions.names(written)), streams);
        }
    }

    private void traverse(Engine engine, LabRequest request, long[] sources) {
        Graph graph = engine.graph();
        long[] wanted = rowOptions.wanted(graph, line -> common.note(streams, line));
        LevelLayout layout = new LevelLayout(graph.ids(), sources, parents, rowOptions.rows(graph, wanted));
        List<Traversal> traversals;
        List<List<Path>> written;
        try (LevelFiles files = LevelFiles.create(outputs.targets(), layout)) {
            boolean counts = sources.length == 1 || common.json() || page != null;
            TraversalSet set =
                    new TraversalSet(engine, request, runs, verify, traced(), counts, shown(request, wanted), files);
            traversals = set.run(sources, common.progress(streams));
            graph.requireUnchanged();
            written = files.commit();
        }
        outputs.publish(written, common, streams);
        Lab.of(engine).calibration().ifPresent(found -> noteCalibration(found));
        if (trace != null) {
            TraceFile.write(trace, engine, graphOptions.file(), traversals);
            common.note(streams, "wrote " + trace);
        }
        Report report = report(engine, request, traversals).field("outputs", OutputOptions.names(written, trace, page));
        if (page != null) {
            writePage(report, traversals, graph.ids());
        }
        if (outputs.isEmpty() || common.json()) {
            common.print(report, streams);
        }
    }

    /// Input ids of the vertices whose hops the report shows.
    private long[] shown(LabRequest request, long... wanted) {
        return LongStream.concat(
                        LongStream.of(request.targets()),
                        outputs.isEmpty() ? LongStream.of(wanted) : LongStream.empty())
                .distinct()
                .toArray();
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

    private static void addUpload(Report report, Upload upload) {
        report.line(
                "upload",
                "%s in %s (%.1f GB/s)%s"
                        .formatted(
                                Units.bytes(upload.bytes()),
                                Units.ms(Units.toMs(upload.nanos())),
                                upload.gigabytesPerSecond(),
                                upload.note().isEmpty() ? "" : "; " + upload.note()),
                "upload",
                new UploadFacts(upload.bytes(), Units.toMs(upload.nanos()), upload.note()));
    }

    private static void addTiles(Report report, Tiles tiles) {
        String why = tiles.note().isEmpty() ? "" : "; " + tiles.note();
        report.line(
                "tiles",
                "%s, %s%s".formatted(Units.bytes(tiles.bytes()), tiles.uploaded() ? "uploaded" : "not uploaded", why),
                "tiles",
                new TileFacts(tiles.bytes(), tiles.uploaded(), tiles.note()));
    }

    /// What the JSON report says of an upload.
    private record UploadFacts(long bytes, double timeMs, String note) {}

    /// What the JSON report says of tiles.
    private record TileFacts(long bytes, boolean uploaded, String note) {}

    /// What a page is drawn from.
    private record Drawn(Map<String, Object> report, Object traces) {}

    private boolean traced() {
        return trace != null || page != null;
    }

    private void writePage(Report report, List<Traversal> traversals, VertexIds ids) {
        List<Traversal> drawn = traversals.subList(0, Math.min(MOST_DRAWN, traversals.size()));
        String title = "BFS on %s".formatted(graphOptions.file().getFileName());
        HtmlReport.write(page, "bfs", title, new Drawn(report.fields(), TraceFile.fields(drawn, ids)));
        common.note(streams, "wrote " + page);
    }

    private Report report(Engine engine, LabRequest request, List<Traversal> traversals) {
        Report report = new Report().field("command", "bfs");
        GraphFacts.add(report, graphOptions.file(), engine.graph());
        partOptions.addTo(report);
        report.field("direction", direction.word());
        report.field("device", engine.description())
                .field("mode", modeOptions.mode().word())
                .field("switch", modeOptions.policy().toString());
        report.line("device", "%s, mode %s".formatted(engine.description(), modeOptions.words()));
        Lab.of(engine).upload().ifPresent(upload -> addUpload(report, upload));
        Lab.of(engine).tiles().ifPresent(tiles -> addTiles(report, tiles));
        BfsReport.add(report, engine.graph(), request, traversals);
        if (verify) {
            report.line(
                    "verified",
                    "every level of %s".formatted(Units.count(traversals.size(), "traversal", "traversals")),
                    "verified",
                    traversals.size());
        }
        if (parents && outputs.isEmpty()) {
            report.line("parents", "found for every vertex reached; -o FILE writes them");
        }
        return report;
    }
}
