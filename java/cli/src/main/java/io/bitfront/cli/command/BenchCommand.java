package io.bitfront.cli.command;

import io.bitfront.bench.BenchOptions;
import io.bitfront.bench.BenchReport;
import io.bitfront.bench.BfsMeasurement;
import io.bitfront.bench.BfsProtocol;
import io.bitfront.bench.Machine;
import io.bitfront.bench.Suite;
import io.bitfront.bench.Suite.SuiteResult;
import io.bitfront.bench.Suites;
import io.bitfront.bench.Target;
import io.bitfront.cli.output.JsonFile;
import io.bitfront.cli.report.Json;
import io.bitfront.cli.report.Report;
import io.bitfront.cli.report.Streams;
import io.bitfront.cli.report.Table;
import io.bitfront.cli.report.Units;
import io.bitfront.engine.Mode;
import io.bitfront.file.AtomicFile;
import io.bitfront.file.FileException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `bitfront bench`.
@Command(
        name = "bench",
        sortOptions = false,
        abbreviateSynopsis = true,
        description = "Run the measuring protocol: seeded sources, every level verified first, medians, and beside each"
                + " figure its target. Give it a machine of its own.",
        footer = {
            "",
            "Suites: start, preprocess, bfs, closeness. Graphs are generated once and kept in the folder.",
            "",
            "Examples:",
            "  bitfront bench",
            "  bitfront bench bfs --output bfs.json",
            "  bitfront bench --shrink 6       a rehearsal in a minute; targets then mean nothing"
        })
final class BenchCommand implements Callable<Integer> {
    /// Set by the launcher to its own path.
    private static final String LAUNCHER = "bitfront.launcher";

    private final Streams streams;

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "SUITE", arity = "0..*", description = "Which suites to run. Default: all.")
    private List<String> names = new ArrayList<>();

    @Option(
            names = "--folder",
            paramLabel = "DIR",
            defaultValue = "bitfront-bench",
            description = "Where generated graphs and their caches are kept: 20 GB for all suites. Default:"
                    + " ${DEFAULT-VALUE}.")
    private Path folder;

    @Option(names = "--sources", paramLabel = "K", description = "Sources of each graph. Default: ${DEFAULT-VALUE}.")
    private int sources = BfsProtocol.standard().sources();

    @Option(names = "--runs", paramLabel = "R", description = "Runs of each source. Default: ${DEFAULT-VALUE}.")
    private int runs = BfsProtocol.standard().runs();

    @Option(names = "--seed", paramLabel = "S", description = "Which sources. Default: ${DEFAULT-VALUE}.")
    private long seed = BfsProtocol.standard().seed();

    @Option(names = "--mode", paramLabel = "MODE", defaultValue = "auto", description = "As of bfs. Default: auto.")
    private Mode mode;

    @Option(
            names = "--shrink",
            paramLabel = "N",
            defaultValue = "0",
            description = "Take N off the scale of every graph. Default: ${DEFAULT-VALUE}.")
    private int shrink;

    @Option(names = "--output", paramLabel = "FILE.json", description = "Also write the JSON report to this file.")
    private Path output;

    @Mixin
    private CommonOptions common;

    BenchCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() {
        List<Suite> suites = names.isEmpty()
                ? Suites.all()
                : Usage.valid(spec, () -> names.stream().map(Suites::named).toList());
        check();
        BenchOptions options = new BenchOptions(
                folder,
                launcher(),
                new BfsProtocol(sources, runs, seed, mode),
                shrink,
                common.progress(streams),
                line -> common.note(streams, line));
        List<BfsMeasurement> bfs = new ArrayList<>();
        List<Target> targets = new ArrayList<>();
        Machine machine = Machine.current();
        for (Suite suite : suites) {
            SuiteResult result = suite.run(options);
            bfs.addAll(result.bfs());
            targets.addAll(result.targets());
        }
        String suiteNames = String.join(" ", suites.stream().map(Suite::name).toList());
        String command = String.join(" ", spec.commandLine().getParseResult().originalArgs());
        publish(new BenchReport(suiteNames, "bench " + command, machine, BenchReport.TEPS_RULE, bfs, targets));
        return ExitCode.DONE;
    }

    private void check() {
        if (sources < 1 || runs < 1 || shrink < 0) {
            throw Usage.bad(
                    spec,
                    "--sources %d --runs %d --shrink %d: expected at least 1, 1 and 0"
                            .formatted(sources, runs, shrink));
        }
        if (output != null) {
            AtomicFile.create(output).close();
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
            throw Usage.bad(spec, "bench measures the program itself: start it by build/bitfront");
        }
        return Path.of(launcher);
    }

    private void publish(BenchReport report) {
        if (output != null) {
            JsonFile.write(output, report);
            common.note(streams, "wrote " + output);
        }
        if (common.json()) {
            streams.out().println(Json.pretty(report));
        } else {
            common.print(text(report), streams);
        }
    }

    private static Report text(BenchReport report) {
        Machine machine = report.machine();
        Report text = new Report()
                .line(
                        "machine",
                        "%s, %d cores, %s"
                                .formatted(machine.cpu(), machine.cores(), Units.bytes(machine.memoryBytes())))
                .line("java", machine.jvm())
                .line("commit", "%s, load before %.2f".formatted(machine.commit(), machine.loadBefore()));
        if (!report.bfs().isEmpty()) {
            text.table(bfs(report.bfs())).line("TEPS", report.tepsRule());
        }
        return text.table(targets(report.targets()));
    }

    private static Table bfs(List<BfsMeasurement> measurements) {
        Table table = new Table(
                "BFS kernel ms", "ordering", "edges", "min", "median", "mean", "p90", "max", "max/median", "GTEPS");
        for (BfsMeasurement one : measurements) {
            table.row(
                    one.graph(),
                    one.ordering(),
                    Units.count(one.edges()),
                    Units.significant(one.kernel().minMs()),
                    Units.significant(one.kernel().medianMs()),
                    Units.significant(one.kernel().meanMs()),
                    Units.significant(one.kernel().p90Ms()),
                    Units.significant(one.kernel().maxMs()),
                    Units.significant(one.slowestOverMedian()),
                    Units.significant(one.gteps()));
        }
        return table.left(1);
    }

    private static Table targets(List<Target> targets) {
        Table table = new Table("what", "measured", "must", "aim", "meets", "how").left(4, 5);
        for (Target target : targets) {
            table.row(
                    target.what(),
                    "%s %s".formatted(Units.significant(target.measured()), target.unit()),
                    Units.significant(target.must()),
                    Units.significant(target.aim()),
                    target.verdict(),
                    target.note());
        }
        return table;
    }
}
