package io.bitfront.spark;

import io.bitfront.cache.CacheFacts;
import io.bitfront.cli.command.Bitfront;
import io.bitfront.cli.command.ClosenessReport;
import io.bitfront.cli.command.CommonOptions;
import io.bitfront.cli.command.ExitCode;
import io.bitfront.cli.command.GraphFacts;
import io.bitfront.cli.command.JobOptions;
import io.bitfront.cli.output.OutputFormat;
import io.bitfront.cli.report.Report;
import io.bitfront.cli.report.Streams;
import io.bitfront.cli.report.Units;
import io.bitfront.engine.ClosenessJob;
import io.bitfront.engine.ClosenessMeasure;
import io.bitfront.engine.closeness.RangePlan;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// The command line of [SparkCloseness].
@Command(
        name = "bitfront-spark",
        sortOptions = false,
        abbreviateSynopsis = true,
        description = "Rank vertices by closeness centrality and its relatives on a Spark cluster.",
        footer = {
            "",
            "The graph is a .bvss cache on a path that every host sees, or on any file system that Hadoop knows. Every"
                    + " source's row is final where it was computed: executors write part files, one for each range of"
                    + " sources, and the same job always writes the same files. 'bitfront closeness --help' lists the"
                    + " measures.",
            "",
            "Example:",
            "  spark-submit --master spark://host:7077 --class io.bitfront.spark.SparkCloseness bitfront-spark.jar \\",
            "      /shared/web.bvss --measures closeness,harmonic --output /shared/ranks.parquet"
        })
final class SparkCommand implements Callable<Integer> {
    private final Streams streams;

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "GRAPH", description = "A .bvss cache: a path or a URI, made by 'bitfront preprocess'.")
    private String graph;

    @Mixin
    private JobOptions jobOptions;

    @Option(
            names = {"--device", "--devices"},
            paramLabel = "DEVICE",
            defaultValue = "auto",
            description = "Where tasks run: auto (the GPU that Spark gave the task, else the CPU), cpu or gpu."
                    + " Default: auto. Results are the same bits.")
    private String devices;

    @Option(
            names = "--checkpoint",
            paramLabel = "DIR",
            description = "Keep finished ranges in DIR, which every host sees, so that the same command continues an"
                    + " interrupted job.")
    private String checkpoint;

    @Option(
            names = "--output",
            paramLabel = "DIR",
            description = "Write part files into the folder DIR, which every host sees: Parquet, or what its name ends"
                    + " in (.csv, .tsv, .parquet). With --top: one file 'highest'.")
    private String output;

    @Option(
            names = "--copies",
            paramLabel = "DIR",
            description =
                    "Folder of every host for its copy of a graph that is on no shared path."
                            + " Default: bitfront-graphs-USER, which nobody else may write to, in the system's temporary folder.")
    private Path copies;

    @Option(
            names = "--patience",
            paramLabel = "SECONDS",
            defaultValue = "120",
            description = "Fail where the cluster offers no executor for so long. Default: ${DEFAULT-VALUE}.")
    private int patience;

    @Mixin
    private CommonOptions common;

    private SparkCommand(Streams streams) {
        this.streams = streams;
    }

    static CommandLine commandLine(Streams streams) {
        return Bitfront.configured(new CommandLine(new SparkCommand(streams)), streams);
    }

    @Override
    public Integer call() {
        ClosenessJob job = jobOptions.template(null);
        OutputFormat format = format();
        if (!devices.matches("auto|cpu|gpu")) {
            throw bad("--devices %s: Spark deals the GPUs; expected auto, cpu or gpu".formatted(devices));
        }
        if (!graph.toLowerCase(Locale.ROOT).endsWith(".bvss")) {
            throw bad("%s is no .bvss cache: 'bitfront preprocess' makes one".formatted(graph));
        }
        if (jobOptions.listFile() != null && jobOptions.listFile().matches("[-0-9,]+")) {
            throw bad("--sources %s: on a cluster vertices are listed in a file that every host sees, one a line"
                    .formatted(jobOptions.listFile()));
        }
        ClusterSettings settings = new ClusterSettings(new SparkConf());
        settings.check(devices.equals("gpu"));
        try (JavaSparkContext spark = new JavaSparkContext(settings.complete())) {
            run(spark, settings, job, format);
        }
        return ExitCode.DONE;
    }

    private OutputFormat format() {
        String name = output == null ? "" : output.toLowerCase(Locale.ROOT);
        OutputFormat format = OutputFormat.PARQUET;
        for (OutputFormat candidate : OutputFormat.values()) {
            if (name.endsWith(candidate.suffix())) {
                format = candidate;
            }
        }
        if (name.equals("-") || output != null && name.isEmpty()) {
            throw bad("--output '%s': expected a folder that every host sees".formatted(output));
        }
        if (format == OutputFormat.NPY || format == OutputFormat.JSON) {
            throw bad("--output %s: part files are .csv, .tsv or .parquet".formatted(output));
        }
        return format;
    }

    private ParameterException bad(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    private void run(JavaSparkContext spark, ClusterSettings settings, ClosenessJob job, OutputFormat format) {
        String place = absolute(graph);
        CacheFacts cache = new GraphPlace(place, spark.hadoopConfiguration()).facts();
        SourceCount sources = SourceCount.of(job, absolute(jobOptions.listFile()), cache, spark.hadoopConfiguration());
        RangePlan plan = RangePlan.of(cache, job, sources.count(), sources.checksum());
        JobSpec told = new JobSpec(
                UUID.randomUUID().toString(),
                place,
                cache.checksum(),
                cache.vertexCount(),
                copies == null ? null : copies.toString(),
                absolute(jobOptions.listFile()),
                sources.checksum(),
                job.sources() instanceof ClosenessJob.Sources.Sample sample ? sample.pivots() : 0,
                job.sources() instanceof ClosenessJob.Sources.Sample sample ? sample.seed() : 0,
                job.measures().toArray(ClosenessMeasure[]::new),
                job.direction(),
                job.mode(),
                job.width(),
                job.bounds(),
                devices.equals("cpu"),
                plan,
                format,
                absolute(output),
                absolute(checkpoint));
        common.note(
                streams,
                "%s of %s in %s on %s"
                        .formatted(
                                Units.count(plan.sources(), "traversal", "traversals"),
                                Units.count(cache.edgeCount(), "edge", "edges"),
                                Units.count(plan.ranges(), "range", "ranges"),
                                settings.master()));
        if (checkpoint != null) {
            streams.whenInterrupted("run the same command again to continue from " + checkpoint);
        }
        ClusterRun run = new ClusterRun(
                spark,
                told,
                common.progress(streams),
                Duration.ofSeconds(patience),
                line -> common.note(streams, line));
        int shown = job.top() > 0 ? job.top() : output == null ? ClosenessReport.SHOWN : 0;
        report(run.run(shown), run.metrics(), cache, shown);
    }

    /// A plain path means the same file on every host only from the root on.
    private static String absolute(String name) {
        return name == null || new org.apache.hadoop.fs.Path(name).toUri().getScheme() != null
                ? name
                : Path.of(name).toAbsolutePath().normalize().toString();
    }

    private void report(HighestResult result, JobMetrics metrics, CacheFacts cache, int shown) {
        if (output != null) {
            common.note(
                    streams,
                    "wrote %s: %s"
                            .formatted(
                                    output,
                                    shown > 0
                                            ? Units.count(result.rowCount(), "row", "rows")
                                            : "%s, %s"
                                                    .formatted(
                                                            Units.count(metrics.rows(), "row", "rows"),
                                                            Units.bytes(metrics.fileBytes()))));
        }
        if (output != null && !common.json()) {
            return;
        }
        Report report = new Report().field("command", "closeness");
        report.line(
                "graph",
                "%s, %s, %s"
                        .formatted(
                                graph,
                                Units.count(cache.vertexCount(), "vertex", "vertices"),
                                GraphFacts.edges(cache.edgeCount(), cache.directed())),
                "graph",
                graph);
        report.line("sources", jobOptions.sources(), "sources", jobOptions.sources());
        report.field("rows", metrics.rows());
        report.field("partBytes", metrics.fileBytes());
        report.field("graphsOpened", metrics.graphsOpened());
        report.field("openMs", metrics.openMs());
        report.field("traverseMs", metrics.traverseMs());
        report.field("writeMs", metrics.writeMs());
        ClosenessReport.add(report, result, shown);
        common.print(report, streams);
    }
}
