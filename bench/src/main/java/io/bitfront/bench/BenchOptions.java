package io.bitfront.bench;

import io.bitfront.cache.GraphCache;
import io.bitfront.engine.Device;
import io.bitfront.engine.lab.LabRequest;
import io.bitfront.input.choice.DirectionChoice;
import io.bitfront.order.OrderingKind;
import io.bitfront.progress.Progress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/// How to run suites.
///
/// @param folder where generated graphs and caches are kept and found again
/// @param launcher the `bitfront` program, for suites that start it; null where none does
/// @param shrink scales taken off every graph, 0 for the real protocol
/// @param device of the suites that run on any
/// @param request mode and switching rule of the suites that do not set their own
/// @param graphs to measure: kinds, scales and orderings of generated ones, or files
/// @param say receives a line when a step begins
public record BenchOptions(
        Path folder,
        Path launcher,
        BfsProtocol protocol,
        int shrink,
        Device device,
        LabRequest request,
        GraphSet graphs,
        Progress progress,
        Consumer<String> say) {

    /// The smallest scale of a generated graph.
    public static final int LEAST_SCALE = 8;

    /// Graphs of a suite.
    ///
    /// @param kinds generators by name; empty: the suite's own
    /// @param scales binary logarithms of their sizes; empty: the suite's own
    /// @param orderings none: the suite's own
    /// @param files graph files in their place; none: graphs are generated
    /// @param direction of files
    public record GraphSet(
            List<String> kinds,
            List<Integer> scales,
            List<OrderingKind> orderings,
            List<Path> files,
            DirectionChoice direction) {
        /// Generated ones.
        public static GraphSet generated(List<String> kinds, List<Integer> scales, List<OrderingKind> orderings) {
            return new GraphSet(kinds, scales, orderings, List.of(), DirectionChoice.AS_FORMAT);
        }

        /// The orderings asked for, or else one.
        List<OrderingKind> orderingsOr(OrderingKind usual) {
            return orderings.isEmpty() ? List.of(usual) : orderings;
        }

        /// What tells the program to prepare a file in an order.
        String[] arguments(OrderingKind ordering) {
            return direction == DirectionChoice.UNDIRECTED
                    ? new String[] {"--order", ordering.word(), "--undirected"}
                    : new String[] {"--order", ordering.word()};
        }
    }

    /// These options, to measure on another device.
    BenchOptions on(Device other) {
        return new BenchOptions(folder, launcher, protocol, shrink, other, request, graphs, progress, say);
    }

    /// These options, with every edge of a file going both ways.
    BenchOptions undirected() {
        GraphSet same =
                new GraphSet(graphs.kinds, graphs.scales, graphs.orderings, graphs.files, DirectionChoice.UNDIRECTED);
        return new BenchOptions(folder, launcher, protocol, shrink, device, request, same, progress, say);
    }

    /// Whether a file is a cache, whose order is its own.
    ///
    /// @throws BenchException where another is asked for
    boolean isPrepared(Path file) {
        boolean prepared = GraphCache.isCache(file);
        if (prepared && !graphs.orderings.isEmpty()) {
            throw new BenchException("%s is prepared already: --orders cannot change it".formatted(file));
        }
        return prepared;
    }

    /// The files that can be prepared. Caches are left out with a note.
    ///
    /// @param what would be measured of them
    List<Path> unprepared(String what, Set<String> notes) {
        List<Path> unprepared = new ArrayList<>();
        for (Path file : graphs.files) {
            if (GraphCache.isCache(file)) {
                leaveOut(
                        "%s of %s".formatted(what, BenchGraph.of(file).name()),
                        new BenchException("it is prepared already"),
                        notes);
            } else {
                unprepared.add(file);
            }
        }
        return unprepared;
    }

    /// A scale as this run uses it.
    public int scale(int full) {
        return Math.max(full - shrink, LEAST_SCALE);
    }

    /// Says what is not measured and why, and adds that to the notes.
    void leaveOut(String what, RuntimeException why, Set<String> notes) {
        String note = "%s, left out: %s".formatted(what, why.getMessage());
        say.accept(note);
        notes.add(note);
    }
}
