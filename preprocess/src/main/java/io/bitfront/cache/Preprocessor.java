package io.bitfront.cache;

import io.bitfront.graph.Graph;
import io.bitfront.graph.GraphInput;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/// Turns a graph as read into a prepared [Graph]: CSC, ordering, BVSS. For one thread; the work is shared out
/// to the workers.
///
/// @param log receives the phases
/// @param say receives what a user should know, one line each
public record Preprocessor(
        PreprocessOptions options, Workers workers, Progress progress, PhaseLog log, Consumer<String> say) {

    /// Prepares a graph in memory with workers of its own, silently.
    public static Graph prepare(GraphInput input, PreprocessOptions options) {
        try (Workers workers = new Workers(options.threads())) {
            return new Preprocessor(options, workers, Progress.NONE, new PhaseLog(), line -> {}).inMemory(input);
        }
    }

    /// Prepares a graph in memory. The input is closed as soon as its edges have been taken over, or on
    /// failure.
    public Graph inMemory(GraphInput input) {
        Arena arena = Arena.ofShared();
        try (input;
                Preparation preparation = new Preparation(this, SectionStore.inMemory(arena))) {
            Optional<GraphPreparer> elsewhere = GraphPreparer.choose(input, options, say);
            return elsewhere.isPresent()
                    ? new PreparedElsewhere(this, elsewhere.get()).run(input, arena)
                    : preparation.run(input, arena);
        } catch (Throwable t) {
            arena.close();
            throw t;
        }
    }

    /// Prepares a graph into a cache file, which appears under its name whole or not at all. The input is
    /// closed as soon
    /// as its edges have been taken over, or on failure.
    ///
    /// @throws io.bitfront.file.FileException where the file cannot be written
    public void intoFile(GraphInput input, CacheKey key, Path target) {
        try (input) {
            Optional<GraphPreparer> elsewhere = GraphPreparer.choose(input, options, say);
            if (elsewhere.isPresent()) {
                copyIntoFile(elsewhere.get(), input, key, target);
            } else {
                buildInFile(input, key, target);
            }
        }
    }

    private void buildInFile(GraphInput input, CacheKey key, Path target) {
        try (BvssWriter writer = new BvssWriter(target);
                Preparation preparation = new Preparation(this, writer)) {
            Graph graph = preparation.run(input, writer.arena());
            log.run("write", "byte", () -> writer.finish(graph, key, workers, progress), bytes -> bytes);
        }
    }

    private void copyIntoFile(GraphPreparer elsewhere, GraphInput input, CacheKey key, Path target) {
        try (Arena arena = Arena.ofShared();
                BvssWriter writer = new BvssWriter(target)) {
            Graph graph = new PreparedElsewhere(this, elsewhere).run(input, arena);
            log.run(
                    "write",
                    "byte",
                    () -> {
                        writer.copy(graph, workers);
                        return writer.finish(graph, key, workers, progress);
                    },
                    bytes -> bytes);
        }
    }
}
