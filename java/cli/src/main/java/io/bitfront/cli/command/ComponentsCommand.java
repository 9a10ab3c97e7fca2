package io.bitfront.cli.command;

import io.bitfront.cache.Graph;
import io.bitfront.cli.output.RowsFile;
import io.bitfront.cli.report.Report;
import io.bitfront.cli.report.Streams;
import io.bitfront.cli.report.Table;
import io.bitfront.cli.report.Units;
import io.bitfront.engine.answer.ComponentPartition;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Elapsed;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `bitfront components`.
@Command(
        name = "components",
        sortOptions = false,
        abbreviateSynopsis = true,
        description = "Which vertices hang together: the number of components, their sizes, each vertex's component.",
        footer = {
            "",
            "Components are numbered by size, 1 the largest; of one size, that of the smallest id goes first.",
            "Files have a row per vertex, ascending by id: 'vertex,component'.",
            "'--component largest' of bfs and closeness goes on with the largest alone.",
            "",
            "Examples:",
            "  bitfront components roads.gr",
            "  bitfront components web.bvss --strong -o components.csv"
        })
final class ComponentsCommand implements Callable<Integer> {
    /// Sizes that a table shows.
    private static final int MOST_SHOWN = 20;

    private final Streams streams;

    @Mixin
    private GraphOptions graphOptions;

    @Option(
            names = "--strong",
            description = "Strong components: each vertex reaches every other along the edges. Without, edges of a"
                    + " directed graph count both ways.")
    private boolean strong;

    @Mixin
    private OutputOptions outputs;

    @Mixin
    private CommonOptions common;

    ComponentsCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() {
        outputs.check(graphOptions.file(), List.of(), common, List.of("ids"), List.of());
        try (Graph graph = graphOptions.open(common, streams).graph()) {
            long begun = System.nanoTime();
            ComponentPartition parts;
            try (Workers workers = new Workers(graphOptions.threads())) {
                parts = strong ? ComponentPartition.strong(graph, workers) : ComponentPartition.weak(graph, workers);
            }
            publish(graph, parts, Elapsed.nanos(begun));
        }
        return ExitCode.DONE;
    }

    private void publish(Graph graph, ComponentPartition parts, long nanos) {
        RowsFile rows = new RowsFile(
                graph.vertexCount(),
                List.of(
                        new RowsFile.Column("vertex", graph.ids()::idOf, graph.ids()),
                        new RowsFile.Column(
                                "component",
                                row -> parts.number()[
                                        graph.permutation().newIdOf().get(row)])));
        List<List<Path>> written = outputs.write(graph, rows::write, common, streams);
        if (outputs.isEmpty() || common.json()) {
            common.print(report(graph, parts, nanos).field("outputs", OutputOptions.names(written)), streams);
        } else {
            common.note(streams, sentence(graph, parts));
        }
    }

    private Report report(Graph graph, ComponentPartition parts, long nanos) {
        Report report = new Report().field("command", "components");
        GraphFacts.add(report, graphOptions.file(), graph);
        report.field("kind", kind(graph));
        report.line("components", summary(graph, parts, ""), "components", parts.count());
        report.field("largest", parts.count() == 0 ? 0 : parts.size()[0]);
        Map<Integer, Long> bySize = new TreeMap<>(Comparator.reverseOrder());
        Arrays.stream(parts.size()).forEach(size -> bySize.merge(size, 1L, Long::sum));
        report.field(
                "sizes",
                bySize.entrySet().stream()
                        .map(entry -> new Size(entry.getKey(), entry.getValue()))
                        .toList());
        report.table(table(bySize));
        if (bySize.size() > MOST_SHOWN) {
            report.line(
                    "more",
                    "%s of smaller components; --json has all"
                            .formatted(Units.count(bySize.size() - MOST_SHOWN, "size", "sizes")));
        }
        return report.field("timeMs", Units.toMs(nanos));
    }

    /// How many components have so many vertices, in the JSON report.
    private record Size(int vertices, long components) {}

    private String kind(Graph graph) {
        return !graph.directed() ? "connected" : strong ? "strong" : "weak";
    }

    /// What stands alone, without a line's title before it.
    private String sentence(Graph graph, ComponentPartition parts) {
        return summary(graph, parts, parts.count() == 1 ? " component" : " components");
    }

    private String summary(Graph graph, ComponentPartition parts, String noun) {
        if (parts.count() == 0) {
            return (noun.isEmpty() ? "none" : "no" + noun) + ": the graph has no vertices";
        }
        return "%s%s%s; the largest has %s (%s)"
                .formatted(
                        Units.count(parts.count()),
                        kind(graph).equals("connected") ? "" : " " + kind(graph),
                        noun,
                        Units.count(parts.size()[0], "vertex", "vertices"),
                        Units.percent(parts.size()[0], graph.vertexCount()));
    }

    private static Table table(Map<Integer, Long> bySize) {
        Table table = new Table("vertices", "components");
        bySize.entrySet().stream()
                .limit(MOST_SHOWN)
                .forEach(entry -> table.row(Units.count(entry.getKey()), Units.count(entry.getValue())));
        return table;
    }
}
