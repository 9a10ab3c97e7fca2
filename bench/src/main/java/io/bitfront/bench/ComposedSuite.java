package io.bitfront.bench;

import io.bitfront.cache.Graph;
import io.bitfront.cache.ResourceException;
import io.bitfront.engine.BatchMode;
import io.bitfront.engine.Device;
import io.bitfront.engine.DeviceException;
import io.bitfront.engine.lab.BfsMode;
import io.bitfront.engine.lab.LabRequest;
import io.bitfront.engine.lab.RandomSources;
import io.bitfront.graph.GraphInput;
import io.bitfront.order.OrderingKind;
import io.bitfront.parallel.Workers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Graphs composed at random of parts that other suites measure alone: where a search takes longer than by pushes or
/// by the paper's kernels, or a search of a batch longer than one alone, mode auto has chosen wrongly in a way that no
/// graph of one kind shows. The seed is the first graph's, one more the next one's. Files take the place of generated
/// parts.
final class ComposedSuite implements Suite {
    private static final int GRAPHS = 12;

    /// Of the largest part.
    private static final int SCALE = 20;

    /// What a search in mode auto may take of another mode's time.
    private static final double MOST = 1.05;

    /// Levels beyond which the paper's kernels, which take microseconds for each, are left out.
    private static final int DEEP = 4_096;

    /// Batches of each choice of sources.
    private static final int BATCHES = 2;

    /// Searches alone that a batch's are compared with.
    private static final int ALONE = 64;

    /// Rows of a graph's batches: of searches alone, and of each choice.
    private static final int BATCH_ROWS = 1 + BatchProtocol.Choice.values().length;

    /// Searches that tell how deep a graph is.
    private static final int LOOKS = 3;

    @Override
    public String name() {
        return "composed";
    }

    @Override
    public String description() {
        return GRAPHS
                + " graphs composed at random, of files where there are any, the first by --seed: auto beside paper "
                + "and push, batches beside searches alone";
    }

    @Override
    public boolean takesGraphs(Device device) {
        return false;
    }

    @Override
    public SuiteResult run(BenchOptions options) {
        new GraphTour(options, List.of(), kind -> List.of()).requireDevice(null);
        SuiteResult result = SuiteResult.empty();
        List<Graph> graphs = new ArrayList<>();
        try (Workers workers = new Workers(Runtime.getRuntime().availableProcessors())) {
            List<Composition.Part> files = files(options, graphs, result);
            if (options.graphs().files().isEmpty() || !files.isEmpty()) {
                compose(files, workers, options, result);
            }
        } finally {
            graphs.forEach(Graph::close);
        }
        return result;
    }

    /// What is drawn from in the place of generated kinds.
    ///
    /// @param graphs receives what is to be closed in the end
    private static List<Composition.Part> files(BenchOptions options, List<Graph> graphs, SuiteResult result) {
        List<Composition.Part> files = new ArrayList<>();
        for (Path file : options.graphs().files()) {
            String name = BenchGraph.of(file).name();
            try {
                graphs.add(GraphStore.asRead(file, options));
                if (graphs.getLast().edgeCount() == 0) {
                    options.leaveOut(name, new BenchException("it has no edge"), result.notes());
                    continue;
                }
                files.add(new Composition.Part(name, new GraphEdges(graphs.getLast())));
            } catch (ResourceException | DeviceException e) {
                options.leaveOut(name, e, result.notes());
            }
        }
        return files;
    }

    private static void compose(
            List<Composition.Part> files, Workers workers, BenchOptions options, SuiteResult result) {
        int largest = files.stream()
                .mapToInt(file -> binaryLogarithm(file.edges().vertexCount()))
                .max()
                .orElse(SCALE);
        int most = Math.min(largest, options.scale(SCALE));
        for (int i = 0; i < GRAPHS; i++) {
            long seed = options.protocol().seed() + i;
            try {
                measure(Composition.draw(seed, most, files, workers), options, result);
            } catch (ResourceException e) {
                options.leaveOut("composition #" + seed, e, result.notes());
            }
        }
    }

    private static int binaryLogarithm(int size) {
        return Integer.SIZE - 1 - Integer.numberOfLeadingZeros(Math.max(size, 1));
    }

    private static void measure(Composition drawn, BenchOptions options, SuiteResult result) {
        options.say().accept(drawn.name());
        try (GraphInput input = drawn.input();
                Graph graph = GraphStore.of(options).inMemory(input, OrderingKind.AUTO, options.device());
                BenchEngine engine = BenchEngine.open(graph, options.device())) {
            result.noteDriver(engine.monitor().driver());
            List<Subject> subjects = new ArrayList<>();
            for (BfsMode mode : engine.gpu() && !isDeep(graph, engine, options)
                    ? List.of(BfsMode.AUTO, BfsMode.PUSH, BfsMode.PAPER)
                    : List.of(BfsMode.AUTO, BfsMode.PUSH)) {
                subjects.add(new Subject(
                        drawn.name(), "composed", 0, engine, options.request().withMode(mode), ""));
            }
            List<BfsMeasurement> found = options.protocol().withoutEnergy().inTurns(subjects, options.progress());
            result.bfs().addAll(found);
            for (BfsMeasurement other : found.subList(1, found.size())) {
                result.targets().add(target(found.getFirst(), other));
            }
            measureBatches(subjects.getFirst(), options, result);
            options.say().accept(summary(result, found.size()));
        } catch (ResourceException | DeviceException e) {
            options.leaveOut(drawn.name(), e, result.notes());
        }
    }

    /// Whether one of a few searches is.
    private static boolean isDeep(Graph graph, BenchEngine engine, BenchOptions options) {
        return Arrays.stream(RandomSources.pick(graph, LOOKS, options.protocol().seed()))
                .anyMatch(
                        source -> engine.lab().measure(LabRequest.from(source)).verticesPerLevel().length > DEEP);
    }

    /// What the last graph took.
    private static String summary(SuiteResult result, int modes) {
        List<String> all = new ArrayList<>();
        List<BfsMeasurement> rows = result.bfs();
        for (BfsMeasurement row : rows.subList(rows.size() - modes, rows.size())) {
            all.add("%s %.3f ms".formatted(row.mode(), row.kernel().medianMs()));
        }
        List<BatchMeasurement> batches = result.batches();
        for (BatchMeasurement row : batches.subList(batches.size() - BATCH_ROWS, batches.size())) {
            all.add("%s %s %.1f us".formatted(row.mode(), row.sources(), meanUs(row)));
        }
        return String.join(", ", all);
    }

    private static void measureBatches(Subject subject, BenchOptions options, SuiteResult result) {
        BatchProtocol protocol = new BatchProtocol(BATCHES, options.protocol().seed());
        BatchMeasurement alone =
                protocol.measureAlone(subject, "alone", options.request(), BatchProtocol.Choice.RANDOM, ALONE);
        result.batches().add(alone);
        for (BatchProtocol.Choice choice : BatchProtocol.Choice.values()) {
            BatchMeasurement batches = protocol.measure(subject, BatchMode.AUTO, choice);
            result.batches().add(batches);
            result.targets()
                    .add(Target.atMost(
                            "%s, a search of a batch of %s, times one alone".formatted(subject.name(), choice.word()),
                            meanUs(batches) / meanUs(alone),
                            "x",
                            1,
                            0.5,
                            "means"));
        }
    }

    /// Of a search, over all of a row's.
    private static double meanUs(BatchMeasurement row) {
        double[] each =
                row.eachMs().stream().mapToDouble(Double::doubleValue).sorted().toArray();
        return row.usPerBfs() * Arrays.stream(each).average().orElseThrow() / Distribution.median(each);
    }

    private static Target target(BfsMeasurement auto, BfsMeasurement other) {
        return Target.atMost(
                "%s, times mode %s".formatted(auto.graph(), other.mode()),
                auto.kernel().medianMs() / other.kernel().medianMs(),
                "x",
                MOST,
                1,
                "medians of one run");
    }
}
