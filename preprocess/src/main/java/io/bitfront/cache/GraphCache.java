package io.bitfront.cache;

import io.bitfront.graph.Graph;
import io.bitfront.input.ReadOptions;
import io.bitfront.progress.Progress;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/// Gives a prepared graph for whatever file a user names: a `.bvss` cache is opened, a graph file is preprocessed and
/// its cache kept and reused.
public final class GraphCache {
    private GraphCache() {}

    /// What to open and how.
    ///
    /// @param file a graph or a `.bvss` cache
    /// @param directory where caches are kept, or null: beside the graph
    /// @param force whether to build even where a cache fits
    public record Request(Path file, ReadOptions read, PreprocessOptions options, Path directory, boolean force) {}

    /// A graph and where it came from; close the graph.
    ///
    /// @param cache the cache file mapped, or null where the graph could not be kept
    /// @param phases what was done to build it; empty where the cache was reused
    public record Opened(Graph graph, Path cache, List<PhaseReport> phases) {}

    /// Opens a cache, or a graph through its cache.
    ///
    /// @param say receives what a user should know, one line each
    public static Opened open(Request request, Progress progress, Consumer<String> say) {
        throw new UnsupportedOperationException();
    }

    /// Preprocesses a graph into the named cache file, which must be writable.
    public static Opened build(Request request, Path target, Progress progress, Consumer<String> say) {
        throw new UnsupportedOperationException();
    }
}
