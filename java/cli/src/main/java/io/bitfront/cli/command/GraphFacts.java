package io.bitfront.cli.command;

import io.bitfront.cache.Graph;
import io.bitfront.cli.report.Report;
import io.bitfront.cli.report.Units;
import io.bitfront.graph.GraphStatistics;
import java.nio.file.Path;

/// The lines that say which graph a report is about.
public final class GraphFacts {
    private GraphFacts() {}

    /// How many edges, and of which kind.
    ///
    /// @param edgeCount directed; an undirected edge counts twice
    public static String edges(long edgeCount, boolean directed) {
        return directed
                ? Units.count(edgeCount, "directed edge", "directed edges")
                : Units.count(edgeCount / 2, "undirected edge", "undirected edges");
    }

    static void add(Report report, Path file, Graph graph) {
        report.line("graph", file.toString(), "graph", file.toString());
        report.field("vertices", graph.vertexCount());
        report.field("edges", graph.directed() ? graph.edgeCount() : graph.edgeCount() / 2);
        report.field("directed", graph.directed());
        report.field("ordering", graph.ordering().word());
        report.line(
                "",
                "%s, %s, ordering %s"
                        .formatted(
                                Units.count(graph.vertexCount(), "vertex", "vertices"),
                                edges(graph.edgeCount(), graph.directed()),
                                graph.ordering().word()));
    }

    static void addStatistics(Report report, Graph graph) {
        GraphStatistics statistics = graph.statistics();
        report.field("statistics", statistics);
        report.line(
                "input",
                "%s; removed %s and %s"
                        .formatted(
                                Units.count(statistics.inputEdges(), "edge", "edges"),
                                Units.count(statistics.selfLoops(), "self-loop", "self-loops"),
                                Units.count(statistics.duplicates(), "duplicate", "duplicates")));
        report.line(
                "degrees",
                "mean %.2f, largest %s out, %s in; %s isolated; %s"
                        .formatted(
                                statistics.meanDegree(),
                                Units.count(statistics.maxOutDegree()),
                                Units.count(statistics.maxInDegree()),
                                Units.count(statistics.isolatedVertices(), "vertex", "vertices"),
                                statistics.scaleFree() ? "scale-free" : "not scale-free"));
        if (statistics.components() >= 0) {
            report.line("components", Units.count(statistics.components()));
        }
        report.line(
                "slices",
                "%s in %s virtual slice sets, compression %.3f, update divergence %s"
                        .formatted(
                                Units.count(statistics.sliceCount()),
                                Units.count(statistics.vssCount()),
                                statistics.compressionRatio(),
                                Units.significant(statistics.updateDivergence())));
    }
}
