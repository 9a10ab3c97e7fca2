package io.bitfront.bench;

import io.bitfront.bench.BatchProtocol.Choice;
import io.bitfront.engine.BatchMode;
import io.bitfront.order.OrderingKind;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Batches of searches from many sources: ours by measured and by expected costs, and the paper's Algorithm 5,
/// beside each other in one run.
final class MultiSuite implements Suite {
    private static final List<String> KINDS = List.of("kron", "urand", "rgg", "delaunay", "road:4800x5000");
    private static final List<Integer> KRON_SCALES = List.of(20, 22, 24);
    private static final List<Integer> SCALES = List.of(24);
    private static final int BATCHES = 8;

    /// The paper's kernels take ten times as long.
    private static final int PAPER_BATCHES = 2;

    /// Where batches drawn at random are measured too, by graph.
    private static final Map<String, Bound> SCATTERED = Map.of(
            "rgg 24", new Bound(1_200, 600),
            "delaunay 24", new Bound(1_000, 500),
            "road 4800x5000", new Bound(1_600, 800),
            "road 4096x4096", new Bound(1_300, 600));

    private static final int SCATTERED_BATCHES = 3;

    /// Times the better of the ways between which `auto` chooses.
    private static final double WORST_CHOICE = 1.05;

    /// Microseconds per search on an H200 that the project holds itself to, and would like.
    private record Bound(double must, double aim) {}

    private static final Map<String, Bound> BOUNDS = Map.of(
            "kron 20", new Bound(4, 2.5),
            "kron 22", new Bound(13, 8),
            "kron 24", new Bound(50, 30),
            "urand 24", new Bound(65, 45),
            "rgg 24", new Bound(900, 300),
            "delaunay 24", new Bound(900, 300),
            "road 4800x5000", new Bound(3_000, 1_200));

    @Override
    public String name() {
        return "multi";
    }

    @Override
    public String description() {
        return "many sources at once on kron, urand, rgg, delaunay, road: modes auto, wide, independent and paper";
    }

    @Override
    public SuiteResult run(BenchOptions options) {
        GraphTour tour = new GraphTour(options, KINDS, MultiSuite::orderings)
                .withScales(kind -> kind.equals("kron") ? KRON_SCALES : SCALES);
        tour.requireDevice(null);
        SuiteResult result = SuiteResult.empty();
        tour.run(result.notes(), (subject, graph) -> {
            result.noteDriver(subject.engine().monitor().driver());
            Choice choice = Choice.of(subject.kind());
            BatchMeasurement ours = measure(options, subject, BatchMode.AUTO, choice, BATCHES);
            result.batches().add(ours);
            judge(ours, false, result);
            if (choice == Choice.RANDOM) {
                result.batches().add(measure(options, subject, BatchMode.WIDE, choice, BATCHES));
            } else {
                judgeChoice(ours, others(options, subject, choice, BATCHES), result);
                BatchMeasurement scattered =
                        measure(options, subject, BatchMode.AUTO, Choice.RANDOM, SCATTERED_BATCHES);
                result.batches().add(scattered);
                judge(scattered, true, result);
                judgeChoice(scattered, others(options, subject, Choice.RANDOM, 1), result);
            }
            if (subject.engine().gpu()) {
                result.batches().add(measure(options, subject, BatchMode.PAPER, choice, PAPER_BATCHES));
            } else {
                result.notes().add("mode paper needs a GPU: it is not measured on the CPU");
            }
        });
        return result;
    }

    private static List<OrderingKind> orderings(String kind) {
        if (kind.equals(BenchGraph.FILE)) {
            return List.of(OrderingKind.AUTO);
        }
        return List.of(Choice.of(kind) == Choice.RANDOM ? OrderingKind.DEGREE : OrderingKind.NATURAL);
    }

    /// The ways between which `auto` chooses, each asked for.
    private static List<BatchMeasurement> others(BenchOptions options, Subject subject, Choice choice, int batches) {
        return Stream.of(BatchMode.WIDE, BatchMode.INDEPENDENT)
                .map(mode -> measure(options, subject, mode, choice, batches))
                .toList();
    }

    private static void judgeChoice(BatchMeasurement ours, List<BatchMeasurement> others, SuiteResult result) {
        result.batches().addAll(others);
        result.targets()
                .add(Target.atMost(
                        "choice, " + ours.key(),
                        timesTheBest(
                                ours.eachMs(),
                                others.stream().map(BatchMeasurement::eachMs).toList()),
                        "x",
                        WORST_CHOICE,
                        1,
                        "time of auto over the least of wide and independent, batch by batch: the median"));
    }

    /// How many times as long a batch takes as by the best of other ways for that very batch: the median over the
    /// batches that all
    /// of them ran.
    static double timesTheBest(List<Double> ours, List<List<Double>> others) {
        int batches = others.stream().mapToInt(List::size).min().orElseThrow();
        double[] ratios = IntStream.range(0, Math.min(batches, ours.size()))
                .mapToDouble(batch -> ours.get(batch)
                        / others.stream()
                                .mapToDouble(each -> each.get(batch))
                                .min()
                                .orElseThrow())
                .sorted()
                .toArray();
        return Distribution.median(ratios);
    }

    private static BatchMeasurement measure(
            BenchOptions options, Subject subject, BatchMode mode, Choice choice, int batches) {
        options.say().accept("%s, batches in mode %s".formatted(subject.name(), mode.word()));
        return new BatchProtocol(batches, options.protocol().seed()).measure(subject, mode, choice);
    }

    /// @param scattered whether the batches were drawn at random where others are neighbours
    static void judge(BatchMeasurement ours, boolean scattered, SuiteResult result) {
        Bound bound = (scattered ? SCATTERED : BOUNDS).get(ours.graph());
        if (bound != null && ours.device().contains("H200")) {
            result.targets()
                    .add(Target.atMost(
                            "batches, " + ours.key(),
                            ours.usPerBfs(),
                            "us per BFS",
                            bound.must,
                            bound.aim,
                            "median of %d batches of %,d".formatted(ours.batches(), ours.width())));
        }
    }
}
