package io.bitfront.cli.command;

import com.sun.management.OperatingSystemMXBean;
import io.bitfront.cache.Graph;
import io.bitfront.cache.GraphCache;
import io.bitfront.cli.report.Report;
import io.bitfront.cli.report.Streams;
import io.bitfront.cli.report.Table;
import io.bitfront.cli.report.Units;
import io.bitfront.engine.ClosenessJob;
import io.bitfront.engine.Engine;
import io.bitfront.engine.EngineTeam;
import io.bitfront.engine.closeness.ClosenessRunner;
import io.bitfront.engine.closeness.JobEstimate;
import io.bitfront.engine.lab.Lab;
import io.bitfront.engine.lab.Tiles;
import io.bitfront.graph.VertexIds;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// `bitfront info`.
@Command(
        name = "info",
        sortOptions = false,
        abbreviateSynopsis = true,
        description = "What a graph is: size, statistics, ordering, and the memory and time each job would need here.",
        footer = {"", "Examples:", "  bitfront info web.bvss", "  bitfront info links.txt --undirected --json"})
final class InfoCommand implements Callable<Integer> {
    private final Streams streams;

    @Mixin
    private GraphOptions graphOptions;

    @Mixin
    private DeviceOptions deviceOptions;

    @Mixin
    private ReportOptions reportOptions;

    @Mixin
    private CommonOptions common;

    InfoCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() {
        reportOptions.check(graphOptions.file());
        deviceOptions.devices();
        GraphCache.Opened opened = graphOptions.open(common, streams);
        try (Graph graph = opened.graph();
                EngineTeam team = deviceOptions.openOne(graph, graphOptions, common, streams)) {
            Report report = new Report().field("command", "info");
            GraphFacts.add(report, graphOptions.file(), graph);
            report.field("cache", opened.cache() == null ? null : opened.cache().toString());
            addOrder(report, graph);
            addIds(report, graph.ids());
            GraphFacts.addStatistics(report, graph);
            addMemory(report, team.engines().getFirst());
            reportOptions.print(report, common, streams);
        }
        return ExitCode.DONE;
    }

    /// Why the ordering is what it is, where a rule chose it.
    private static void addOrder(Report report, Graph graph) {
        String reason = graph.statistics().orderReason();
        if (!reason.isEmpty()) {
            report.line("order", "%s was chosen: %s".formatted(graph.ordering().word(), reason), "order", reason);
        }
    }

    private static void addIds(Report report, VertexIds ids) {
        if (ids.count() == 0) {
            return;
        }
        if (ids instanceof VertexIds.Names names) {
            report.field("namesBytes", names.text().byteSize());
            report.field("firstId", ids.text(0)).field("lastId", ids.text(ids.count() - 1L));
            report.line("ids", ids.range());
            return;
        }
        long first = ids.idOf(0);
        long last = ids.idOf(ids.count() - 1);
        report.field("firstId", first).field("lastId", last);
        String kind = ids instanceof VertexIds.Range ? "consecutive" : "sparse";
        report.line("ids", "%d to %d, %s".formatted(first, last, kind));
    }

    private static void addMemory(Report report, Engine engine) {
        Graph graph = engine.graph();
        long levels = (long) Integer.BYTES * graph.vertexCount();
        long parents = (long) Long.BYTES * graph.vertexCount();
        Map<String, Long> jobs = new LinkedHashMap<>();
        long search = Lab.of(engine).singleSourceBytes();
        jobs.put("bfs", search + levels);
        jobs.put("bfs --parents", search + levels + parents);
        Optional<Tiles> tiles = Lab.of(engine).tiles();
        tiles.ifPresent(some -> jobs.put("bfs --mode paper", search + levels + some.bytes()));
        putCloseness(jobs, "closeness", engine, ClosenessJob.allSources());
        putCloseness(jobs, "closeness --sources sample:K", engine, ClosenessJob.sample(1, 1));
        long total =
                ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
        report.field("device", engine.description());
        report.field("memoryBytes", total);
        report.field("jobBytes", jobs);
        Table table = new Table("memory beyond the graph", "needed", "of " + Units.bytes(total));
        jobs.forEach((job, bytes) -> table.row(job, Units.bytes(bytes), "%.1f%%".formatted(100.0 * bytes / total)));
        report.table(table);
        tiles.ifPresent(some -> report.line(
                "tiles",
                "%s of it in modes paper and tensor, and in mode auto where tensor levels pay"
                        .formatted(Units.bytes(some.bytes())),
                "tileBytes",
                some.bytes()));
        addTimes(report, engine);
    }

    private static void addTimes(Report report, Engine engine) {
        Map<String, Object> times = new LinkedHashMap<>();
        Table table = new Table("time on this machine", "estimate", "least", "most", "from").left("from");
        int n = engine.graph().vertexCount();
        addTime(times, table, "closeness", engine, ClosenessJob.allSources(), n);
        addTime(times, table, "closeness --sources sample:1000", engine, ClosenessJob.sample(1, 1), Math.min(n, 1_000));
        report.field("jobTimes", times);
        if (!times.isEmpty()) {
            report.table(table);
        }
    }

    private static void addTime(
            Map<String, Object> times, Table table, String name, Engine engine, ClosenessJob job, long sources) {
        JobEstimate time = ClosenessRunner.whyNot(engine, job) == null ? Estimates.ofJob(engine, job, sources) : null;
        if (time != null) {
            times.put(name, Estimates.fields(time));
            table.row(
                    name,
                    (time.atMost() ? "at most " : "") + Units.time(time.seconds()),
                    Units.time(time.seconds() / time.factor()),
                    Units.time(time.seconds() * time.factor()),
                    time.measured());
        }
    }

    private static void putCloseness(Map<String, Long> jobs, String name, Engine engine, ClosenessJob job) {
        if (ClosenessRunner.whyNot(engine, job) == null) {
            jobs.put(name, ClosenessRunner.memoryNeeded(List.of(engine), job));
        }
    }
}
