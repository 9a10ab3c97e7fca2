package io.bitfront.cli.command;

import io.bitfront.cache.GraphCache;
import io.bitfront.cache.PrepareOn;
import io.bitfront.cache.PreprocessOptions;
import io.bitfront.cli.report.Streams;
import io.bitfront.engine.Device;
import io.bitfront.generate.Generator;
import io.bitfront.generate.Generators;
import io.bitfront.graph.GraphInput;
import io.bitfront.input.GraphFormat;
import io.bitfront.input.ReadOptions;
import io.bitfront.input.choice.ColumnChoice;
import io.bitfront.input.choice.DirectionChoice;
import io.bitfront.input.choice.IdChoice;
import io.bitfront.input.choice.ReadChoices;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// The graph a command works on and, where it is a graph file, how to preprocess it.
final class GraphOptions {
    private static final List<String> PREPARATION = List.of(
            "--format",
            "--columns",
            "--ids",
            "--directed",
            "--undirected",
            "--order",
            "--window",
            "--force",
            "--cache");
    private static final List<String> OF_FILES =
            List.of("--format", "--columns", "--ids", "--directed", "--undirected", "--force", "--cache");

    private static final List<String> OF_KEPT = List.of("--force", "--cache");

    /// The words of `--format`.
    static final class FormatWords implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Stream.of(GraphFormat.values()).map(GraphFormat::word).iterator();
        }
    }

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Parameters(
            paramLabel = "GRAPH",
            description =
                    "A .bvss cache, or a graph file: MatrixMarket (.mtx, SuiteSparse's .tar.gz), an edge list (.el"
                            + " .txt .tsv .csv .edges), DIMACS .gr, METIS .graph, each also compressed (.gz .bz2 .xz .zst"
                            + " .lz4, .zip of one file); GAP .sg, WebGraph .graph (with .properties beside it), a Parquet"
                            + " table (.parquet) or a folder of its parts; - for standard input (with --format); or one"
                            + " made on the spot and never in a file: generate:kron:22, generate:road:4800x5000.")
    private Path file;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "auto",
            completionCandidates = FormatWords.class,
            description = "Format of a graph file: ${COMPLETION-CANDIDATES}. Default: auto, by name and content.")
    private String format;

    @Option(
            names = "--columns",
            paramLabel = "FROM,TO",
            description = "Columns of an edge list or table that are the ends of its edges, by name in its header or by"
                    + " number from 1. Default: those a header calls source and target, src and dst, from and to or the"
                    + " like; else the first two.")
    private String columns;

    @Option(
            names = "--ids",
            paramLabel = "KIND",
            defaultValue = "auto",
            description = "What the ends of edges are: numbers, names (any text), or auto: what the first rows hold."
                    + " Default: ${DEFAULT-VALUE}.")
    private String ids;

    @ArgGroup
    private Direction direction;

    @Mixin
    private OrderOptions orderOptions;

    @Option(
            names = "--cache",
            paramLabel = "DIR",
            description = "Folder that keeps the caches of graph files." + " Default: beside the graph.")
    private Path cache;

    @Option(names = "--force", description = "Preprocess again even where a cache fits.")
    private boolean force;

    /// At most one of the two.
    private static final class Direction {
        @Option(names = "--directed", description = "Edges go one way, whatever the format says.")
        private boolean directed;

        @Option(names = "--undirected", description = "Edges go both ways, whatever the format says.")
        private boolean undirected;
    }

    Path file() {
        return file;
    }

    /// Threads for preprocessing and for an engine on the CPU.
    int threads() {
        return orderOptions.threads();
    }

    /// Prepares the graph there; on the CPU unless told.
    void prepareOn(PrepareOn device) {
        orderOptions.prepareOn(device);
    }

    /// The folder named by `--cache`, or null.
    Path cache() {
        return cache;
    }

    /// What to open and how; whatever is wrong with it is bad usage.
    GraphCache.Request request(Streams streams) {
        if (prepared()) {
            refuse(PREPARATION, "%s is preprocessed already: %s cannot change it");
        }
        // A cache beside it would be one of whatever file it leads to the next time.
        if (OutputPaths.isStream(file)) {
            throw Usage.bad(
                    spec, "%s: expected the name of a file; - reads a graph from standard input".formatted(file));
        }
        boolean standardInput = StandardInput.isNamed(file);
        if (standardInput) {
            refuse(OF_KEPT, "%s is kept for this command alone: %s makes no sense");
            if (format.equals(GraphFormat.AUTO.word())) {
                throw Usage.bad(spec, StandardInput.NAME + " has no name that tells its format: give --format");
            }
        }
        ReadOptions read = Usage.valid(spec, this::read);
        PreprocessOptions options = preprocess();
        return new GraphCache.Request(standardInput ? kept(streams) : file, read, options, cache, force);
    }

    /// The file that holds standard input; messages call it by where it came from.
    private static Path kept(Streams streams) {
        Path kept = StandardInput.keep(System.in, streams);
        streams.call(kept, StandardInput.NAME);
        return kept;
    }

    /// Opens the graph for a job on a device; what is not prepared yet is prepared there too where it can be.
    GraphCache.Opened open(Device device, CommonOptions common, Streams streams) {
        orderOptions.prepareOn(device.preparation());
        return open(common, streams);
    }

    /// Opens the graph for a job on a device that may take a part of it, or turn it round.
    OpenGraph openFor(Device device, CommonOptions common, Streams streams) {
        return new OpenGraph(open(device, common, streams).graph(), device, threads());
    }

    /// Opens the graph, preprocessing it first where that is needed.
    GraphCache.Opened open(CommonOptions common, Streams streams) {
        Optional<Generator> generator = generator();
        if (generator.isEmpty()) {
            return GraphCache.open(request(streams), common.progress(streams), line -> common.note(streams, line));
        }
        PreprocessOptions options = preprocess();
        Progress progress = common.progress(streams);
        try (Workers workers = new Workers(options.threads())) {
            return GraphCache.inMemory(
                    generator.get().generate(workers, progress),
                    file.toString(),
                    options,
                    workers,
                    progress,
                    line -> common.note(streams, line));
        }
    }

    /// Opens a graph file through its cache, which is an error where none can be kept.
    GraphCache.Opened keep(CommonOptions common, Streams streams) {
        return GraphCache.keep(request(streams), common.progress(streams), line -> common.note(streams, line));
    }

    /// Preprocesses the graph into a cache file of that name.
    GraphCache.Opened build(Path output, CommonOptions common, Streams streams) {
        Optional<Generator> generator = generator();
        Progress progress = common.progress(streams);
        Consumer<String> say = line -> common.note(streams, line);
        if (generator.isEmpty()) {
            return GraphCache.build(request(streams), output, progress, say);
        }
        PreprocessOptions options = preprocess();
        try (Workers workers = new Workers(options.threads())) {
            GraphInput input = generator.get().generate(workers, progress);
            return GraphCache.build(input, generator.get().toString(), options, output, progress, say);
        }
    }

    /// Makes the graph where its name says so; empty for a file.
    private Optional<Generator> generator() {
        if (file.toString().isEmpty()) {
            throw Usage.bad(spec, "GRAPH is empty: expected the name of a graph");
        }
        Optional<Generator> generator = Usage.valid(spec, () -> Generators.named(file.toString()));
        if (generator.isPresent()) {
            refuse(OF_FILES, "%s is made on the spot: %s makes no sense");
        }
        return generator;
    }

    private PreprocessOptions preprocess() {
        return Usage.valid(spec, orderOptions::preprocess);
    }

    /// Whether the graph is in no file: made on the spot, or on standard input.
    boolean generated() {
        return Generators.isName(file.toString()) || StandardInput.isNamed(file);
    }

    /// Whether the file is a cache, by its name or content.
    boolean prepared() {
        return file.toString().toLowerCase(Locale.ROOT).endsWith(".bvss") || GraphCache.isCache(file);
    }

    private void refuse(List<String> options, String message) {
        for (String option : options) {
            if (spec.commandLine().getParseResult().hasMatchedOption(option)) {
                throw Usage.bad(spec, message.formatted(file, option));
            }
        }
    }

    /// What tells how the graph is read from other ways to read the file; empty where nothing is said.
    String identity() {
        ReadOptions read = read();
        return read.equals(ReadOptions.AUTO) ? "" : " " + read;
    }

    private ReadOptions read() {
        ColumnChoice chosen = columns == null ? ColumnChoice.AUTO : ColumnChoice.parse(columns);
        ReadChoices choices = new ReadChoices(directionChoice(), chosen, IdChoice.parse(ids));
        return new ReadOptions(GraphFormat.parse(format), choices);
    }

    private DirectionChoice directionChoice() {
        if (direction == null) {
            return DirectionChoice.AS_FORMAT;
        }
        return direction.directed ? DirectionChoice.DIRECTED : DirectionChoice.UNDIRECTED;
    }
}
