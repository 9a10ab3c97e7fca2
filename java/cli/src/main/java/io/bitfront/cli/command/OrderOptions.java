package io.bitfront.cli.command;

import io.bitfront.cache.PreprocessOptions;
import io.bitfront.order.OrderingOptions;
import io.bitfront.order.Orderings;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// How to preprocess a graph, wherever it comes from.
final class OrderOptions {
    @Option(
            names = "--order",
            paramLabel = "ORDER",
            defaultValue = Orderings.AUTO,
            description =
                    "How to number the vertices inside: auto, jaccard (for scale-free graphs), rcm (for meshes and"
                            + " roads), degree, natural or random. It changes the speed, not the results. Default: auto,"
                            + " by the degrees.")
    private String order;

    @Option(
            names = {"-w", "--window"},
            paramLabel = "COLUMNS",
            defaultValue = "" + OrderingOptions.DEFAULT_WINDOW,
            description = "Window of --order jaccard, a multiple of 8: larger takes longer and compresses better."
                    + " Default: ${DEFAULT-VALUE}.")
    private int window;

    @Mixin
    private ThreadOptions threadOptions;

    private String device = PreprocessOptions.CPU;

    /// Prepares on the device named; on the CPU unless told.
    void prepareOn(String name) {
        device = name;
    }

    int threads() {
        return threadOptions.threads();
    }

    /// @throws IllegalArgumentException naming the option that makes no sense
    PreprocessOptions preprocess() {
        return PreprocessOptions.defaults()
                .withOrdering(order)
                .withWindow(window)
                .withThreads(threads())
                .withDevice(device);
    }
}
