package io.bitfront.bench;

import io.bitfront.cache.Graph;
import io.bitfront.cache.PreprocessOptions;
import io.bitfront.engine.Device;
import io.bitfront.generate.GeneratorOptions;
import io.bitfront.generate.Generators;
import io.bitfront.order.OrderingKind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Single-source BFS on all cores, of generated graphs or of files. Bounds of the generated ones are what the GAP
/// reference (C++, OpenMP) takes on two cores, and 0.7 of it.
final class BfsSuite implements Suite {
    private record Case(String kind, int scale, double gapMs) {}

    private static final List<Case> CASES =
            List.of(new Case("kron", 20, 15.7), new Case("urand", 20, 19.7), new Case("kron", 22, 76));

    @Override
    public String name() {
        return "bfs";
    }

    @Override
    public String description() {
        return "single-source BFS on the CPU: kron 20, urand 20, kron 22, 64 sources";
    }

    @Override
    public boolean takesGraphs(Device device) {
        return false;
    }

    @Override
    public SuiteResult run(BenchOptions options) {
        return options.graphs().files().isEmpty() ? generated(options) : files(options);
    }

    private static SuiteResult files(BenchOptions options) {
        SuiteResult result = SuiteResult.empty();
        new GraphTour(options.on(Device.cpu()), List.of(), _ -> List.of(OrderingKind.AUTO))
                .run(
                        result.notes(),
                        (subject, graph) -> result.bfs().add(options.protocol().measure(subject, options.progress())));
        return result;
    }

    private static SuiteResult generated(BenchOptions options) {
        List<BfsMeasurement> measurements = new ArrayList<>();
        List<Target> targets = new ArrayList<>();
        for (Case one : CASES) {
            int scale = options.scale(one.scale);
            String name = one.kind + " " + scale;
            GraphStore store = GraphStore.of(options);
            Path file = store.file(
                    "%s-%d.sg".formatted(one.kind, scale),
                    Generators.create(one.kind, GeneratorOptions.ofScale(scale)));
            try (Graph graph = store.open(file, PreprocessOptions.defaults());
                    BenchEngine engine = BenchEngine.open(graph, Device.cpu())) {
                Subject subject = new Subject(name, one.kind, scale, engine, options.request(), "");
                BfsMeasurement measured = options.protocol().measure(subject, options.progress());
                measurements.add(measured);
                targets.add(Target.atMost(
                        "BFS " + name,
                        measured.kernel().medianMs(),
                        "ms",
                        one.gapMs,
                        0.7 * one.gapMs,
                        "kernel, median of %d sources, %s order"
                                .formatted(measured.sources(), graph.ordering().word())));
            }
        }
        return SuiteResult.of(measurements, targets);
    }
}
