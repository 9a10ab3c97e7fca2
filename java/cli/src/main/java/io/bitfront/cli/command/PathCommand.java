package io.bitfront.cli.command;

import io.bitfront.cache.Graph;
import io.bitfront.cli.output.OutputFormat;
import io.bitfront.cli.output.RowsFile;
import io.bitfront.cli.report.Report;
import io.bitfront.cli.report.Streams;
import io.bitfront.cli.report.Units;
import io.bitfront.engine.Device;
import io.bitfront.engine.Engine;
import io.bitfront.engine.EngineTeam;
import io.bitfront.engine.ShortestPath;
import io.bitfront.graph.VertexIds;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `bitfront path`.
@Command(
        name = "path",
        sortOptions = false,
        abbreviateSynopsis = true,
        description = "One shortest path between two vertices, and its length.",
        footer = {
            "",
            "Of several paths, that which comes back from TO by the smallest id each time. Where there is none, this is"
                    + " said and the exit code is 0.",
            "Files have a row per vertex of the path: 'step,vertex'.",
            "",
            "Examples:",
            "  bitfront path roads.gr 17 90210",
            "  bitfront path web.bvss 17 4711 --json",
            "  bitfront path web.bvss 17 4711 -o way.csv"
        })
final class PathCommand implements Callable<Integer> {
    /// Vertices of a path that a line shows.
    private static final int MOST_SHOWN = 24;

    private static final String ARROW = " -> ";

    private final Streams streams;

    @Spec
    private CommandSpec spec;

    @Mixin
    private GraphOptions graphOptions;

    @Parameters(index = "1", paramLabel = "FROM", description = "Where the path begins.")
    private String from;

    @Parameters(index = "2", paramLabel = "TO", description = "Where it ends.")
    private String to;

    @Mixin
    private DeviceOptions deviceOptions;

    @Mixin
    private OutputOptions outputs;

    @Mixin
    private CommonOptions common;

    PathCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() {
        outputs.check(graphOptions.file(), List.of(), common, List.of("ids"), List.of());
        Device device = deviceOptions.first();
        try (Graph graph = graphOptions.open(device, common, streams).graph()) {
            if (graph.ids().named() && outputs.formats().contains(OutputFormat.NPY)) {
                throw Usage.bad(spec, "names do not go into an array: write another format than npy");
            }
            long first = VertexWords.id(spec, "FROM", from, graph);
            long last = VertexWords.id(spec, "TO", to, graph);
            try (EngineTeam team = deviceOptions.openOne(graph, graphOptions, common, streams)) {
                Engine engine = team.engines().getFirst();
                publish(engine, ShortestPath.between(engine, first, last));
            }
        }
        return ExitCode.DONE;
    }

    private void publish(Engine engine, ShortestPath path) {
        List<Long> vertices = path.vertices();
        RowsFile rows = new RowsFile(
                vertices.size(),
                List.of(
                        new RowsFile.Column("step", row -> row),
                        new RowsFile.Column(
                                "vertex", vertices::get, engine.graph().ids())));
        List<List<Path>> written = outputs.write(engine.graph(), rows::write, common, streams);
        if (outputs.isEmpty() || common.json()) {
            common.print(report(engine, path).field("outputs", OutputOptions.names(written)), streams);
        } else {
            common.note(streams, length(path));
        }
    }

    private Report report(Engine engine, ShortestPath path) {
        Report report = new Report().field("command", "path");
        GraphFacts.add(report, graphOptions.file(), engine.graph());
        report.field("device", engine.description());
        VertexIds ids = engine.graph().ids();
        report.field("from", ids.value(VertexWords.parse(from, engine.graph())))
                .field("to", ids.value(VertexWords.parse(to, engine.graph())));
        report.line("length", length(path), "length", path.hops() < 0 ? null : path.hops());
        report.field("path", path.vertices().stream().map(ids::value).toList());
        if (path.hops() >= 0) {
            report.line("path", words(engine.graph(), path.vertices()));
        }
        return report.field("timeMs", Units.toMs(path.timings().total()));
    }

    private String length(ShortestPath path) {
        return path.hops() < 0
                ? "no path from %s to %s".formatted(from, to)
                : Units.count(path.hops(), "hop", "hops") + " from %s to %s".formatted(from, to);
    }

    private static String words(Graph graph, List<Long> path) {
        if (path.size() <= MOST_SHOWN) {
            return joined(graph, path);
        }
        int half = MOST_SHOWN / 2;
        return "%s -> ... -> %s (-o FILE writes all %s)"
                .formatted(
                        joined(graph, path.subList(0, half)),
                        joined(graph, path.subList(path.size() - half, path.size())),
                        Units.count(path.size(), "vertex", "vertices"));
    }

    private static String joined(Graph graph, List<Long> path) {
        return path.stream().map(graph.ids()::text).collect(Collectors.joining(ARROW));
    }
}
