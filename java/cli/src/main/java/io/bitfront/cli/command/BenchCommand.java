package io.bitfront.cli.command;

import io.bitfront.bench.BenchGraph;
import io.bitfront.bench.BenchOptions;
import io.bitfront.bench.BenchOptions.GraphSet;
import io.bitfront.bench.BenchReport;
import io.bitfront.bench.BfsProtocol;
import io.bitfront.bench.Comparison;
import io.bitfront.bench.Machine;
import io.bitfront.bench.Peer;
import io.bitfront.bench.Suite;
import io.bitfront.bench.Suite.SuiteResult;
import io.bitfront.bench.Suites;
import io.bitfront.cli.html.HtmlReport;
import io.bitfront.cli.output.JsonFile;
import io.bitfront.cli.report.Json;
import io.bitfront.cli.report.Streams;
import io.bitfront.engine.Device;
import io.bitfront.engine.lab.LabRequest;
import io.bitfront.file.AtomicFile;
import io.bitfront.file.FileException;
import io.bitfront.generate.Generators;
import io.bitfront.input.choice.DirectionChoice;
import io.bitfront.order.OrderingKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// `bitfront bench`.
@Command(
        name = "bench",
        sortOptions = false,
        abbreviateSynopsis = true,
        description = "Run the measuring protocol: seeded sources, every level verified first, medians, and beside each"
                + " figure its target. Give it a machine of its own.",
        footer = {
            "",
            "Graphs are generated once and kept in the folder.",
            "",
            "Examples:",
            "  bitfront bench",
            "  bitfront bench table2 --scales 20,22,24 --device gpu --output table2.json",
            "  bitfront bench table2 --scale 20 --compare table2.json",
            "  bitfront bench table2 multi --files roads.gr,web.mtx --device gpu",
            "  bitfront bench peers --gap gapbs/bfs --graphs road --scale 22 --device cpu",
            "  bitfront bench --shrink 6       a rehearsal in a minute; it judges no target"
        })
final class BenchCommand implements Callable<Integer> {
    /// Then every graph is as small as it may be.
    private static final int MOST_SHRINK = 20;

    /// Set by the launcher to its own path.
    private static final String LAUNCHER = "bitfront.launcher";

    private static final int LARGEST_SCALE = 30;

    private final Streams streams;

    @Spec
    private CommandSpec spec;

    @Parameters(
            paramLabel = "SUITE",
            arity = "0..*",
            description = "Which suites to run. Default: start, preprocess, bfs, closeness.")
    private List<String> names = new ArrayList<>();

    @Option(
            names = "--folder",
            paramLabel = "DIR",
            defaultValue = "bitfront-bench",
            description = "Where generated graphs and caches are kept: 20 GB for the suites on the CPU. Default:"
                    + " ${DEFAULT-VALUE}.")
    private Path folder;

    @Option(
            names = "--device",
            paramLabel = "DEVICE",
            defaultValue = "auto",
            description = "Where all suites but start, scaling and bfs run: auto, cpu, gpu or gpu:N. Default: auto.")
    private String device;

    @Option(
            names = "--threads",
            paramLabel = "N",
            converter = ThreadOptions.Count.class,
            description = "Threads of the engine on --device cpu, and of the programs of peers beside it. Default: one"
                    + " per core.")
    private Integer threads;

    @Option(
            names = {"--scale", "--scales"},
            paramLabel = "S[,S...]",
            split = ",",
            preprocessor = CommaList.class,
            description =
                    "Their graphs' sizes: 2^S vertices. Default: 20; each kind's of growth, multi and projection. The"
                            + " suites on the CPU have their own; see --shrink.")
    private List<Integer> scales = new ArrayList<>();

    @Option(
            names = "--graphs",
            paramLabel = "KIND[,...]",
            split = ",",
            preprocessor = CommaList.class,
            description =
                    "Their graphs: kinds of generate, grid (a road map without gaps), KIND:DEGREE, or road:WIDTHxHEIGHT."
                            + " Default: each suite's.")
    private List<String> kinds = new ArrayList<>();

    @Option(
            names = "--files",
            paramLabel = "FILE[,...]",
            split = ",",
            preprocessor = CommaList.class,
            description =
                    "Graph files or .bvss caches that suites measure in the place of generated graphs; no target is judged."
                            + " preprocess and scaling leave caches out; answers takes every edge both ways.")
    private List<Path> files = new ArrayList<>();

    @Option(names = "--undirected", description = "Edges of --files go both ways, whatever their format says.")
    private boolean undirected;

    @Option(
            names = "--orders",
            paramLabel = "ORDER[,...]",
            split = ",",
            preprocessor = CommaList.class,
            description = "Their graphs' orderings. Default: each suite's.")
    private List<String> orders = new ArrayList<>();

    @Option(names = "--sources", paramLabel = "K", description = "Sources of each graph. Default: ${DEFAULT-VALUE}.")
    private int sources = BfsProtocol.standard().sources();

    @Option(names = "--runs", paramLabel = "R", description = "Runs of each source. Default: ${DEFAULT-VALUE}.")
    private int runs = BfsProtocol.standard().runs();

    @Option(names = "--seed", paramLabel = "S", description = "Which sources. Default: ${DEFAULT-VALUE}.")
    private long seed = BfsProtocol.standard().seed();

    @Option(
            names = "--gap",
            paramLabel = "PROGRAM",
            description = "GAP's bfs, which the suite peers runs beside ours on the same .sg files.")
    private Path gap;

    @Option(
            names = "--peer",
            paramLabel = "NAME=COMMAND",
            description = "Any other program of the suite peers. {graph}, {source}, {runs} and {threads} in its command"
                    + " are filled in; a word that holds blanks stands in double quotes. More than once for several.")
    private List<String> peers = new ArrayList<>();

    @Option(
            names = "--peer-time",
            paramLabel = "REGEX",
            defaultValue = "([0-9.eE+-]+)\\s*s\\b",
            description = "Finds the times in what --peer prints: its first group, in seconds, or a group called ms or"
                    + " us. Default: ${DEFAULT-VALUE}.")
    private String peerTime;

    /// Of the suite `bfs`; the others set their own.
    @Mixin
    private ModeOptions modeOptions;

    @Option(
            names = "--shrink",
            paramLabel = "N",
            defaultValue = "0",
            description = "Take N off the scale of every graph. Default: ${DEFAULT-VALUE}.")
    private int shrink;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE.json",
            description = "Also write the JSON report to this file.")
    private Path output;

    @Option(names = "--report", paramLabel = "FILE.html", description = "Also write a page with the tables and charts.")
    private Path page;

    @Option(
            names = "--compare",
            paramLabel = "FILE.json",
            description =
                    "Show the ratio of each figure of BFS, batches and targets to that of an earlier JSON report.")
    private Path compare;

    @Mixin
    private CommonOptions common;

    BenchCommand(Streams streams) {
        this.streams = streams;
    }

    /// What there is to measure, a line each.
    static String[] suites() {
        Stream<String> lines =
                Suites.all().stream().map(suite -> "  %-11s%s".formatted(suite.name(), suite.description()));
        return Stream.concat(Stream.of("", "Suites:"), lines).toArray(String[]::new);
    }

    @Override
    public Integer call() {
        List<Suite> suites = names.isEmpty()
                ? Suites.standard()
                : Usage.valid(
                        spec,
                        () -> names.stream()
                                .map(name -> Suites.named(name, peers()))
                                .toList());
        checkFiles();
        BenchOptions options = options(suites.stream().anyMatch(Suite::startsProgram) ? launcher() : null);
        checkGraphs(suites, options.device());
        JsonNode earlier = compare == null ? null : read(compare);
        prepare();
        List<SuiteResult> results = new ArrayList<>();
        Machine machine = Machine.current();
        for (Suite suite : suites) {
            results.add(suite.run(options));
        }
        publish(report(suites, machine, results, earlier));
        return ExitCode.DONE;
    }

    /// Other programs, of the suite that measures some.
    private List<Peer> peers() {
        if ((gap != null || !peers.isEmpty()) && !names.contains("peers")) {
            throw Usage.bad(spec, "--gap and --peer only go with the suite peers");
        }
        if (peers.isEmpty() && spec.commandLine().getParseResult().hasMatchedOption("--peer-time")) {
            throw Usage.bad(spec, "--peer-time only goes with --peer");
        }
        Stream<Peer> others = peers.stream().map(text -> Peer.parse(text, peerTime));
        return Stream.concat(Stream.ofNullable(gap).map(Peer::gap), others).toList();
    }

    /// Nothing that was asked for is passed over.
    private void checkFiles() {
        if (files.isEmpty()) {
            if (undirected) {
                throw Usage.bad(spec, "--undirected is about --files, and there are none");
            }
            return;
        }
        if (!kinds.isEmpty() || !scales.isEmpty() || shrink > 0) {
            throw Usage.bad(
                    spec, "--files take the place of generated graphs: no --graphs, --scales or --shrink beside them");
        }
        for (Path file : files) {
            if (!Files.exists(file)) {
                throw new FileException("%s: no such file".formatted(file));
            }
        }
    }

    private void checkGraphs(List<Suite> suites, Device where) {
        if ((!kinds.isEmpty() || !scales.isEmpty()) && suites.stream().noneMatch(suite -> suite.takesGraphs(where))) {
            throw Usage.bad(
                    spec,
                    "--graphs and --scales: %s measures graphs of its own; --shrink makes them smaller"
                            .formatted(suites.stream().map(Suite::name).collect(Collectors.joining(", "))));
        }
    }

    private BenchOptions options(Path launcher) {
        if (sources < 1 || runs < 1 || shrink < 0 || shrink > MOST_SHRINK) {
            throw Usage.bad(
                    spec,
                    "--sources %d --runs %d --shrink %d: expected at least 1, 1 and 0, and no shrink beyond %d"
                            .formatted(sources, runs, shrink, MOST_SHRINK));
        }
        for (int scale : scales) {
            if (scale < BenchOptions.LEAST_SCALE || scale > LARGEST_SCALE) {
                throw Usage.bad(
                        spec,
                        "--scale %d: expected %d to %d".formatted(scale, BenchOptions.LEAST_SCALE, LARGEST_SCALE));
            }
        }
        for (String kind : kinds) {
            if (kind.contains(":")) {
                Usage.valid(spec, () -> BenchGraph.of(kind, Generators.SCALE));
            } else if (!BenchGraph.KINDS.contains(kind)) {
                throw Usage.bad(
                        spec, "--graphs %s: expected some of %s".formatted(kind, String.join(", ", BenchGraph.KINDS)));
            }
        }
        List<OrderingKind> orderings = orders.stream()
                .map(order -> Usage.valid(spec, () -> OrderingKind.named(order)))
                .toList();
        Device where = where();
        return new BenchOptions(
                folder,
                launcher,
                new BfsProtocol(sources, runs, seed),
                shrink,
                where,
                modeOptions.apply(LabRequest.from(0)),
                new GraphSet(
                        kinds,
                        scales,
                        orderings,
                        files,
                        undirected ? DirectionChoice.UNDIRECTED : DirectionChoice.AS_FORMAT),
                common.progress(streams),
                line -> common.note(streams, line));
    }

    private Device where() {
        Device named = Usage.valid(spec, () -> Device.parse(device));
        if (named instanceof Device.All) {
            throw Usage.bad(spec, "--device all: a traversal is measured on one device");
        }
        if (threads == null) {
            return named;
        }
        if (!named.isCpu()) {
            throw Usage.bad(spec, "--threads %d: it goes with --device cpu".formatted(threads));
        }
        return new Device.Cpu(threads);
    }

    private static JsonNode read(Path file) {
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            throw new FileException("%s: no JSON report of bench: it is not a file".formatted(file));
        }
        try {
            return JsonMapper.shared().readTree(Files.readAllBytes(file));
        } catch (IOException e) {
            throw FileException.of("read", file, e);
        } catch (JacksonException e) {
            throw new FileException("%s: no JSON report of bench: it is not JSON".formatted(file), e);
        }
    }

    private void prepare() {
        Stream.of(output, page).filter(Objects::nonNull).forEach(file -> {
            files.forEach(graph -> OutputPaths.checkInput(spec, graph, file));
            OutputPaths.checkCache(spec, file);
            OutputPaths.checkName(spec, file);
            AtomicFile.create(file).close();
        });
        OutputPaths.checkPage(spec, page);
        if (Files.exists(folder) && !Files.isDirectory(folder)) {
            throw Usage.bad(spec, "--folder %s: it is not a folder".formatted(folder));
        }
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw FileException.of("create", folder, e);
        }
    }

    private Path launcher() {
        String launcher = System.getProperty(LAUNCHER);
        if (launcher == null) {
            throw Usage.bad(spec, "suites start and preprocess measure the program itself: start it by build/bitfront");
        }
        return Path.of(launcher);
    }

    private BenchReport report(List<Suite> suites, Machine machine, List<SuiteResult> results, JsonNode earlier) {
        var bfs = results.stream().flatMap(result -> result.bfs().stream()).toList();
        var batches =
                results.stream().flatMap(result -> result.batches().stream()).toList();
        var targets =
                results.stream().flatMap(result -> result.targets().stream()).toList();
        return new BenchReport(
                String.join(" ", suites.stream().map(Suite::name).toList()),
                String.join(" ", spec.commandLine().getParseResult().originalArgs()),
                machine,
                results.stream()
                        .flatMap(result -> result.drivers().stream())
                        .findFirst()
                        .orElse(null),
                BenchReport.TEPS_RULE,
                bfs,
                batches,
                results.stream().flatMap(result -> result.jobs().stream()).toList(),
                results.stream().flatMap(result -> result.answers().stream()).toList(),
                results.stream().flatMap(result -> result.studies().stream()).toList(),
                results.stream().flatMap(result -> result.peers().stream()).toList(),
                targets,
                shrink == 0 && files.isEmpty(),
                earlier == null ? List.of() : Comparison.of(earlier, bfs, batches, targets),
                results.stream().flatMap(result -> result.notes().stream()).toList());
    }

    private void publish(BenchReport report) {
        if (output != null) {
            JsonFile.write(output, report);
            common.note(streams, "wrote " + output);
        }
        if (compare != null && report.comparisons().isEmpty()) {
            common.note(streams, "%s has no figure of BFS, batches or targets that was measured".formatted(compare));
        }
        if (page != null) {
            HtmlReport.write(page, "bench", "bitfront bench " + report.suite(), report);
            common.note(streams, "wrote " + page);
        }
        if (common.json()) {
            streams.out().println(Json.pretty(report));
        } else {
            common.print(BenchText.of(report), streams);
        }
    }
}
