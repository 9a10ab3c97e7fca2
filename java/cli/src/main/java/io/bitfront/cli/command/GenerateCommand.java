package io.bitfront.cli.command;

import io.bitfront.cli.report.Report;
import io.bitfront.cli.report.Streams;
import io.bitfront.cli.report.Units;
import io.bitfront.file.AtomicFile;
import io.bitfront.generate.Generator;
import io.bitfront.generate.GeneratorOptions;
import io.bitfront.generate.Generators;
import io.bitfront.generate.GraphWriter;
import io.bitfront.generate.OutputFormat;
import io.bitfront.graph.GraphInput;
import io.bitfront.parallel.Workers;
import java.nio.file.Path;
import java.util.OptionalDouble;
import java.util.OptionalInt;
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
            "  star, chain   for tests",
            "",
            "Examples:",
            "  bitfront generate kron --scale 22 -o kron22.sg",
            "  bitfront generate road --width 4800 --height 5000 --keep 0.62 -o road.sg"
        })
final class GenerateCommand implements Callable<Integer> {
    private final Streams streams;

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "KIND", description = "kron, urand, rgg, delaunay, road, star or chain.")
    private String kind;

    @Option(names = "--scale", paramLabel = "S", description = "2^S vertices. Default: " + Generators.SCALE + ".")
    private OptionalInt scale;

    @Option(
            names = "--degree",
            paramLabel = "D",
            description = "Edges per vertex of kron and urand. Default: " + Generators.DEGREE + ".")
    private OptionalInt degree;

    @Option(
            names = "--seed",
            paramLabel = "X",
            description = "Which of the graphs of its kind. Default: ${DEFAULT-VALUE}.")
    private long seed = Generators.SEED;

    @Option(names = "--width", paramLabel = "W", description = "Columns of a road grid, instead of --scale.")
    private OptionalInt width;

    @Option(names = "--height", paramLabel = "H", description = "Rows of a road grid, instead of --scale.")
    private OptionalInt height;

    @Option(
            names = "--keep",
            paramLabel = "P",
            description = "Share of its edges that a road grid keeps. Default: 0.62.")
    private OptionalDouble keep;

    @Option(
            names = {"-o", "--output"},
            required = true,
            paramLabel = "FILE",
            description = "Where to write it: .sg, .mtx or .el.")
    private Path output;

    @Option(names = "--threads", paramLabel = "N", description = "Threads to use. Default: one per core.")
    private int threads = Runtime.getRuntime().availableProcessors();

    @Mixin
    private CommonOptions common;

    GenerateCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() {
        Usage.valid(spec, () -> OutputFormat.of(output));
        Generator generator = Usage.valid(
                spec, () -> Generators.create(kind, new GeneratorOptions(scale, degree, seed, width, height, keep)));
        AtomicFile.create(output).close();
        long begin = System.nanoTime();
        try (Workers workers = new Workers(threads);
                GraphInput input = generator.generate(workers, common.progress(streams))) {
            GraphWriter.Written written = GraphWriter.write(input, output, workers, common.progress(streams));
            common.print(report(written, (System.nanoTime() - begin) / 1e9), streams);
        }
        return ExitCode.DONE;
    }

    private Report report(GraphWriter.Written written, double seconds) {
        Report report = new Report().field("command", "generate").line("kind", kind, "kind", kind);
        report.field("seed", seed).field("vertices", written.vertexCount()).field("edges", written.edgeCount() / 2);
        report.field("directed", false)
                .field("selfLoops", written.selfLoops())
                .field("duplicates", written.duplicates());
        report.line(
                "graph",
                "%s, %s; left out %s and %s"
                        .formatted(
                                Units.count(written.vertexCount(), "vertex", "vertices"),
                                Units.count(written.edgeCount() / 2, "undirected edge", "undirected edges"),
                                Units.count(written.selfLoops(), "self-loop", "self-loops"),
                                Units.count(written.duplicates(), "duplicate", "duplicates")));
        report.field("output", output.toString()).field("outputBytes", written.bytes());
        report.line("output", "%s, %s".formatted(output, Units.bytes(written.bytes())));
        report.field("totalMs", seconds * 1e3);
        return report.line(
                "time",
                "%s s, %s"
                        .formatted(
                                Units.significant(seconds),
                                Units.scaled(written.edgeCount() / 2 / seconds, "edges/s")));
    }
}
