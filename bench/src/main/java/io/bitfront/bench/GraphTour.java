package io.bitfront.bench;

import io.bitfront.cache.Graph;
import io.bitfront.cache.ResourceException;
import io.bitfront.engine.DeviceException;
import io.bitfront.order.OrderingKind;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Function;

/// Opens one after another the graphs of a suite, generated or of the user's files, each in several orderings, but in
/// none twice. One that does not fit the machine is left out with a note.
///
/// @param kinds generators, where the user names none
/// @param orderings of a kind, [BenchGraph#FILE] among them, where the user names none
/// @param scales of a kind, where the user names none
record GraphTour(
        BenchOptions options,
        List<String> kinds,
        Function<String, List<OrderingKind>> orderings,
        Function<String, List<Integer>> scales) {
    private static final int USUAL_SCALE = 20;

    GraphTour(BenchOptions options, List<String> kinds, Function<String, List<OrderingKind>> orderings) {
        this(options, kinds, orderings, kind -> List.of(USUAL_SCALE));
    }

    GraphTour withScales(Function<String, List<Integer>> own) {
        return new GraphTour(options, kinds, orderings, own);
    }

    /// What a suite does with one graph.
    interface Stop {
        void measure(Subject subject, Graph graph);
    }

    /// A GPU that was asked for and cannot be used ends the tour before it starts.
    ///
    /// @param onlyGpu why nothing else will do, or null
    /// @throws DeviceException in one line
    void requireDevice(String onlyGpu) {
        boolean asked = options.device().isGpu();
        boolean refused = options.device().isCpu();
        String problem = refused ? "not with --device cpu" : Gpus.problem();
        if (problem != null && (asked || onlyGpu != null)) {
            throw new DeviceException(onlyGpu == null ? "gpu: " + problem : "%s: %s".formatted(onlyGpu, problem));
        }
    }

    /// Measures every graph on the device of the run.
    void run(Set<String> notes, Stop stop) {
        visitGraphs(notes, (made, graph) -> {
            try (BenchEngine engine = BenchEngine.open(graph, options.device())) {
                options.say()
                        .accept("%s, %s order, on %s"
                                .formatted(
                                        made.name(),
                                        graph.ordering().word(),
                                        engine.engine().description()));
                stop.measure(new Subject(made.name(), made.kind(), made.scale(), engine, options.request(), ""), graph);
            }
        });
    }

    /// Hands over every graph, whatever it is measured on.
    void visitGraphs(Set<String> notes, BiConsumer<BenchGraph, Graph> visitor) {
        if (options.graphs().files().isEmpty()) {
            visitGenerated(notes, visitor);
        } else {
            options.graphs().files().forEach(file -> visitFile(file, notes, visitor));
        }
    }

    private void visitGenerated(Set<String> notes, BiConsumer<BenchGraph, Graph> visitor) {
        List<String> chosen =
                options.graphs().kinds().isEmpty() ? kinds : options.graphs().kinds();
        List<Integer> named = options.graphs().scales();
        Function<String, List<Integer>> scalesOf = kind -> named.isEmpty() ? scales.apply(kind) : named;
        SortedSet<Integer> all = new TreeSet<>();
        chosen.forEach(kind -> all.addAll(scalesOf.apply(kind)));
        for (int full : all) {
            int scale = options.scale(full);
            for (String kind : chosen.stream()
                    .filter(one -> scalesOf.apply(one).contains(full))
                    .toList()) {
                BenchGraph made = BenchGraph.of(kind, scale);
                visit(
                        made,
                        orderings(kind),
                        ordering -> GraphStore.of(options)
                                .prepared(made.fileName(), made.generator(), ordering, options.device()),
                        notes,
                        visitor);
            }
        }
    }

    private void visitFile(Path file, Set<String> notes, BiConsumer<BenchGraph, Graph> visitor) {
        visit(
                BenchGraph.of(file),
                options.isPrepared(file) ? List.of(OrderingKind.AUTO) : orderings(BenchGraph.FILE),
                ordering ->
                        GraphStore.of(options).opened(file, options.graphs().direction(), ordering, options.device()),
                notes,
                visitor);
    }

    private List<OrderingKind> orderings(String kind) {
        List<OrderingKind> asked = options.graphs().orderings();
        return asked.isEmpty() ? orderings.apply(kind) : asked;
    }

    private void visit(
            BenchGraph made,
            List<OrderingKind> asked,
            Function<OrderingKind, Graph> opener,
            Set<String> notes,
            BiConsumer<BenchGraph, Graph> visitor) {
        Set<OrderingKind> seen = EnumSet.noneOf(OrderingKind.class);
        for (OrderingKind ordering : asked) {
            try (Graph graph = opener.apply(ordering)) {
                if (seen.add(graph.ordering())) {
                    visitor.accept(made, graph);
                }
            } catch (ResourceException | DeviceException e) {
                options.leaveOut("%s, %s order".formatted(made.name(), ordering.word()), e, notes);
            }
        }
    }
}
