package io.bitfront.bench;

import io.bitfront.engine.lab.BfsMode;
import io.bitfront.order.OrderingKind;
import java.util.List;

/// How the cost of `auto` mode grows with the graph: time per edge of shallow graphs, time per level of deep
/// ones. The HTML report draws both.
final class GrowthSuite implements Suite {
    private static final List<String> KINDS = List.of("kron", "urand", "road");
    private static final List<Integer> SHALLOW = List.of(20, 22, 24, 26, 27);
    private static final List<Integer> DEEP = List.of(20, 22, 24, 26);

    @Override
    public String name() {
        return "growth";
    }

    @Override
    public String description() {
        return "kron and urand at scales 20 to 27, road at 20 to 26: time per edge and per level";
    }

    @Override
    public SuiteResult run(BenchOptions options) {
        GraphTour tour = new GraphTour(options, KINDS, GrowthSuite::orderings).withScales(GrowthSuite::scales);
        tour.requireDevice(null);
        SuiteResult result = SuiteResult.empty();
        tour.run(result.notes(), (subject, graph) -> {
            result.noteDriver(subject.engine().monitor().driver());
            Subject auto = subject.with(subject.request().withMode(BfsMode.AUTO), "");
            result.bfs().add(options.protocol().withoutEnergy().measure(auto, options.progress()));
        });
        return result;
    }

    private static boolean shallow(String kind) {
        return kind.equals("kron") || kind.equals("urand");
    }

    private static List<OrderingKind> orderings(String kind) {
        return switch (kind) {
            case "kron", "urand" -> List.of(OrderingKind.DEGREE);
            case BenchGraph.FILE -> List.of(OrderingKind.AUTO);
            default -> List.of(OrderingKind.NATURAL);
        };
    }

    private static List<Integer> scales(String kind) {
        return shallow(kind) ? SHALLOW : DEEP;
    }
}
