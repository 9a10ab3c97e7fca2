package io.bitfront.cli.command;

import io.bitfront.bench.BenchReport;
import io.bitfront.bench.Distribution;
import io.bitfront.cache.Graph;
import io.bitfront.cli.command.TraversalSet.Traversal;
import io.bitfront.cli.report.Report;
import io.bitfront.cli.report.Table;
import io.bitfront.cli.report.Units;
import io.bitfront.engine.BfsResult;
import io.bitfront.engine.lab.LabRequest;
import io.bitfront.graph.VertexIds;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;

/// The report of a `bfs` command: one traversal in detail, or many summarised.
final class BfsReport {
    /// From this many levels on, the table shows ranges of levels.
    private static final int MOST_LEVELS = 40;
    private static final int RANGES = 25;

    /// Rows of hops that a terminal is shown.
    private static final int MOST_HOPS = 40;

    private static final Map<String, ToLongFunction<BfsResult.Timings>> PARTS = parts();

    private final Graph graph;
    private final List<Traversal> traversals;
    private final int maxLevel;
    private final long[] targets;
    private final Report report;

    private BfsReport(Graph graph, LabRequest request, List<Traversal> traversals, Report report) {
        this.graph = graph;
        this.maxLevel = request.maxLevel();
        this.targets = request.targets();
        this.traversals = traversals;
        this.report = report;
    }

    private static Map<String, ToLongFunction<BfsResult.Timings>> parts() {
        Map<String, ToLongFunction<BfsResult.Timings>> parts = new LinkedHashMap<>();
        parts.put("kernel", BfsResult.Timings::kernel);
        parts.put("initialise", BfsResult.Timings::initialise);
        parts.put("parents", BfsResult.Timings::parents);
        parts.put("renumber", BfsResult.Timings::renumber);
        parts.put("download", BfsResult.Timings::download);
        parts.put("total", BfsResult.Timings::total);
        return Collections.unmodifiableMap(parts);
    }

    /// Adds to a report that already says which graph, device and mode.
    ///
    /// @param request what was asked for, from whatever source
    static void add(Report report, Graph graph, LabRequest request, List<Traversal> traversals) {
        new BfsReport(graph, request, traversals, report).add();
    }

    private void add() {
        report.field("traversals", traversals.stream().map(this::fields).toList());
        report.field("tepsRule", BenchReport.TEPS_RULE);
        if (traversals.size() == 1) {
            one(traversals.getFirst());
        } else {
            many();
        }
    }

    private Map<String, Object> fields(Traversal traversal) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("source", ids().value(traversal.source()));
        fields.put("reached", traversal.reached());
        fields.put("depth", traversal.depth());
        fields.put("edges", traversal.reachedEdges());
        fields.put("runs", traversal.timings().size());
        PARTS.forEach((name, part) -> fields.put(name + "Ms", medianMs(traversal, part)));
        fields.put("teps", traversal.teps());
        if (!traversal.hops().isEmpty()) {
            Map<String, Integer> hops = new LinkedHashMap<>();
            traversal.hops().forEach((id, level) -> hops.put(ids().text(id), level));
            fields.put("targets", hops);
        }
        if (!traversal.ways().isEmpty()) {
            Map<String, List<Object>> ways = new LinkedHashMap<>();
            traversal
                    .ways()
                    .forEach((id, way) -> ways.put(
                            ids().text(id), way.stream().map(ids()::value).toList()));
            fields.put("paths", ways);
        }
        fields.put("verticesPerLevel", traversal.verticesPerLevel());
        return fields;
    }

    private VertexIds ids() {
        return graph.ids();
    }

    private static double medianMs(Traversal traversal, ToLongFunction<BfsResult.Timings> part) {
        return Units.toMs(traversal.median(part));
    }

    private void one(Traversal traversal) {
        report.line("source", ids().text(traversal.source()));
        report.table(levels(traversal.verticesPerLevel()));
        report.line(
                "reached",
                "%s of %s (%s) in %s"
                        .formatted(
                                Units.count(traversal.reached()),
                                Units.count(graph.vertexCount(), "vertex", "vertices"),
                                Units.percent(traversal.reached(), graph.vertexCount()),
                                Units.count(traversal.depth(), "level", "levels")));
        report.line("edges", Units.count(traversal.reachedEdges()) + " out of reached vertices");
        traversal.hops().forEach((target, level) -> report.line("target", hops(traversal, target, level)));
        report.line("time", times(traversal));
        report.line("TEPS", teps(traversal.teps()));
        if (traversal.timings().size() > 1) {
            percentiles(
                    "runs", part -> traversal.timings().stream().mapToLong(part).asDoubleStream());
        }
    }

    /// What lies beyond the level at which a search was to end, or at which it found its targets, it
    /// does not tell.
    private String unreached(Traversal traversal) {
        boolean ended = traversal.depth() == maxLevel
                || targets.length > 0
                        && LongStream.of(targets)
                                .allMatch(id -> traversal.hops().get(id) >= 0);
        return ended ? "not reached in " + Units.count(traversal.depth(), "level", "levels") : "not reached";
    }

    private String hops(Traversal traversal, long target, int level) {
        if (level < 0) {
            return "%s: %s".formatted(ids().text(target), unreached(traversal));
        }
        String way = way(traversal, target);
        return "%s: %s%s"
                .formatted(ids().text(target), Units.count(level, "hop", "hops"), way.isEmpty() ? "" : " by " + way);
    }

    private static String times(Traversal traversal) {
        StringBuilder times =
                new StringBuilder(Units.time(medianMs(traversal, BfsResult.Timings::kernel) / 1e3)).append(" kernel");
        PARTS.forEach((name, part) -> {
            double ms = medianMs(traversal, part);
            if (ms > 0 && !name.equals("kernel") && !name.equals("total")) {
                times.append(", ").append(Units.time(ms / 1e3)).append(' ').append(name);
            }
        });
        return times.toString();
    }

    private void many() {
        long leastReached =
                traversals.stream().mapToLong(Traversal::reached).min().orElseThrow();
        long mostReached =
                traversals.stream().mapToLong(Traversal::reached).max().orElseThrow();
        int leastDepth = traversals.stream().mapToInt(Traversal::depth).min().orElseThrow();
        int mostDepth = traversals.stream().mapToInt(Traversal::depth).max().orElseThrow();
        double[] teps =
                traversals.stream().mapToDouble(Traversal::teps).sorted().toArray();
        report.line("sources", Units.count(traversals.size()));
        report.line(
                "reached",
                range(leastReached, mostReached) + " of " + Units.count(graph.vertexCount(), "vertex", "vertices"));
        report.line("levels", range(leastDepth, mostDepth));
        report.line("TEPS", "median " + teps(Distribution.median(teps)));
        percentiles("sources", part -> traversals.stream().mapToDouble(traversal -> traversal.median(part)));
        hops();
    }

    /// The first hops asked for; a file takes them all.
    private void hops() {
        long all = traversals.stream().mapToLong(one -> one.hops().size()).sum();
        if (all == 0) {
            return;
        }
        boolean ways = traversals.stream().anyMatch(one -> !one.ways().isEmpty());
        Table table =
                ways ? new Table("source", "vertex", "hops", "by").left("by") : new Table("source", "vertex", "hops");
        traversals.stream()
                .flatMap(one -> one.hops().entrySet().stream().map(hop -> row(one, hop.getKey(), hop.getValue(), ways)))
                .limit(MOST_HOPS)
                .forEach(table::row);
        report.table(table);
        if (all > MOST_HOPS) {
            report.line("more", "%s; -o FILE writes all".formatted(Units.count(all - MOST_HOPS)));
        }
    }

    private String[] row(Traversal one, long target, int hops, boolean ways) {
        String source = ids().text(one.source());
        String vertex = ids().text(target);
        String far = hops < 0 ? unreached(one) : Units.count(hops);
        return ways ? new String[] {source, vertex, far, way(one, target)} : new String[] {source, vertex, far};
    }

    /// The vertices of a way, where there are any on it.
    private String way(Traversal traversal, long target) {
        List<Long> way = traversal.ways().getOrDefault(target, List.of());
        return way.size() < 3 ? "" : way.stream().map(ids()::text).collect(Collectors.joining(" -> "));
    }

    private static String range(long least, long most) {
        return least == most ? Units.count(least) : Units.count(least) + " to " + Units.count(most);
    }

    private static String teps(double teps) {
        return "%s (%s)".formatted(Units.scaled(teps, "TEPS"), BenchReport.TEPS_RULE);
    }

    /// Adds a row per part of the time, and the parts' distributions as fields.
    private void percentiles(String over, Function<ToLongFunction<BfsResult.Timings>, DoubleStream> nanos) {
        Table table = new Table("ms over " + over, "min", "median", "mean", "p90", "max");
        PARTS.forEach((name, part) -> {
            Distribution spread = Distribution.of(nanos.apply(part));
            report.field(name, spread);
            if (spread.maxMs() > 0) {
                table.row(
                        name,
                        Units.significant(spread.minMs()),
                        Units.significant(spread.medianMs()),
                        Units.significant(spread.meanMs()),
                        Units.significant(spread.p90Ms()),
                        Units.significant(spread.maxMs()));
            }
        });
        report.table(table);
    }

    /// Vertices per level, or per range of levels where there are too many to read.
    private static Table levels(long[] verticesPerLevel) {
        int count = verticesPerLevel.length;
        int step = count <= MOST_LEVELS ? 1 : Math.ceilDiv(count, RANGES);
        Table table = new Table(step == 1 ? "level" : "levels", "vertices");
        for (int first = 0; first < count; first += step) {
            int last = Math.min(first + step, count) - 1;
            long vertices = Arrays.stream(verticesPerLevel, first, last + 1).sum();
            String name = first == last ? Units.count(first) : Units.count(first) + " to " + Units.count(last);
            table.row(name, Units.count(vertices));
        }
        return table;
    }
}
