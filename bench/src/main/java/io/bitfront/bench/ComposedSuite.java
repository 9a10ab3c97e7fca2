package io.bitfront.bench;

import io.bitfront.cache.Graph;
import io.bitfront.cache.ResourceException;
import io.bitfront.engine.DeviceException;
import io.bitfront.engine.lab.BfsMode;
import io.bitfront.graph.GraphInput;
import io.bitfront.order.OrderingKind;
import io.bitfront.parallel.Workers;
import java.util.ArrayList;
import java.util.List;

/// Graphs composed at random of parts that other suites measure alone: where a search takes longer than by pushes or
/// by the paper's kernels, mode auto has chosen wrongly in a way that no graph of one kind shows. The seed is the first
/// graph's, one more the next one's.
final class ComposedSuite implements Suite {
    private static final int GRAPHS = 12;

    /// Of the largest part.
    private static final int SCALE = 20;

    /// What a search in mode auto may take of another mode's time.
    private static final double MOST = 1.05;

    @Override
    public String name() {
        return "composed";
    }

    @Override
    public String description() {
        return "graphs composed at random: auto beside paper and push";
    }

    @Override
    public SuiteResult run(BenchOptions options) {
        new GraphTour(options, List.of(), kind -> List.of()).requireDevice(null);
        SuiteResult result = SuiteResult.empty();
        for (int i = 0; i < GRAPHS; i++) {
            try (Workers workers = new Workers(Runtime.getRuntime().availableProcessors())) {
                Composition drawn = Composition.draw(options.protocol().seed() + i, options.scale(SCALE), workers);
                measure(drawn, options, result);
            }
        }
        return result;
    }

    private static void measure(Composition drawn, BenchOptions options, SuiteResult result) {
        options.say().accept(drawn.name());
        try (GraphInput input = drawn.input();
                Graph graph = GraphStore.of(options).inMemory(input, OrderingKind.AUTO, options.device());
                BenchEngine engine = BenchEngine.open(graph, options.device())) {
            result.noteDriver(engine.monitor().driver());
            List<Subject> subjects = new ArrayList<>();
            for (BfsMode mode : engine.gpu()
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
        } catch (ResourceException | DeviceException e) {
            options.leaveOut(drawn.name(), e, result.notes());
        }
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
