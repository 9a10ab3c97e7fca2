package io.bitfront.bench;

import io.bitfront.bench.BatchProtocol.Choice;
import io.bitfront.cache.Graph;
import io.bitfront.cache.ResourceException;
import io.bitfront.engine.BatchMode;
import io.bitfront.engine.Device;
import io.bitfront.engine.DeviceException;
import io.bitfront.engine.lab.BfsMode;
import io.bitfront.generate.Generator;
import io.bitfront.generate.GeneratorOptions;
import io.bitfront.generate.Generators;
import io.bitfront.generate.StarGenerator;
import io.bitfront.graph.EdgeSource;
import io.bitfront.graph.GraphInput;
import io.bitfront.order.OrderingKind;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import java.nio.file.Path;
import java.util.List;

/// Graphs unlike those that kernels are tuned for, each beside its ideal: the same graph without what is unlike about
/// it, in the same run, or a bound of microseconds a level. A file's graph is its own ideal: twice, and beside a star.
final class UnlikeSuite implements Suite {
    private static final int BATCHES = 4;

    /// Sources and runs of graphs whose searches have a million levels, seconds each.
    private static final int DEEP_SOURCES = 4;

    private static final int DEEP_RUNS = 2;

    /// What a graph twice may take of the time of one, and what it should.
    private static final double TWICE_MUST = 3;

    private static final double TWICE_AIM = 2.1;

    /// The same of a graph beside a star.
    private static final double STAR_MUST = 3;

    private static final double STAR_AIM = 1.8;

    /// What a measured time is compared with.
    private sealed interface Ideal {
        /// The time of another graph, multiplied.
        record Times(String what, Recipe graph, double must, double aim) implements Ideal {}

        /// Batches of searches on another graph.
        record TimesInBatches(String what, Recipe graph, double must, double aim) implements Ideal {}

        /// Microseconds for each level.
        record PerLevel(double must, double aim) implements Ideal {}

        /// Milliseconds of the kernel, with another graph's beside them, whose searches need not take the same way.
        record Milliseconds(String what, Recipe graph, double must, double aim) implements Ideal {}
    }

    /// Makes edges; workers are there until they are all streamed.
    @FunctionalInterface
    private interface Recipe {
        JoinedEdges make(Kitchen kitchen);
    }

    private record Unlike(String name, OrderingKind ordering, Recipe graph, Ideal ideal) {}

    /// What recipes are made with: generated parts, at sizes that the run may shrink.
    private record Kitchen(BenchOptions options, Workers workers) {
        JoinedEdges of(EdgeSource... parts) {
            JoinedEdges joined = new JoinedEdges();
            for (EdgeSource part : parts) {
                joined.add(part);
            }
            return joined;
        }

        EdgeSource generated(String kind, int scale) {
            Generator generator = Generators.create(kind, GeneratorOptions.ofScale(options.scale(scale)));
            return generator.generate(workers, Progress.NONE).edges();
        }

        EdgeSource star(int leaves) {
            return new StarGenerator(leaves + 1)
                    .generate(workers, Progress.NONE)
                    .edges();
        }

        EdgeSource clique(int vertices) {
            return new JoinedEdges.Clique(shrunk(vertices));
        }

        int shrunk(int size) {
            return Math.max(8, size >> options.shrink());
        }

        /// A mesh with stars, the middle of each joined to a vertex of the mesh.
        JoinedEdges withStars(String mesh, int scale, int stars, int leaves) {
            EdgeSource of = generated(mesh, scale);
            JoinedEdges joined = new JoinedEdges();
            joined.add(of);
            int anchor = JoinedEdges.anchor(of);
            for (int i = 0; i < stars; i++) {
                joined.link(anchor, joined.add(star(shrunk(leaves))));
            }
            return joined;
        }

        /// A path from a vertex of one graph to one of another.
        JoinedEdges byPath(EdgeSource one, int scale, EdgeSource other) {
            JoinedEdges joined = new JoinedEdges();
            joined.add(one);
            EdgeSource chain = generated("chain", scale);
            int path = joined.add(chain);
            joined.link(JoinedEdges.anchor(one), path);
            if (other != null) {
                joined.link(path + chain.vertexCount() - 1, joined.add(other) + JoinedEdges.anchor(other));
            }
            return joined;
        }
    }

    private static final Recipe KRON_22 = kitchen -> kitchen.of(kitchen.generated("kron", 22));
    private static final Recipe KRON_24 = kitchen -> kitchen.of(kitchen.generated("kron", 24));
    private static final Recipe ROAD_24 = kitchen -> kitchen.of(kitchen.generated("road", 24));
    private static final Recipe RGG_24 = kitchen -> kitchen.of(kitchen.generated("rgg", 24));

    private static final List<Unlike> GRAPHS = List.of(
            new Unlike(
                    "two kron 22",
                    OrderingKind.DEGREE,
                    kitchen -> kitchen.of(kitchen.generated("kron", 22), kitchen.generated("kron", 22)),
                    new Ideal.Times("one kron 22", KRON_22, TWICE_MUST, TWICE_AIM)),
            new Unlike(
                    "kron 24 beside a star",
                    OrderingKind.DEGREE,
                    kitchen -> kitchen.of(kitchen.generated("kron", 24), kitchen.star(kitchen.shrunk(1 << 24))),
                    new Ideal.Times("kron 24", KRON_24, STAR_MUST, STAR_AIM)),
            new Unlike(
                    "road 24 with a hub",
                    OrderingKind.NATURAL,
                    kitchen -> kitchen.withStars("road", 24, 1, 40_000),
                    new Ideal.Milliseconds("road 24", ROAD_24, 12.5, 11.5)),
            new Unlike(
                    "rgg 24 with 100 hubs",
                    OrderingKind.NATURAL,
                    kitchen -> kitchen.withStars("rgg", 24, 100, 5_000),
                    new Ideal.Times("rgg 24", RGG_24, 1.1, 1.01)),
            new Unlike(
                    "kron 18 with a tail",
                    OrderingKind.DEGREE,
                    kitchen -> kitchen.byPath(kitchen.generated("kron", 18), 21, null),
                    new Ideal.PerLevel(1.3, 0.6)),
            new Unlike(
                    "cliques joined by a path",
                    OrderingKind.NATURAL,
                    kitchen -> kitchen.byPath(kitchen.clique(3_000), 17, kitchen.clique(3_000)),
                    new Ideal.PerLevel(1.3, 0.6)),
            new Unlike(
                    "chain 20",
                    OrderingKind.NATURAL,
                    kitchen -> kitchen.of(kitchen.generated("chain", 20)),
                    new Ideal.PerLevel(1, 0.5)),
            new Unlike(
                    "four kron 20",
                    OrderingKind.DEGREE,
                    kitchen -> kitchen.of(
                            kitchen.generated("kron", 20),
                            kitchen.generated("kron", 20),
                            kitchen.generated("kron", 20),
                            kitchen.generated("kron", 20)),
                    new Ideal.TimesInBatches("kron 22", KRON_22, 1.2, 1)));

    @Override
    public String name() {
        return "unlike";
    }

    @Override
    public String description() {
        return "components, tails, hubs in meshes: each graph beside its ideal; files twice, and beside a star";
    }

    @Override
    public boolean takesGraphs(Device device) {
        return false;
    }

    @Override
    public SuiteResult run(BenchOptions options) {
        new GraphTour(options, List.of(), kind -> List.of()).requireDevice(null);
        SuiteResult result = SuiteResult.empty();
        if (!ofFiles(options)) {
            measure(GRAPHS, options, result);
        }
        for (Path file : options.graphs().files()) {
            String name = BenchGraph.of(file).name();
            try (Graph graph = GraphStore.asRead(file, options)) {
                GraphEdges edges = new GraphEdges(graph);
                for (OrderingKind ordering : options.graphs().orderingsOr(OrderingKind.AUTO)) {
                    measure(ofFile(name, edges, ordering), options, result);
                }
            } catch (ResourceException | DeviceException e) {
                options.leaveOut(name, e, result.notes());
            }
        }
        return result;
    }

    private static List<Unlike> ofFile(String name, GraphEdges edges, OrderingKind ordering) {
        Recipe alone = kitchen -> kitchen.of(edges).directed(edges.directed());
        Recipe two = kitchen -> kitchen.of(edges, edges).directed(edges.directed());
        Recipe besideStar =
                kitchen -> kitchen.of(edges, kitchen.star(edges.vertexCount())).directed(edges.directed());
        return List.of(
                new Unlike("two " + name, ordering, two, new Ideal.Times(name, alone, TWICE_MUST, TWICE_AIM)),
                new Unlike(
                        name + " beside a star",
                        ordering,
                        besideStar,
                        new Ideal.Times(name, alone, STAR_MUST, STAR_AIM)));
    }

    private static void measure(List<Unlike> graphs, BenchOptions options, SuiteResult result) {
        for (Unlike unlike : graphs) {
            try {
                measure(unlike, options, result);
            } catch (ResourceException | DeviceException e) {
                options.leaveOut(unlike.name(), e, result.notes());
            }
        }
    }

    private static void measure(Unlike unlike, BenchOptions options, SuiteResult result) {
        OrderingKind order = unlike.ordering();
        switch (unlike.ideal()) {
            case Ideal.PerLevel ideal -> {
                BfsProtocol few = new BfsProtocol(
                        Math.min(DEEP_SOURCES, options.protocol().sources()),
                        Math.min(DEEP_RUNS, options.protocol().runs()),
                        options.protocol().seed());
                BfsMeasurement own = searches(unlike.name(), unlike.graph(), order, few, options, result);
                result.targets()
                        .add(Target.atMost(
                                unlike.name(), own.usPerLevel(), "us a level", ideal.must(), ideal.aim(), "median"));
            }
            case Ideal.Milliseconds ideal -> {
                BfsMeasurement own =
                        searches(unlike.name(), unlike.graph(), order, options.protocol(), options, result);
                result.targets()
                        .add(Target.atMost(
                                unlike.name(), own.kernel().medianMs(), "ms", ideal.must(), ideal.aim(), "median"));
                searches(ideal.what(), ideal.graph(), order, options.protocol(), options, result);
            }
            case Ideal.Times ideal -> {
                BfsProtocol protocol = options.protocol();
                double own = searches(unlike.name(), unlike.graph(), order, protocol, options, result)
                        .kernel()
                        .medianMs();
                double other = searches(ideal.what(), ideal.graph(), order, protocol, options, result)
                        .kernel()
                        .medianMs();
                judge(unlike, own, other, ideal.what(), ideal.must(), ideal.aim(), options, result);
            }
            case Ideal.TimesInBatches ideal -> {
                double own = batches(unlike.name(), unlike.graph(), order, options, result)
                        .usPerBfs();
                double other = batches(ideal.what(), ideal.graph(), order, options, result)
                        .usPerBfs();
                judge(unlike, own, other, ideal.what(), ideal.must(), ideal.aim(), options, result);
            }
        }
    }

    private static void judge(
            Unlike unlike,
            double own,
            double other,
            String what,
            double must,
            double aim,
            BenchOptions options,
            SuiteResult result) {
        String order = ofFiles(options) ? ", " + unlike.ordering().word() : "";
        String name = "%s, times %s%s".formatted(unlike.name(), what, order);
        result.targets().add(Target.atMost(name, own / other, "x", must, aim, "medians of one run"));
    }

    private static BfsMeasurement searches(
            String name,
            Recipe recipe,
            OrderingKind order,
            BfsProtocol protocol,
            BenchOptions options,
            SuiteResult result) {
        try (Graph graph = graph(name, recipe, order, options);
                BenchEngine engine = BenchEngine.open(graph, options.device())) {
            result.noteDriver(engine.monitor().driver());
            Subject subject =
                    new Subject(name, "unlike", 0, engine, options.request().withMode(BfsMode.AUTO), "");
            BfsMeasurement found = protocol.withoutEnergy().measure(subject, options.progress());
            options.say()
                    .accept("%s: median %.4f ms, slowest %.4f, %.3f us a level"
                            .formatted(
                                    name,
                                    found.kernel().medianMs(),
                                    found.kernel().maxMs(),
                                    found.usPerLevel()));
            if (result.bfs().stream().noneMatch(row -> row.key().equals(found.key()))) {
                result.bfs().add(found);
            }
            return found;
        }
    }

    private static BatchMeasurement batches(
            String name, Recipe recipe, OrderingKind order, BenchOptions options, SuiteResult result) {
        try (Graph graph = graph(name, recipe, order, options);
                BenchEngine engine = BenchEngine.open(graph, options.device())) {
            Subject subject = new Subject(name, "unlike", 0, engine, options.request(), "");
            BatchMeasurement found = new BatchProtocol(
                            BATCHES, options.protocol().seed())
                    .measure(subject, BatchMode.AUTO, Choice.RANDOM);
            options.say().accept("%s: batches, %.2f us a search".formatted(name, found.usPerBfs()));
            result.batches().add(found);
            return found;
        }
    }

    private static Graph graph(String name, Recipe recipe, OrderingKind order, BenchOptions options) {
        options.say().accept("%s, %s order".formatted(name, order.word()));
        GraphStore store = GraphStore.of(options);
        if (ofFiles(options)) {
            try (Workers workers = new Workers(Runtime.getRuntime().availableProcessors())) {
                GraphInput input = recipe.make(new Kitchen(options, workers)).input(name);
                return store.inMemory(input, order, options.device());
            }
        }
        String file =
                "unlike-%s%s.sg".formatted(name.replace(' ', '-'), options.shrink() == 0 ? "" : "-" + options.shrink());
        return store.joined(
                file, workers -> recipe.make(new Kitchen(options, workers)).input(name), order);
    }

    /// Whether graphs are of the user's files.
    private static boolean ofFiles(BenchOptions options) {
        return !options.graphs().files().isEmpty();
    }
}
