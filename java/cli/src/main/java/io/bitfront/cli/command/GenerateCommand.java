package io.bitfront.cli.command;

import com.sun.management.OperatingSystemMXBean;
import io.bitfront.cache.Graph;
import io.bitfront.cache.GraphCache;
import io.bitfront.cache.PhaseReport;
import io.bitfront.cache.PreprocessOptions;
import io.bitfront.cache.ResourceException;
import io.bitfront.cli.report.Report;
import io.bitfront.cli.report.Streams;
import io.bitfront.cli.report.Units;
import io.bitfront.file.AtomicFile;
import io.bitfront.generate.BandedGenerator;
import io.bitfront.generate.CommunityGenerator;
import io.bitfront.generate.Generator;
import io.bitfront.generate.GeneratorOptions;
import io.bitfront.generate.Generators;
import io.bitfront.generate.GraphWriter;
import io.bitfront.generate.OutputFormat;
import io.bitfront.generate.SmallWorldGenerator;
import io.bitfront.graph.EdgeCounts;
import io.bitfront.graph.GraphInput;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Elapsed;
import io.bitfront.progress.Progress;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `bitfront generate`.
@Command(
        name = "generate",
        sortOptions = false,
        abbreviateSynopsis = true,
        description = "Make a graph to measure and play with. The same options give the same bytes on any machine.",
        footer = {
            "",
            "Kinds:",
            "  kron      scale-free, GAP's Kronecker parameters (A=.57 B=.19 C=.19), permuted ids",
            "  urand     uniformly random",
            "  rgg       points in the unit square, joined within 0.55 sqrt(ln n / n)",
            "  delaunay  triangulation of random points",
            "  road      grid of which each edge is kept with probability --keep: many components, long paths",
            "  banded    vertices at most --width apart are joined with probability --keep: n / width levels",
            "  community dense groups of --width vertices, joined with probability --keep, and --degree links of each vertex"
                    + " to any others",
            "  web       sites of --width pages that copy --keep of their --degree links from each other, and home pages that"
                    + " all sites link to",
            "  bipartite users who choose --degree items each, few items most of the time",
            "  smallworld  ring of vertices joined to the next --width, each edge kept with probability --keep, the others"
                    + " lead anywhere",
            "  star, chain   for tests",
            "",
            "Examples:",
            "  bitfront generate kron --scale 22 -o kron22.sg",
            "  bitfront generate road --width 4800 --height 5000 --keep 0.62 -o road.sg"
        })
final class GenerateCommand implements Callable<Integer> {
    private static final long MOST_EDGES = 1L << 48;

    /// For the help and for completion.
    static final class KindWords implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Generators.KINDS.iterator();
        }
    }

    private final Streams streams;

    @Spec
    private CommandSpec spec;

    @Parameters(
            paramLabel = "KIND",
            completionCandidates = KindWords.class,
            description = "One of ${COMPLETION-CANDIDATES}.")
    private String kind;

    @Option(names = "--scale", paramLabel = "S", description = "2^S vertices. Default: " + Generators.SCALE + ".")
    private Integer scale;

    @Option(
            names = "--degree",
            paramLabel = "D",
            description = "Edges per vertex of kron, urand and web, per user of bipartite, default: "
                    + Generators.DEGREE + "; links per vertex of community, default: " + CommunityGenerator.LINKS + ".")
    private Integer degree;

    @Option(
            names = "--seed",
            paramLabel = "X",
            description =
                    "Which of the graphs of its kind; star and chain are one each. Default: " + Generators.SEED + ".")
    private Long seed;

    @Option(
            names = "--width",
            paramLabel = "W",
            description = "Columns of a road grid, instead of --scale; vertices on either side of a band, default: "
                    + BandedGenerator.WIDTH + "; vertices of a community or pages of a site, default: "
                    + CommunityGenerator.WIDTH + "; next vertices in a small world, default: "
                    + SmallWorldGenerator.WIDTH + ".")
    private Integer width;

    @Option(names = "--height", paramLabel = "H", description = "Rows of a road grid, instead of --scale.")
    private Integer height;

    @Option(
            names = "--keep",
            paramLabel = "P",
            description =
                    "Share of its possible edges that a graph has: road, default 0.62, banded, 0.125, community, 0.5;"
                            + " of links that are copied, web, 0.6; that stay in the ring, smallworld, 0.9.")
    private Double keep;

    @Option(
            names = {"-o", "--output"},
            required = true,
            paramLabel = "FILE",
            description = "Where to write it: .sg, .mtx, .el, or .bvss (preprocessed).")
    private Path output;

    @Mixin
    private PreparationOptions preparation;

    @Mixin
    private OrderOptions orderOptions;

    @Mixin
    private CommonOptions common;

    GenerateCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() {
        boolean cache = output.toString().toLowerCase(Locale.ROOT).endsWith(".bvss");
        checkOutput(cache);
        Generator generator = Usage.valid(spec, () -> Generators.create(kind, generatorOptions()));
        orderOptions.prepareOn(preparation.place());
        PreprocessOptions preprocess = Usage.valid(spec, orderOptions::preprocess);
        AtomicFile.create(output).close();
        long begin = System.nanoTime();
        Progress progress = common.progress(streams);
        announce("make its edges", generator.memoryNeeded());
        try (Workers workers = new Workers(orderOptions.threads())) {
            GraphInput input = counted(generator.generate(workers, progress));
            Made made = cache
                    ? cached(input, generator.toString(), preprocess, progress)
                    : written(input, workers, progress);
            common.print(report(made, Elapsed.seconds(begin)), streams);
        }
        return ExitCode.DONE;
    }

    /// No machine holds more, and the bytes they need could not be counted.
    private GraphInput counted(GraphInput input) {
        long edges = input.edges().edgeCount();
        if (edges > MOST_EDGES) {
            input.close();
            throw new ResourceException(
                    "generate %s: %,d edges, expected at most %,d".formatted(kind, edges, MOST_EDGES));
        }
        return input;
    }

    /// Says what memory a step will need, and refuses what cannot fit.
    private void announce(String step, long bytes) {
        if (bytes == 0) {
            return;
        }
        long memory =
                ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
        if (bytes > memory) {
            throw new ResourceException("generate %s: to %s needs up to %s of memory, this machine has %s"
                    .formatted(kind, step, Units.bytes(bytes), Units.bytes(memory)));
        }
        common.note(streams, "generate %s: to %s, up to %s of memory".formatted(kind, step, Units.bytes(bytes)));
    }

    private Made written(GraphInput input, Workers workers, Progress progress) {
        try (input) {
            announce("write " + output, GraphWriter.memoryNeeded(input, orderOptions.threads()));
            GraphWriter.Written written = GraphWriter.write(input, output, workers, progress);
            if (!OutputFormat.of(output).holdsIsolated()) {
                common.note(streams, "%s: an edge list has no vertices without edges".formatted(output));
            }
            return new Made(written.vertexCount(), written.edgeCount(), written.edges(), List.of());
        }
    }

    private void checkOutput(boolean cache) {
        if (cache) {
            return;
        }
        Usage.valid(spec, () -> OutputFormat.of(output));
        for (String option : List.of("--order", "--window", "--device")) {
            if (spec.commandLine().getParseResult().hasMatchedOption(option)) {
                throw Usage.bad(spec, "%s only goes with a .bvss output".formatted(option));
            }
        }
    }

    private GeneratorOptions generatorOptions() {
        return new GeneratorOptions(
                optional(scale),
                optional(degree),
                seed == null ? OptionalLong.empty() : OptionalLong.of(seed),
                optional(width),
                optional(height),
                keep == null ? OptionalDouble.empty() : OptionalDouble.of(keep));
    }

    private static OptionalInt optional(Integer value) {
        return value == null ? OptionalInt.empty() : OptionalInt.of(value);
    }

    /// What was made.
    private record Made(int vertexCount, long edgeCount, EdgeCounts edges, List<PhaseReport> phases) {}

    /// @param input closed by whoever builds the cache
    private Made cached(GraphInput input, String description, PreprocessOptions options, Progress progress) {
        GraphCache.Opened opened =
                GraphCache.build(input, description, options, output, progress, line -> common.note(streams, line));
        try (Graph graph = opened.graph()) {
            return new Made(
                    graph.vertexCount(), graph.edgeCount(), graph.statistics().edges(), opened.phases());
        }
    }

    private Report report(Made made, double seconds) {
        Report report = new Report().field("command", "generate").line("kind", kind, "kind", kind);
        if (Generators.hasSeed(kind)) {
            report.field("seed", generatorOptions().seed().orElse(Generators.SEED));
        }
        report.field("vertices", made.vertexCount())
                .field("edges", made.edgeCount() / 2)
                .field("directed", false)
                .field("selfLoops", made.edges().selfLoops())
                .field("duplicates", made.edges().duplicates());
        report.line(
                "graph",
                "%s, %s; left out %s and %s"
                        .formatted(
                                Units.count(made.vertexCount(), "vertex", "vertices"),
                                GraphFacts.edges(made.edgeCount(), false),
                                Units.count(made.edges().selfLoops(), "self-loop", "self-loops"),
                                Units.count(made.edges().duplicates(), "duplicate", "duplicates")));
        long bytes = FileSize.of(output);
        report.field("output", output.toString()).field("outputBytes", bytes);
        report.line("output", "%s, %s".formatted(output, Units.bytes(bytes)));
        report.field("totalMs", seconds * 1e3);
        if (!made.phases().isEmpty()) {
            PhaseFacts.add(report, made.phases());
            report.table(PhaseFacts.table(made.phases(), seconds));
        }
        return report.line(
                "time",
                "%s s, %s"
                        .formatted(
                                Units.significant(seconds), Units.scaled(made.edgeCount() / 2.0 / seconds, "edges/s")));
    }
}
