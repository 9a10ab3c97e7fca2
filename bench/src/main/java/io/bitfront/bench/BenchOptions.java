package io.bitfront.bench;

import io.bitfront.progress.Progress;
import java.nio.file.Path;
import java.util.function.Consumer;

/// How to run suites.
///
/// @param folder where generated graphs and caches are kept and found again
/// @param launcher the `bitfront` program, for what is measured as a user sees it: a process of its own
/// @param shrink scales taken off every graph, 0 for the real protocol: targets are judged only then
/// @param say receives a line when a step begins
public record BenchOptions(
        Path folder, Path launcher, BfsProtocol protocol, int shrink, Progress progress, Consumer<String> say) {

    /// A scale as this run uses it, at least 8.
    public int scale(int full) {
        return Math.max(full - shrink, 8);
    }
}
