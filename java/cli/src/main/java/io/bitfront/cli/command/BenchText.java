package io.bitfront.cli.command;

import io.bitfront.bench.AnswerMeasurement;
import io.bitfront.bench.BatchMeasurement;
import io.bitfront.bench.BenchReport;
import io.bitfront.bench.BfsMeasurement;
import io.bitfront.bench.Comparison;
import io.bitfront.bench.JobMeasurement;
import io.bitfront.bench.Machine;
import io.bitfront.bench.ModeShare;
import io.bitfront.bench.PeerMeasurement;
import io.bitfront.bench.SwitchStudy;
import io.bitfront.bench.Target;
import io.bitfront.cli.report.Report;
import io.bitfront.cli.report.Table;
import io.bitfront.cli.report.Units;
import io.bitfront.engine.nvml.Nvml;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;

/// The result of `bench` as tables.
final class BenchText {
    private BenchText() {}

    static Report of(BenchReport report) {
        Machine machine = report.machine();
        Report text = new Report()
                .line(
                        "machine",
                        "%s, %d cores, %s"
                                .formatted(machine.cpu(), machine.cores(), Units.bytes(machine.memoryBytes())))
                .line("java", machine.jvm())
                .line("commit", "%s, load before %.2f".formatted(machine.commit(), machine.loadBefore()));
        if (report.driver() != null) {
            text.line("driver", report.driver());
        }
        if (!report.bfs().isEmpty()) {
            text.line("devices", distinct(report.bfs(), BfsMeasurement::device));
            clocks(text, report.bfs());
            text.table(times(report.bfs())).table(rates(report.bfs())).line("TEPS", report.tepsRule());
        }
        if (!report.batches().isEmpty()) {
            text.table(batches(report.batches()));
        }
        if (!report.jobs().isEmpty()) {
            text.table(jobs(report.jobs()));
        }
        if (!report.answers().isEmpty()) {
            text.table(answers(report.answers()));
        }
        if (!report.studies().isEmpty()) {
            text.table(studies(report.studies()));
        }
        if (!report.peers().isEmpty()) {
            text.table(peers(report.peers()));
        }
        if (!report.targets().isEmpty()) {
            text.table(report.judged() ? targets(report.targets()) : measured(report.targets()));
        }
        if (!report.comparisons().isEmpty()) {
            text.table(comparisons(report.comparisons()));
        }
        report.notes().forEach(note -> text.line("note", note));
        return text;
    }

    private static Table answers(List<AnswerMeasurement> rows) {
        Table table = new Table("answers", "question", "ms", "full ms", "times", "searches", "of").left("question");
        for (AnswerMeasurement one : rows) {
            table.row(
                    one.graph(),
                    one.question(),
                    Units.significant(one.few().medianMs()),
                    one.full() == null ? "" : Units.significant(one.full().medianMs()),
                    one.speedup() == null ? "" : Units.significant(one.speedup()),
                    Units.count(one.begun()),
                    Units.count(one.vertices()));
        }
        return table;
    }

    /// Ratios below 1 are to our advantage.
    private static Table peers(List<PeerMeasurement> rows) {
        Table table = new Table("peers", "order", "peer", "ours ms", "theirs ms", "ours/theirs", "least", "most")
                .left("peer");
        for (PeerMeasurement one : rows) {
            table.row(
                    one.graph(),
                    one.ordering(),
                    one.peer(),
                    Units.significant(one.ours().medianMs()),
                    Units.significant(one.theirs().medianMs()),
                    Units.significant(one.ratio()),
                    Units.significant(one.leastRatio()),
                    Units.significant(one.mostRatio()));
        }
        return table;
    }

    private static String distinct(List<BfsMeasurement> rows, Function<BfsMeasurement, String> field) {
        return rows.stream().map(field).distinct().collect(Collectors.joining(", "));
    }

    /// The first reading before, the last after, and all that held clocks down.
    private static void clocks(Report text, List<BfsMeasurement> rows) {
        List<Nvml.Reading> before = rows.stream()
                .map(BfsMeasurement::clocksBefore)
                .filter(Objects::nonNull)
                .toList();
        List<Nvml.Reading> after = rows.stream()
                .map(BfsMeasurement::clocksAfter)
                .filter(Objects::nonNull)
                .toList();
        if (before.isEmpty() || after.isEmpty()) {
            return;
        }
        String held = after.stream()
                .flatMap(reading -> reading.throttled().stream())
                .distinct()
                .collect(Collectors.joining(", "));
        text.line(
                "clocks",
                "SM %d MHz, memory %d MHz before; %d and %d after; held down by %s"
                        .formatted(
                                before.getFirst().smMhz(),
                                before.getFirst().memoryMhz(),
                                after.getLast().smMhz(),
                                after.getLast().memoryMhz(),
                                held.isEmpty() ? "nothing" : held));
    }

    private static Table times(List<BfsMeasurement> rows) {
        Table table = new Table(
                        "BFS kernel ms",
                        "order",
                        "mode",
                        "switch",
                        "variant",
                        "min",
                        "median",
                        "mean",
                        "p90",
                        "max",
                        "max/median")
                .left("order", "mode", "switch", "variant");
        for (BfsMeasurement one : rows) {
            table.row(
                    one.graph(),
                    one.ordering(),
                    one.mode(),
                    one.switching(),
                    one.variant(),
                    Units.significant(one.kernel().minMs()),
                    Units.significant(one.kernel().medianMs()),
                    Units.significant(one.kernel().meanMs()),
                    Units.significant(one.kernel().p90Ms()),
                    Units.significant(one.kernel().maxMs()),
                    Units.significant(one.slowestOverMedian()));
        }
        return table;
    }

    /// Joules only where some GPU says them.
    private static Table rates(List<BfsMeasurement> rows) {
        boolean energy = rows.stream().anyMatch(one -> one.joulesPerBfs() != null);
        String[] headings = {
            "BFS", "row", "edges", "GTEPS", "us/level", "tensor", "push", "pull", "init ms", "renumber ms"
        };
        Table table = new Table(energy ? with(headings, "J/BFS") : headings).left("row");
        for (BfsMeasurement one : rows) {
            String[] cells = {
                one.graph(),
                "%s %s".formatted(one.ordering(), one.mode().equals("auto") ? one.switching() : one.mode())
                        + (one.variant().isEmpty() ? "" : " " + one.variant()),
                Units.count(one.edges()),
                Units.significant(one.gteps()),
                Units.significant(one.usPerLevel()),
                share(one.ways(), "tensor"),
                share(one.ways(), "push"),
                share(one.ways(), "pull"),
                Units.significant(one.initialise().medianMs()),
                Units.significant(one.renumber().medianMs())
            };
            String joules = one.joulesPerBfs() == null ? "" : Units.significant(one.joulesPerBfs());
            table.row(energy ? with(cells, joules) : cells);
        }
        return table;
    }

    private static String[] with(String[] cells, String last) {
        String[] all = Arrays.copyOf(cells, cells.length + 1);
        all[cells.length] = last;
        return all;
    }

    /// Share of levels / share of time.
    private static String share(List<ModeShare> ways, String way) {
        return ways.stream()
                .filter(one -> one.way().equals(way))
                .map(one -> "%.0f%%/%.0f%%".formatted(100 * one.levels(), 100 * one.time()))
                .findFirst()
                .orElse("");
    }

    private static Table batches(List<BatchMeasurement> rows) {
        Table table = new Table(
                        "batches",
                        "order",
                        "mode",
                        "width",
                        "sources",
                        "us per BFS",
                        "median ms",
                        "min",
                        "max",
                        "J/BFS")
                .left("order", "mode", "sources");
        for (BatchMeasurement one : rows) {
            table.row(
                    one.graph(),
                    one.ordering(),
                    one.mode(),
                    Units.count(one.width()),
                    one.sources(),
                    Units.significant(one.usPerBfs()),
                    Units.significant(one.batch().medianMs()),
                    Units.significant(one.batch().minMs()),
                    Units.significant(one.batch().maxMs()),
                    one.joulesPerBfs() == null ? "" : Units.significant(one.joulesPerBfs()));
        }
        return table;
    }

    private static Table jobs(List<JobMeasurement> rows) {
        Table table = new Table(
                        "closeness", "order", "devices", "median ms", "min", "max", "BFS/s", "us per BFS", "speedup")
                .left("order");
        for (JobMeasurement one : rows) {
            table.row(
                    one.graph(),
                    one.ordering(),
                    Units.count(one.devices().size()),
                    Units.significant(one.job().medianMs()),
                    Units.significant(one.job().minMs()),
                    Units.significant(one.job().maxMs()),
                    Units.significant(one.bfsPerSecond()),
                    Units.significant(one.usPerBfs()),
                    Units.significant(one.speedup()));
        }
        return table;
    }

    private static Table studies(List<SwitchStudy> studies) {
        Table table = new Table(
                        "each level each way",
                        "order",
                        "levels",
                        "misclassified",
                        "noise",
                        "chosen ms",
                        "oracle ms",
                        "ratio",
                        "best: tensor",
                        "push",
                        "pull")
                .left("order");
        for (SwitchStudy study : studies) {
            table.row(
                    study.graph(),
                    study.ordering(),
                    Units.count(study.levels()),
                    "%s (%.1f%%)"
                            .formatted(
                                    Units.count(study.misclassified()),
                                    study.levels() == 0 ? 0 : 100.0 * study.misclassified() / study.levels()),
                    Units.count(study.noisy()),
                    Units.significant(study.chosenMs()),
                    Units.significant(study.oracleMs()),
                    Units.significant(study.overOracle()),
                    share(study.wins(), "tensor"),
                    share(study.wins(), "push"),
                    share(study.wins(), "pull"));
        }
        return table;
    }

    private static Table targets(List<Target> targets) {
        Table table = new Table("what", "measured", "must", "aim", "meets", "how").left("meets", "how");
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

    /// What targets are about, without a word on whether they are met.
    private static Table measured(List<Target> targets) {
        Table table = new Table("what (not judged)", "measured", "how").left("how");
        for (Target target : targets) {
            table.row(
                    target.what(),
                    "%s %s".formatted(Units.significant(target.measured()), target.unit()),
                    target.note());
        }
        return table;
    }

    private static Table comparisons(List<Comparison> comparisons) {
        Table table = new Table("compared", "unit", "before", "now", "now/before").left("unit");
        for (Comparison one : comparisons) {
            table.row(
                    one.what(),
                    one.unit(),
                    Units.significant(one.before()),
                    Units.significant(one.now()),
                    Units.significant(one.ratio()));
        }
        return table;
    }
}
