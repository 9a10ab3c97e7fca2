package io.bitfront.bench;

import io.bitfront.cache.Graph;
import io.bitfront.cache.GraphPreparer;
import io.bitfront.cache.PhaseLog;
import io.bitfront.cache.PhaseReport;
import io.bitfront.cache.PreprocessOptions;
import io.bitfront.cache.Preprocessor;
import io.bitfront.cache.ResourceException;
import io.bitfront.engine.Device;
import io.bitfront.engine.lab.LabRequest;
import io.bitfront.order.OrderingKind;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Elapsed;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// What a graph costs from edges in memory to an engine that is ready to traverse it, on a GPU where there is one and
/// on the CPU; and after how many traversals the ordering has paid.
final class PreparationRows {
    private static final BfsProtocol SHORT = new BfsProtocol(16, 3, 1);
    private static final int WIDE_WINDOW = 1 << 16;
    private static final int WINDOW = 8192;

    private final BenchOptions options;
    private final Suite.SuiteResult result;
    private final Workers workers;
    private final Device gpu;

    /// How a graph is prepared, and what that should cost.
    record Row(OrderingKind ordering, int window, Device device, double must, double aim) {
        String label() {
            return ordering.windowed() ? "%s -w %d".formatted(ordering.word(), window) : ordering.word();
        }

        PreprocessOptions options(int threads) {
            return PreprocessOptions.defaults()
                    .withOrdering(ordering)
                    .withWindow(window)
                    .withThreads(threads)
                    .withDevice(device.preparationThere());
        }
    }

    /// @param gpu where the GPU's rows are measured; null leaves them out
    private PreparationRows(BenchOptions options, Suite.SuiteResult result, Workers workers, Device gpu) {
        this.options = options;
        this.result = result;
        this.workers = workers;
        this.gpu = gpu;
    }

    /// Adds the rows to a result.
    static void measure(BenchOptions options, Suite.SuiteResult result) {
        try (Workers workers = new Workers(Runtime.getRuntime().availableProcessors())) {
            new PreparationRows(options, result, workers, gpu(options, result)).run();
        }
    }

    static Device gpu(BenchOptions options, Suite.SuiteResult result) {
        String leftOut = "preparation on a GPU left out: ";
        if (options.device().isCpu()) {
            result.notes().add(leftOut + "not with --device cpu");
            return null;
        }
        Device gpu = options.device().isGpu() ? options.device() : new Device.Gpu(0);
        try {
            GraphPreparer.requireAny(new Row(OrderingKind.DEGREE, WINDOW, gpu, 0, 0).options(1));
            return gpu;
        } catch (ResourceException e) {
            result.notes().add(leftOut + e.getMessage());
            return null;
        }
    }

    /// What is measured on a GPU alone.
    static List<Row> onGpu(Device gpu) {
        return List.of(
                new Row(OrderingKind.DEGREE, WINDOW, gpu, 120, 20),
                new Row(OrderingKind.JACCARD, WIDE_WINDOW, gpu, 300, 60));
    }

    private void run() {
        if (gpu != null) {
            rows(BenchGraph.of("kron", options.scale(27)), onGpu(gpu));
        }
        breakEven(BenchGraph.of("kron", options.scale(24)), new Row(OrderingKind.DEGREE, WINDOW, Device.cpu(), 30, 12));
        rows(
                BenchGraph.of("kron", options.scale(22)),
                List.of(new Row(OrderingKind.JACCARD, WINDOW, Device.cpu(), 10, 5)));
        int shift = options.shrink() / 2;
        rows(
                BenchGraph.of("road:%dx%d".formatted(4800 >> shift, 5000 >> shift), 0),
                List.of(new Row(OrderingKind.RCM, WINDOW, Device.cpu(), 10, 4)));
    }

    private void rows(BenchGraph graph, List<Row> rows) {
        try (EdgeArrays edges = held(graph)) {
            for (Row row : rows) {
                prepared(graph, edges, row).close();
            }
        }
    }

    private EdgeArrays held(BenchGraph graph) {
        options.say().accept("%s: make its edges in memory".formatted(graph.name()));
        return EdgeArrays.of(graph.generator(), workers, options.progress());
    }

    /// An engine ready to traverse, and how long that took.
    private record Ready(Graph graph, BenchEngine engine, double seconds) implements AutoCloseable {
        @Override
        public void close() {
            engine.close();
            graph.close();
        }
    }

    private Ready ready(BenchGraph graph, EdgeArrays edges, Row row, PhaseLog log) {
        options.say().accept("%s: prepare it, %s, on %s".formatted(graph.name(), row.label(), row.device()));
        long start = System.nanoTime();
        Graph prepared = new Preprocessor(
                        row.options(workers.threads()), workers, options.progress(), log, options.say())
                .inMemory(edges.input());
        try {
            BenchEngine engine = BenchEngine.open(prepared, row.device());
            return new Ready(prepared, engine, Elapsed.seconds(start));
        } catch (Throwable t) {
            prepared.close();
            throw t;
        }
    }

    private Ready prepared(BenchGraph graph, EdgeArrays edges, Row row) {
        PhaseLog log = new PhaseLog();
        Ready ready = ready(graph, edges, row, log);
        double phases = log.reports().stream().mapToDouble(PhaseReport::seconds).sum();
        String note = log.reports().stream()
                .map(phase -> String.format(Locale.ROOT, "%s %.2f", phase.name(), phase.seconds()))
                .collect(Collectors.joining(", "));
        result.targets()
                .add(Target.atMost(
                        "%s ready, %s, %s".formatted(graph.name(), row.label(), row.device()),
                        ready.seconds(),
                        "s",
                        row.must(),
                        row.aim(),
                        String.format(Locale.ROOT, "edges in memory; %s, open %.2f", note, ready.seconds() - phases)));
        return ready;
    }

    /// Measures a row, and with the same edges how many traversals pay for an ordering.
    private void breakEven(BenchGraph graph, Row row) {
        Device device = gpu == null ? Device.cpu() : gpu;
        try (EdgeArrays edges = held(graph)) {
            prepared(graph, edges, row).close();
            List<Double> seconds = new ArrayList<>();
            List<Double> perBfs = new ArrayList<>();
            for (OrderingKind ordering : List.of(OrderingKind.NATURAL, OrderingKind.DEGREE, OrderingKind.JACCARD)) {
                Row other = new Row(ordering, WIDE_WINDOW, device, 0, 0);
                try (Ready ready = ready(graph, edges, other, new PhaseLog())) {
                    Subject subject = new Subject(
                            graph.name(), graph.kind(), graph.scale(), ready.engine(), LabRequest.from(0), "");
                    BfsMeasurement bfs = SHORT.measure(subject, options.progress());
                    result.bfs().add(bfs);
                    result.noteDriver(ready.engine().monitor().driver());
                    seconds.add(ready.seconds());
                    perBfs.add(bfs.kernel().medianMs() / 1e3);
                }
            }
            for (int i : List.of(1, 2)) {
                double more = seconds.get(i) - seconds.getFirst();
                double gain = perBfs.getFirst() - perBfs.get(i);
                String order = i == 1 ? "degree" : "jaccard -w %d".formatted(WIDE_WINDOW);
                result.notes()
                        .add(String.format(
                                Locale.ROOT,
                                "break-even of %s, %s, on %s: ready in %.2f s, natural order in %.2f s; a BFS takes"
                                        + " %.3f ms, %.3f ms in natural order: %s",
                                graph.name(),
                                order,
                                device,
                                seconds.get(i),
                                seconds.getFirst(),
                                perBfs.get(i) * 1e3,
                                perBfs.getFirst() * 1e3,
                                paid(more, gain)));
            }
        }
    }

    static String paid(double moreSeconds, double gainSeconds) {
        if (moreSeconds <= 0) {
            return "paid at once";
        }
        return gainSeconds <= 0
                ? "never paid"
                : String.format(Locale.ROOT, "paid after %,d runs", (long) Math.ceil(moreSeconds / gainSeconds));
    }
}
