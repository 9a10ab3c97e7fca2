package io.bitfront.cache;

import io.bitfront.file.FileException;
import io.bitfront.file.Ownership;
import io.bitfront.file.UserFolders;
import io.bitfront.graph.GraphInput;
import io.bitfront.input.ReadOptions;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

/// Gives a prepared graph for whatever file a user names: a `.bvss` cache is opened, a graph file is
/// preprocessed and its cache kept and reused. A cache stands for a graph while the graph's bytes, the
/// options and the format version are those it was built from. Caches of different options have different
/// names.
public final class GraphCache {
    private GraphCache() {}

    /// What to open and how.
    ///
    /// @param file a graph or a `.bvss` cache
    /// @param directory where caches are kept, or null: beside the graph
    /// @param force whether to build even where a cache fits
    public record Request(Path file, ReadOptions read, PreprocessOptions options, Path directory, boolean force) {
        public Request {
            Objects.requireNonNull(file, "file");
            Objects.requireNonNull(read, "read");
            Objects.requireNonNull(options, "options");
        }
    }

    /// A graph and where it came from; close the graph.
    ///
    /// @param cache the cache file mapped, or null where the graph could not be kept
    /// @param phases what was done to build it; empty where the cache was reused
    public record Opened(Graph graph, Path cache, List<PhaseReport> phases) {}

    /// Opens a cache, or a graph through its cache. Where none can be kept, the graph is prepared in memory.
    ///
    /// @param say receives what a user should know, one line each
    /// @throws io.bitfront.file.FileException where a file cannot be read or written, or changes meanwhile
    /// @throws io.bitfront.file.GraphFormatException where the graph's file is malformed
    /// @throws CacheFormatException where the file is a cache that cannot be used
    /// @throws ResourceException before it begins, where memory is too small, or a device that was
    ///     named is not there
    public static Opened open(Request request, Progress progress, Consumer<String> say) {
        return open(request, progress, say, InstantSource.system());
    }

    static Opened open(Request request, Progress progress, Consumer<String> say, InstantSource clock) {
        return open(request, progress, say, clock, false);
    }

    /// Opens a cache, or a graph through its cache, which is kept.
    ///
    /// @param say receives what a user should know, one line each
    /// @throws FileException where none can be kept; mostly before anything is read
    public static Opened keep(Request request, Progress progress, Consumer<String> say) {
        return open(request, progress, say, InstantSource.system(), true);
    }

    private static Opened open(
            Request request, Progress progress, Consumer<String> say, InstantSource clock, boolean keep) {
        Objects.requireNonNull(request, "request");
        Objects.requireNonNull(progress, "progress");
        Objects.requireNonNull(say, "say");
        if (isCache(request.file)) {
            Graph graph = BvssFile.open(request.file, request.options.threads(), progress);
            return new Opened(graph, request.file, List.of());
        }
        try (CacheBuilder builder = new CacheBuilder(request, progress, say, clock, keep)) {
            return builder.open(CachePlace.of(request, Ownership.ofThisProcess(), UserFolders.ofThisProcess()));
        }
    }

    /// Preprocesses a graph file into the named cache file, which must be writable.
    public static Opened build(Request request, Path target, Progress progress, Consumer<String> say) {
        Objects.requireNonNull(request, "request");
        Objects.requireNonNull(target, "target");
        Objects.requireNonNull(progress, "progress");
        Objects.requireNonNull(say, "say");
        try (CacheBuilder builder = new CacheBuilder(request, progress, say, InstantSource.system(), true)) {
            return builder.build(target);
        }
    }

    /// Preprocesses a graph that comes from no file into the named cache file.
    ///
    /// @param input closed here
    /// @param description stands for the input in the cache's key: the generator with all its parameters
    public static Opened build(
            GraphInput input,
            String description,
            PreprocessOptions options,
            Path target,
            Progress progress,
            Consumer<String> say) {
        Objects.requireNonNull(input, "input");
        Objects.requireNonNull(description, "description");
        Objects.requireNonNull(options, "options");
        Objects.requireNonNull(target, "target");
        Objects.requireNonNull(progress, "progress");
        Objects.requireNonNull(say, "say");
        PhaseLog log = new PhaseLog();
        try (input;
                Workers workers = new Workers(options.threads())) {
            CacheKey key = CacheKey.ofGenerated(description, options);
            Preprocessor job = new Preprocessor(options, workers, progress, log, say);
            PlannedPreparation.of(job, input, input.edges().heldBytes(), "a generated graph", before(input))
                    .intoFile(() -> key, () -> {}, target, say);
        }
        return new Opened(BvssFile.openUnchecked(target), target, log.reports());
    }

    /// Prepares a graph that comes from no file, and stays in none.
    ///
    /// @param input closed here
    /// @param description stands for the input in messages
    public static Opened inMemory(
            GraphInput input,
            String description,
            PreprocessOptions options,
            Workers workers,
            Progress progress,
            Consumer<String> say) {
        Objects.requireNonNull(input, "input");
        Objects.requireNonNull(description, "description");
        Objects.requireNonNull(options, "options");
        Objects.requireNonNull(workers, "workers");
        Objects.requireNonNull(progress, "progress");
        Objects.requireNonNull(say, "say");
        PhaseLog log = new PhaseLog();
        try (input) {
            Preprocessor job = new Preprocessor(options, workers, progress, log, say);
            Graph graph = PlannedPreparation.of(job, input, input.edges().heldBytes(), description, before(input))
                    .inMemory(say);
            return new Opened(graph, null, log.reports());
        }
    }

    /// What the process holds beside the input.
    private static long before(GraphInput input) {
        return ProcessMemory.residentBytes() - input.edges().heldBytes();
    }

    /// Whether a file is a cache, by its name or its first bytes.
    public static boolean isCache(Path file) {
        if (file.toString().endsWith(".bvss")) {
            return true;
        }
        if (!Files.isRegularFile(file)) {
            return false;
        }
        try (InputStream start = Files.newInputStream(file)) {
            return Arrays.equals(start.readNBytes(BvssHeader.MAGIC.length), BvssHeader.MAGIC);
        } catch (IOException e) {
            return false;
        }
    }
}
