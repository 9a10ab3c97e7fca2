package io.bitfront.bench;

import io.bitfront.engine.lab.BfsMode;
import io.bitfront.engine.lab.LabRequest;
import io.bitfront.engine.lab.SwitchRule;
import io.bitfront.order.OrderingKind;
import java.util.Arrays;
import java.util.List;

/// The paper's Figure 5 and more: what each level would have taken each way, and what every switching rule makes of the
/// same graph on the same kernels.
final class SwitchSuite implements Suite {
    private static final List<String> KINDS = List.of("kron", "urand", "rgg", "delaunay");

    /// Sources whose levels are run every way.
    private static final int STUDIED = 8;

    private static final int STUDY_RUNS = 9;

    @Override
    public String name() {
        return "switch";
    }

    @Override
    public String description() {
        return "each level each way against the choice made; the switching rules of earlier systems";
    }

    @Override
    public SuiteResult run(BenchOptions options) {
        GraphTour tour = new GraphTour(options, KINDS, SwitchSuite::orderings);
        tour.requireDevice(null);
        SuiteResult result = SuiteResult.empty();
        tour.run(result.notes(), (subject, graph) -> {
            result.noteDriver(subject.engine().monitor().driver());
            LabRequest request = subject.request().withMode(BfsMode.AUTO);
            for (SwitchRule rule : SwitchRule.values()) {
                if (rule == SwitchRule.PAPER && !subject.engine().gpu()) {
                    result.notes().add("switch paper and tensor levels need a GPU: left out on the CPU");
                } else {
                    Subject ruled = subject.with(request.withSwitching(rule.policy()), "");
                    result.bfs().add(options.protocol().withoutEnergy().measure(ruled, options.progress()));
                }
            }
            long[] all = options.protocol().pick(subject);
            long[] sources = Arrays.copyOf(all, Math.min(all.length, STUDIED));
            LabRequest chosen = request.withSwitching(SwitchRule.AUTO.policy());
            result.studies()
                    .add(new LevelOracle(subject.engine(), chosen, STUDY_RUNS)
                            .study(subject, sources, options.progress()));
        });
        return result;
    }

    private static List<OrderingKind> orderings(String kind) {
        return switch (kind) {
            case "kron", "urand" -> List.of(OrderingKind.DEGREE);
            case BenchGraph.FILE -> List.of(OrderingKind.AUTO);
            default -> List.of(OrderingKind.NATURAL);
        };
    }
}
