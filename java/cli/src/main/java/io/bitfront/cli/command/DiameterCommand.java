package io.bitfront.cli.command;

import io.bitfront.cache.Graph;
import io.bitfront.cli.output.ClosenessFile;
import io.bitfront.cli.report.Report;
import io.bitfront.cli.report.Streams;
import io.bitfront.cli.report.Table;
import io.bitfront.cli.report.Units;
import io.bitfront.engine.ClosenessResult;
import io.bitfront.engine.Device;
import io.bitfront.engine.Diameter;
import io.bitfront.engine.Engine;
import io.bitfront.engine.EngineTeam;
import io.bitfront.engine.closeness.ComponentDiameter;
import io.bitfront.engine.closeness.DiameterRunner;
import io.bitfront.graph.VertexIds;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `bitfront diameter`.
@Command(
        name = "diameter",
        sortOptions = false,
        abbreviateSynopsis = true,
        description = "Diameter, radius and centre, exactly, by few searches; eccentricities of all vertices.",
        footer = {
            "",
            "Undirected: of the largest component, or of all. Directed: the diameter is the largest finite distance,"
                    + " the radius the least eccentricity of the vertices that reach the largest strong component, of several"
                    + " as large the one with the vertex of the smallest id.",
            "--eccentricities writes 'vertex' and 'eccentricity', hops to the farthest vertex reached.",
            "",
            "Examples:",
            "  bitfront diameter roads.gr",
            "  bitfront diameter web.bvss --json",
            "  bitfront diameter friends.el --undirected --eccentricities -o ecc.csv"
        })
final class DiameterCommand implements Callable<Integer> {
    private static final int SHOWN = 20;

    private final Streams streams;

    @Spec
    private CommandSpec spec;

    @Mixin
    private GraphOptions graphOptions;

    @Option(
            names = "--components",
            description =
                    "Of every component of an undirected graph that has an edge to another vertex, the largest first.")
    private boolean components;

    @Option(names = "--eccentricities", description = "Write the eccentricity of every vertex to the outputs.")
    private boolean eccentricities;

    @Mixin
    private OutputOptions outputs;

    @Mixin
    private DeviceOptions deviceOptions;

    @Mixin
    private CommonOptions common;

    DiameterCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() {
        if (eccentricities == outputs.isEmpty()) {
            throw Usage.bad(
                    spec,
                    eccentricities
                            ? "--eccentricities needs --output FILE, which they are written to"
                            : "--output needs --eccentricities, which it is for; --json prints all else");
        }
        outputs.check(graphOptions.file(), List.of(), common, List.of("ids"), List.of());
        Device device = deviceOptions.firstOfAll();
        try (Graph graph = graphOptions.open(device, common, streams).graph()) {
            if (components && graph.directed()) {
                throw Usage.bad(spec, "--components: the graph is directed; --undirected reads it without directions");
            }
            try (EngineTeam team = deviceOptions.openAll(graph, graphOptions, engine -> null, common, streams)) {
                run(team.engines());
            }
        }
        return ExitCode.DONE;
    }

    private void run(List<Engine> engines) {
        DiameterRunner runner =
                new DiameterRunner(engines, common.progress(streams), line -> common.note(streams, line));
        Report report = new Report().field("command", "diameter");
        GraphFacts.add(report, graphOptions.file(), engines.getFirst().graph());
        String device = DeviceOptions.description(engines);
        report.line("device", device, "device", device);
        ClosenessResult all = eccentricities || components ? heeded(runner, runner::all) : null;
        Graph graph = engines.getFirst().graph();
        if (components) {
            addComponents(report, ComponentDiameter.of(all, graph), graph.ids());
        } else if (graph.vertexCount() == 0) {
            report.line("diameter", "none: the graph has no vertices", "diameter", null)
                    .field("radius", null);
        } else {
            add(report, heeded(runner, all == null ? runner::run : () -> runner.run(all)), graph);
        }
        List<List<Path>> written = outputs.write(graph, target -> ClosenessFile.write(target, all), common, streams);
        if (outputs.names().stream().noneMatch(name -> name.toString().equals("-"))) {
            common.print(report.field("outputs", OutputOptions.names(written)), streams);
        }
    }

    /// Nothing is kept of a diameter that a signal stopped, but what is known by then is said.
    private <T> T heeded(DiameterRunner runner, Supplier<T> searches) {
        return StopSignals.heeded(streams, "searches", runner::cancel, searches);
    }

    private static void add(Report report, Diameter found, Graph graph) {
        if (!graph.directed()) {
            report.field("componentVertices", found.vertices());
            report.line("vertices", "%,d".formatted(found.vertices()));
        }
        VertexIds ids = graph.ids();
        report.field("diameter", found.diameter())
                .field("from", ids.value(found.from()))
                .field("to", ids.value(found.to()))
                .field("radius", found.radius())
                .field("centre", ids.value(found.centre()))
                .field("searches", found.searches())
                .field("timeMs", Units.toMs(found.nanos()));
        report.line(
                "diameter",
                "%s, from %s to %s".formatted(hops(found.diameter()), ids.text(found.from()), ids.text(found.to())));
        report.line("radius", "%s, from %s".formatted(hops(found.radius()), ids.text(found.centre())));
        report.line(
                "time",
                "%s s for %s"
                        .formatted(
                                Units.significant(found.nanos() / 1e9),
                                Units.count(found.searches(), "search", "searches")));
    }

    private static String hops(int count) {
        return Units.count(count, "hop", "hops");
    }

    private void addComponents(Report report, List<ComponentDiameter> found, VertexIds ids) {
        if (common.json()) {
            report.field(
                    "components", found.stream().map(one -> fields(one, ids)).toList());
        }
        if (found.isEmpty()) {
            report.line("components", "none: no vertex has an edge to another");
            return;
        }
        Table table = new Table("vertices", "diameter", "periphery", "radius", "centre");
        found.stream()
                .limit(SHOWN)
                .forEach(one -> table.row(
                        "%,d".formatted(one.vertices()),
                        Integer.toString(one.diameter()),
                        ids.text(one.periphery()),
                        Integer.toString(one.radius()),
                        ids.text(one.centre())));
        report.table(table);
        if (found.size() > SHOWN) {
            report.line("more", "%,d smaller components; --json gives all".formatted(found.size() - SHOWN));
        }
    }

    private static Map<String, Object> fields(ComponentDiameter one, VertexIds ids) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("vertices", one.vertices());
        fields.put("diameter", one.diameter());
        fields.put("periphery", ids.value(one.periphery()));
        fields.put("radius", one.radius());
        fields.put("centre", ids.value(one.centre()));
        return fields;
    }
}
