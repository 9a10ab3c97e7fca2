package io.bitfront.cache;

import io.bitfront.order.OrderingKind;
import io.bitfront.order.OrderingOptions;

/// How to preprocess a graph.
///
/// @param window columns of a window of [OrderingKind#JACCARD]
/// @param seed of [OrderingKind#RANDOM]
/// @param threads at least 1; never changes the result
/// @param device never changes the result either
public record PreprocessOptions(OrderingKind ordering, int window, long seed, int threads, PrepareOn device) {
    /// On the CPU.
    public PreprocessOptions(OrderingKind ordering, int window, long seed, int threads) {
        this(ordering, window, seed, threads, PrepareOn.cpu());
    }

    public PreprocessOptions {
        if (threads < 1) {
            throw new IllegalArgumentException("threads=%d, expected at least 1".formatted(threads));
        }
        new OrderingOptions(window, seed);
    }

    /// Ordering `auto`, the default window and seed, all cores.
    public static PreprocessOptions defaults() {
        return new PreprocessOptions(
                OrderingKind.AUTO,
                OrderingOptions.DEFAULT_WINDOW,
                OrderingOptions.DEFAULT.seed(),
                Runtime.getRuntime().availableProcessors());
    }

    public PreprocessOptions withOrdering(OrderingKind kind) {
        return new PreprocessOptions(kind, window, seed, threads, device);
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

    public PreprocessOptions withDevice(PrepareOn newDevice) {
        return new PreprocessOptions(ordering, window, seed, threads, newDevice);
    }

    /// Whether the CPU prepares what the device cannot.
    public boolean orCpu() {
        return device instanceof PrepareOn.Gpu gpu && gpu.orCpu();
    }

    public OrderingOptions orderingOptions() {
        return new OrderingOptions(window, seed);
    }
}
