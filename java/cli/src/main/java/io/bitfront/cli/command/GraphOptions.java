package io.bitfront.cli.command;

import io.bitfront.cache.GraphCache;
import io.bitfront.cli.report.Streams;
import io.bitfront.input.DirectionChoice;
import io.bitfront.input.GraphFormat;
import io.bitfront.input.ReadOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// The graph a command works on and, where it is a graph file, how to preprocess it.
final class GraphOptions {
    private static final List<String> PREPARATION =
            List.of("--format", "--directed", "--undirected", "--order", "--window", "--force", "--cache");

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Parameters(
            paramLabel = "GRAPH",
            description = "A .bvss cache, or a graph file: MatrixMarket (.mtx, .mtx.gz, SuiteSparse's .tar.gz), an edge"
                    + " list (.el .txt .tsv .csv .edges, also .gz), GAP .sg, DIMACS .gr, METIS .graph, WebGraph"
                    + " .graph (with .properties beside it), a Parquet table of two integer columns (.parquet).")
    private Path file;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "auto",
            description = "Format of a graph file: auto, mtx, edges, sg, gr, metis, webgraph or parquet."
                    + " Default: auto, by name and content.")
    private String format;

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

    /// Prepares the graph on the device named; on the CPU unless told.
    void prepareOn(String device) {
        orderOptions.prepareOn(device);
    }

    /// The folder named by `--cache`, or null.
    Path cache() {
        return cache;
    }

    /// What to open and how; whatever is wrong with it is bad usage.
    GraphCache.Request request() {
        if (prepared()) {
            refusePreparation();
        }
        return Usage.valid(spec, () -> new GraphCache.Request(file, read(), orderOptions.preprocess(), cache, force));
    }

    /// Opens the graph, preprocessing it first where that is needed.
    GraphCache.Opened open(CommonOptions common, Streams streams) {
        return GraphCache.open(request(), common.progress(streams), line -> common.note(streams, line));
    }

    /// Whether the name is that of a cache.
    boolean prepared() {
        return file.toString().toLowerCase(Locale.ROOT).endsWith(".bvss");
    }

    private void refusePreparation() {
        for (String option : PREPARATION) {
            if (spec.commandLine().getParseResult().hasMatchedOption(option)) {
                throw Usage.bad(spec, "%s is preprocessed already: %s cannot change it".formatted(file, option));
            }
        }
    }

    private ReadOptions read() {
        return new ReadOptions(GraphFormat.parse(format), directionChoice());
    }

    private DirectionChoice directionChoice() {
        if (direction == null) {
            return DirectionChoice.AS_FORMAT;
        }
        return direction.directed ? DirectionChoice.DIRECTED : DirectionChoice.UNDIRECTED;
    }
}
