package io.bitfront.bench;

import io.bitfront.bench.BatchProtocol.Choice;
import io.bitfront.engine.BatchMode;
import io.bitfront.engine.lab.BfsMode;
import io.bitfront.engine.lab.LabRequest;
import io.bitfront.engine.lab.PaperKernel;
import io.bitfront.order.OrderingKind;
import java.util.List;
import java.util.stream.Stream;

/// The paper's Tables IV and VI: its kernels with one optimisation after another, for one source and for many. Every
/// column is measured on every graph, also where the paper's policy would leave an optimisation out.
final class AblationSuite implements Suite {
    private static final List<String> KINDS = List.of("kron", "urand", "road", "rgg", "delaunay");

    private record Column(String name, boolean reordered, PaperKernel kernel) {}

    private static final List<Column> COLUMNS = List.of(
            new Column("A: BVSS, one kernel", false, PaperKernel.EAGER_NAIVE),
            new Column("AB: and layout", false, PaperKernel.EAGER),
            new Column("ABC: and reordering", true, PaperKernel.EAGER),
            new Column("ABCD: and lazy updates", true, PaperKernel.LAZY),
            new Column("Full: and switching", true, PaperKernel.LAZY_SWITCHING));

    /// Columns A, AB and Full of Table VI.
    private static final List<BatchMode> BATCH_COLUMNS =
            List.of(BatchMode.PAPER_PLAIN, BatchMode.PAPER_REINDEXED, BatchMode.PAPER);

    /// What Table VI calls a search from each source alone.
    private static final String NAIVE = "naive";

    private static final int BATCHES = 3;

    @Override
    public String name() {
        return "ablation";
    }

    @Override
    public String description() {
        return "the paper's Tables IV and VI: its kernels, one part after another (needs a GPU)";
    }

    private static List<BatchMeasurement> batches(BenchOptions options, Subject subject) {
        BatchProtocol protocol = new BatchProtocol(BATCHES, options.protocol().seed());
        Choice choice = Choice.of(subject.kind());
        LabRequest alone = subject.request().withMode(BfsMode.PAPER);
        Stream<BatchMeasurement> naive = Stream.of(protocol.measureAlone(
                subject, NAIVE, alone, choice, options.protocol().sources()));
        return Stream.concat(naive, BATCH_COLUMNS.stream().map(mode -> protocol.measure(subject, mode, choice)))
                .toList();
    }

    @Override
    public SuiteResult run(BenchOptions options) {
        GraphTour tour = new GraphTour(options, KINDS, kind -> List.of(OrderingKind.NATURAL, OrderingKind.PAPER));
        tour.requireDevice("ablation measures the paper's kernels, which need a GPU");
        SuiteResult result = SuiteResult.empty();
        tour.run(result.notes(), (subject, graph) -> {
            result.noteDriver(subject.engine().monitor().driver());
            boolean natural = graph.ordering() == OrderingKind.NATURAL;
            for (Column column : COLUMNS) {
                if (column.reordered != natural) {
                    LabRequest request =
                            subject.request().withMode(BfsMode.PAPER).withKernel(column.kernel);
                    result.bfs()
                            .add(options.protocol().measure(subject.with(request, column.name), options.progress()));
                }
            }
            if (!natural) {
                result.batches().addAll(batches(options, subject));
            }
        });
        return result;
    }
}
