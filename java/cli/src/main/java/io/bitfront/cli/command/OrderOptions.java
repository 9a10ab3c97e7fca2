package io.bitfront.cli.command;

import io.bitfront.cache.PrepareOn;
import io.bitfront.cache.PreprocessOptions;
import io.bitfront.order.OrderingKind;
import io.bitfront.order.OrderingOptions;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// How to preprocess a graph, wherever it comes from.
final class OrderOptions {
    @Option(
            names = "--order",
            paramLabel = "ORDER",
            defaultValue = "auto",
            description =
                    "How to number the vertices inside: auto (degree, cells, rcm or natural, by the degrees and a sample of"
                            + " the edges), paper (jaccard or rcm, by the degrees), degree and jaccard (for graphs with"
                            + " hubs), cells and rcm (for meshes and roads), natural or random. It changes the speed, not"
                            + " the results, but for which of several centres and ends diameter names. Default: auto.")
    private String order;

    @Option(
            names = {"-w", "--window"},
            paramLabel = "COLUMNS",
            description = "Window of --order jaccard, a multiple of 8: larger takes longer and compresses better."
                    + " Default: " + OrderingOptions.DEFAULT_WINDOW + ".")
    private Integer window;

    @Mixin
    private ThreadOptions threadOptions;

    private PrepareOn device = PrepareOn.cpu();

    /// Prepares there; on the CPU unless told.
    void prepareOn(PrepareOn place) {
        device = place;
    }

    int threads() {
        return threadOptions.threads();
    }

    /// @throws IllegalArgumentException naming the option that makes no sense
    PreprocessOptions preprocess() {
        OrderingKind kind = OrderingKind.named(order);
        PreprocessOptions options = PreprocessOptions.defaults()
                .withOrdering(kind)
                .withThreads(threads())
                .withDevice(device);
        if (window == null) {
            return options;
        }
        PreprocessOptions windowed = options.withWindow(window);
        if (!kind.windowed()) {
            throw new IllegalArgumentException("--window only goes with --order jaccard or paper");
        }
        return windowed;
    }
}
