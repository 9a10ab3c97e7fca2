package io.bitfront.bench;

import io.bitfront.engine.Device;
import io.bitfront.engine.lab.LabRequest;
import io.bitfront.order.OrderingKind;
import io.bitfront.progress.Progress;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/// How to run suites.
///
/// @param folder where generated graphs and caches are kept and found again
/// @param launcher the `bitfront` program, for suites that start it; null where none does
/// @param shrink scales taken off every graph, 0 for the real protocol: targets are judged only then
/// @param device of the suites that run on any
/// @param request mode and switching rule of the suites that do not set their own
/// @param graphs of the suites over generated graphs: kinds, scales and orderings
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

    /// Graphs of a suite.
    ///
    /// @param kinds generators by name; empty: the suite's own
    /// @param scales binary logarithms of their sizes; empty: the suite's own
    /// @param orderings none: the suite's own
    /// @param files graph files, of the suites that take some
    public record GraphSet(List<String> kinds, List<Integer> scales, List<OrderingKind> orderings, List<Path> files) {}

    /// A scale as this run uses it, at least 8.
    public int scale(int full) {
        return Math.max(full - shrink, 8);
    }
}
