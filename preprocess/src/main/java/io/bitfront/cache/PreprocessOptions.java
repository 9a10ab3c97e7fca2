package io.bitfront.cache;

import io.bitfront.order.OrderingOptions;
import io.bitfront.order.Orderings;

/// How to preprocess a graph.
///
/// @param ordering a name of [Orderings#NAMES]
/// @param window columns of a `jaccard` window
/// @param seed of `random`
/// @param threads at least 1; never changes the result
/// @param device `cpu`, `gpu` or `gpu:1`, `auto` or `auto:1` (that GPU, else the CPU); never changes the result
public record PreprocessOptions(String ordering, int window, long seed, int threads, String device) {
    /// Prepare on the CPU.
    public static final String CPU = "cpu";
    /// Prepare on another device where one can, else on the CPU, saying so.
    public static final String AUTO = "auto";

    /// On the CPU.
    public PreprocessOptions(String ordering, int window, long seed, int threads) {
        this(ordering, window, seed, threads, CPU);
    }

    public PreprocessOptions {
        if (!Orderings.NAMES.contains(ordering)) {
            throw new IllegalArgumentException("no ordering is called %s, expected one of %s"
                    .formatted(ordering, String.join(", ", Orderings.NAMES)));
        }
        if (threads < 1) {
            throw new IllegalArgumentException("threads=%d, expected at least 1".formatted(threads));
        }
        new OrderingOptions(window, seed);
    }

    /// Ordering `auto`, the default window and seed, all cores.
    public static PreprocessOptions defaults() {
        return new PreprocessOptions(
                Orderings.AUTO,
                OrderingOptions.DEFAULT_WINDOW,
                OrderingOptions.DEFAULT.seed(),
                Runtime.getRuntime().availableProcessors());
    }

    public PreprocessOptions withOrdering(String name) {
        return new PreprocessOptions(name, window, seed, threads, device);
    }

    public PreprocessOptions withWindow(int columns) {
        return new PreprocessOptions(ordering, columns, seed, threads, device);
    }

    public PreprocessOptions withSeed(long newSeed) {
        return new PreprocessOptions(ordering, window, newSeed, threads, device);
    }

    public PreprocessOptions withThreads(int count) {
        return new PreprocessOptions(ordering, window, seed, count, device);
    }

    public PreprocessOptions withDevice(String name) {
        return new PreprocessOptions(ordering, window, seed, threads, name);
    }

    /// The word for preparing on the device of a job where that can be, else on the CPU: for `gpu:1` it is `auto:1`.
    public static String preferring(String device) {
        return device.equals(CPU) ? CPU : AUTO + device.replaceAll("[^:0-9]", "");
    }

    /// Whether the CPU prepares what the device cannot.
    public boolean orCpu() {
        return device.startsWith(AUTO);
    }

    public OrderingOptions orderingOptions() {
        return new OrderingOptions(window, seed);
    }
}
