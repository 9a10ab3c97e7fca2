package io.bitfront.bench;

import io.bitfront.bench.BatchProtocol.Choice;
import io.bitfront.engine.BatchMode;
import io.bitfront.order.OrderingKind;
import java.util.List;

/// What exact closeness of a graph as large as the paper's largest would take, from a few batches on generated graphs
/// of that size: 65.6 M vertices and 3.6 G edges, for which the paper used 100 GPUs for an hour.
final class ProjectionSuite implements Suite {
    private static final double VERTICES = 65.6e6;
    private static final double PAPER_GPU_HOURS = 100;
    private static final int SCALE = 26;
    private static final List<String> KINDS = List.of("kron:28", "urand:27");
    private static final int BATCHES = 4;

    @Override
    public String name() {
        return "projection";
    }

    @Override
    public String description() {
        return "GPU-hours for exact closeness of 65.6 M vertices and 3.6 G edges, kron and urand";
    }

    @Override
    public SuiteResult run(BenchOptions options) {
        SuiteResult result = SuiteResult.empty();
        GraphTour tour = new GraphTour(options, KINDS, ProjectionSuite::orderings).withScales(kind -> List.of(SCALE));
        tour.requireDevice(null);
        tour.run(result.notes(), (subject, graph) -> {
            result.noteDriver(subject.engine().monitor().driver());
            BatchMeasurement measured = new BatchProtocol(
                            BATCHES, options.protocol().seed())
                    .measure(subject, BatchMode.AUTO, Choice.RANDOM);
            result.batches().add(measured);
            boolean file = subject.kind().equals(BenchGraph.FILE);
            double hours = gpuHours(measured.usPerBfs(), file ? measured.vertices() : VERTICES);
            result.notes()
                    .add("%s (%,d vertices, %,d edges): exact closeness of %s vertices would take %.3g GPU-hours"
                            .formatted(
                                    measured.graph(),
                                    measured.vertices(),
                                    measured.edges(),
                                    file ? "all" : "65.6 M",
                                    hours));
            judge(measured, hours, result);
        });
        return result;
    }

    /// A graph of the size that the paper's largest has, searched on a GPU, has its target.
    static void judge(BatchMeasurement measured, double hours, SuiteResult result) {
        if (measured.scale() == SCALE && measured.device().startsWith("gpu")) {
            result.targets()
                    .add(Target.atMost(
                            "closeness of 65.6 M vertices, " + measured.graph(),
                            hours,
                            "GPU-hours",
                            PAPER_GPU_HOURS / 10,
                            PAPER_GPU_HOURS / 10,
                            "%.1f G edges, %d batches of %,d; the paper: %.0f on H100s"
                                    .formatted(
                                            measured.edges() / 1e9,
                                            measured.batches(),
                                            measured.width(),
                                            PAPER_GPU_HOURS)));
        }
    }

    /// What a search from every one of so many vertices takes.
    static double gpuHours(double usPerBfs, double vertices) {
        return usPerBfs / 1e6 * vertices / 3600;
    }

    private static List<OrderingKind> orderings(String kind) {
        return List.of(kind.equals(BenchGraph.FILE) ? OrderingKind.AUTO : OrderingKind.DEGREE);
    }
}
