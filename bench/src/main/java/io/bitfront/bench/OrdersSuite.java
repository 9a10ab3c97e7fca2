package io.bitfront.bench;

import io.bitfront.bench.BatchProtocol.Choice;
import io.bitfront.cache.Graph;
import io.bitfront.cache.ResourceException;
import io.bitfront.engine.BatchMode;
import io.bitfront.engine.Device;
import io.bitfront.engine.DeviceException;
import io.bitfront.engine.lab.BfsMode;
import io.bitfront.generate.Generator;
import io.bitfront.graph.DegreeStatistics;
import io.bitfront.graph.GraphInput;
import io.bitfront.order.EdgeSample;
import io.bitfront.order.OrderingKind;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Elapsed;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/// Every ordering on every kind of graph, with natural ids and with ids permuted at random, and how far the one that
/// `auto` chooses is from the best of all: searches one by one, and in batches. All orderings of a graph are held at
/// once and measured in turns. On a CPU of one thread (`taskset`) by the processor's time for that thread, which says
/// the same on a machine that others use.
final class OrdersSuite implements Suite {
    private static final List<String> KINDS = List.of(
            "kron", "urand", "web", "bipartite", "community", "rgg", "delaunay", "road", BenchGraph.GRID, "smallworld");

    /// Permuted ids in natural order are what `random` would be.
    private static final List<OrderingKind> ORDERINGS = List.of(
            OrderingKind.NATURAL, OrderingKind.DEGREE, OrderingKind.JACCARD, OrderingKind.CELLS, OrderingKind.RCM);

    private static final int SCALE = 20;
    private static final int BATCHES = 3;
    private static final String PROCESSOR_TIME = "processor time";
    private static final double MUST = 1.1;
    private static final double AIM = 1.05;

    @Override
    public String name() {
        return "orders";
    }

    @Override
    public String description() {
        return "every ordering on ten kinds of graphs, or files, natural and permuted ids: auto beside the best";
    }

    @Override
    public SuiteResult run(BenchOptions options) {
        new GraphTour(options, List.of(), kind -> List.of()).requireDevice(null);
        SuiteResult result = SuiteResult.empty();
        if (!options.graphs().files().isEmpty()) {
            options.graphs().files().forEach(file -> visit(file, options, result));
            return result;
        }
        List<String> asked = options.graphs().kinds();
        List<Integer> scales = options.graphs().scales();
        for (int scale : scales.isEmpty() ? List.of(SCALE) : scales) {
            for (String kind : asked.isEmpty() ? KINDS : asked) {
                visit(kind, options.scale(scale), options, result);
            }
        }
        return result;
    }

    private static void visit(String kind, int scale, BenchOptions options, SuiteResult result) {
        Generator generator = BenchGraph.of(kind, scale).generator();
        visit(
                "%s %d".formatted(kind, scale),
                kind,
                scale,
                workers -> EdgeArrays.of(generator, workers, options.progress()),
                options,
                result);
    }

    private static void visit(Path file, BenchOptions options, SuiteResult result) {
        visit(
                BenchGraph.of(file).name(),
                BenchGraph.FILE,
                0,
                workers -> {
                    try (Graph graph = GraphStore.asRead(file, options)) {
                        GraphEdges edges = new GraphEdges(graph);
                        return EdgeArrays.of(edges, edges.directed(), workers);
                    }
                },
                options,
                result);
    }

    private static void visit(
            String name,
            String kind,
            int scale,
            Function<Workers, EdgeArrays> source,
            BenchOptions options,
            SuiteResult result) {
        try (Workers workers = new Workers(Runtime.getRuntime().availableProcessors());
                EdgeArrays edges = source.apply(workers)) {
            new Round(name, kind, scale, options, workers, result).measure(edges::input);
            edges.permute(options.protocol().seed(), workers);
            new Round(name + " permuted", kind, scale, options, workers, result).measure(edges::input);
        } catch (ResourceException | DeviceException e) {
            options.leaveOut(name, e, result.notes());
        }
    }

    /// One graph in all orderings.
    private record Round(
            String name, String kind, int scale, BenchOptions options, Workers workers, SuiteResult result) {
        void measure(Supplier<GraphInput> input) {
            List<OrderingKind> asked = options.graphs().orderings();
            List<Graph> graphs = new ArrayList<>();
            List<Subject> subjects = new ArrayList<>();
            try {
                for (OrderingKind ordering : asked.isEmpty() ? ORDERINGS : asked) {
                    long begin = System.nanoTime();
                    graphs.add(GraphStore.of(options).inMemory(input.get(), ordering, options.device()));
                    BenchEngine engine = BenchEngine.open(graphs.getLast(), options.device());
                    subjects.add(new Subject(
                            name,
                            kind,
                            scale,
                            engine,
                            options.request().withMode(BfsMode.AUTO),
                            oneThread() ? PROCESSOR_TIME : ""));
                    result.noteDriver(engine.monitor().driver());
                    options.say()
                            .accept("%s, %s order, ready in %.2f s"
                                    .formatted(name, ordering.word(), Elapsed.seconds(begin)));
                }
                OrderingKind.Choice chosen = choice(graphs.getFirst());
                options.say()
                        .accept("%s: auto is %s, %s"
                                .formatted(name, chosen.kind().word(), chosen.reason()));
                measure(subjects, chosen);
            } finally {
                subjects.forEach(subject -> subject.engine().close());
                graphs.forEach(Graph::close);
            }
        }

        /// What `auto` chooses.
        private OrderingKind.Choice choice(Graph graph) {
            return OrderingKind.AUTO.chosenFor(
                    DegreeStatistics.of(graph.out(), graph.in(), workers), () -> EdgeSample.of(graph.out()));
        }

        private boolean oneThread() {
            return options.device() instanceof Device.Cpu cpu && cpu.threads() == 1;
        }

        private void measure(List<Subject> subjects, OrderingKind.Choice chosen) {
            LongSupplier threads = ManagementFactory.getThreadMXBean()::getCurrentThreadCpuTime;
            BfsProtocol alone = options.protocol().withoutEnergy();
            List<BfsMeasurement> ones =
                    (oneThread() ? alone.timedBy(threads) : alone).inTurns(subjects, options.progress());
            List<BatchMeasurement> many = new BatchProtocol(
                            BATCHES, options.protocol().seed(), oneThread() ? threads : System::nanoTime)
                    .inTurns(subjects, BatchMode.AUTO, Choice.RANDOM);
            result.bfs().addAll(ones);
            result.batches().addAll(many);
            Map<OrderingKind, Double> searches = new EnumMap<>(OrderingKind.class);
            Map<OrderingKind, Double> batches = new EnumMap<>(OrderingKind.class);
            for (int i = 0; i < subjects.size(); i++) {
                OrderingKind ordering = OrderingKind.named(ones.get(i).ordering());
                searches.put(ordering, ones.get(i).kernel().medianMs());
                batches.put(ordering, many.get(i).usPerBfs());
                options.say()
                        .accept("%s, %s order: median %.4f ms, in batches %.2f us"
                                .formatted(
                                        name,
                                        ordering.word(),
                                        ones.get(i).kernel().medianMs(),
                                        many.get(i).usPerBfs()));
            }
            judge("searches", chosen, searches);
            judge("batches", chosen, batches);
        }

        /// Compares what `auto` chose with the best, where it was among those measured.
        private void judge(String what, OrderingKind.Choice chosen, Map<OrderingKind, Double> times) {
            Map.Entry<OrderingKind, Double> best = Collections.min(times.entrySet(), Map.Entry.comparingByValue());
            if (times.containsKey(chosen.kind())) {
                result.targets()
                        .add(Target.atMost(
                                "%s, %s: auto over the best".formatted(name, what),
                                times.get(chosen.kind()) / best.getValue(),
                                "x",
                                MUST,
                                AIM,
                                "%s over %s"
                                        .formatted(
                                                chosen.kind().word(),
                                                best.getKey().word())));
            }
        }
    }
}
