package io.bitfront.cache;

import io.bitfront.graph.GraphInput;
import io.bitfront.memory.Bytes;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// Turns a graph as read into a prepared [Graph]: CSC, ordering, BVSS. For one thread; the work is shared out
/// to the workers.
///
/// @param log receives the phases
/// @param say receives what a user should know, one line each
public record Preprocessor(
        PreprocessOptions options, Workers workers, Progress progress, PhaseLog log, Consumer<String> say) {

    /// Prepares a graph in memory with workers of its own, silently. The input is closed as soon as its
    /// edges have been taken over, or on failure.
    ///
    /// @throws ResourceException before it begins, in one line, where memory is too small
    public static Graph prepare(GraphInput input, PreprocessOptions options) {
        try (Workers workers = new Workers(options.threads())) {
            Preprocessor job = new Preprocessor(options, workers, Progress.NONE, new PhaseLog(), line -> {});
            String what = "a graph of %,d vertices".formatted(input.edges().vertexCount());
            return PlannedPreparation.of(job, input, input.edges().heldBytes(), what, 0)
                    .inMemory(job.say);
        }
    }

    /// Prepares a graph in memory. The input is closed as soon as its edges have been taken over, or on
    /// failure.
    public Graph inMemory(GraphInput input) {
        return inMemory(input, elsewhere(input));
    }

    /// The preparer that the options ask for; empty for the CPU. Closes the input where that one cannot do it.
    ///
    /// @throws ResourceException in one line, where a device was named that cannot do it
    Optional<GraphPreparer> elsewhere(GraphInput input) {
        try {
            return GraphPreparer.choose(input, options, say);
        } catch (RuntimeException e) {
            input.close();
            throw e;
        }
    }

    Graph inMemory(GraphInput input, Optional<GraphPreparer> elsewhere) {
        Arena arena = Arena.ofShared();
        try (input) {
            SectionStore store =
                    elsewhere.isPresent() ? SectionStore.withoutTiles(arena) : SectionStore.inMemory(arena);
            return prepared(input, elsewhere, store, arena);
        } catch (Throwable t) {
            arena.close();
            throw t;
        }
    }

    /// Prepares a graph into a cache file, which appears under its name whole or not at all. The input is
    /// closed as soon as its edges have been taken over, or on failure.
    ///
    /// @throws io.bitfront.file.FileException where the file cannot be written
    void intoFile(GraphInput input, CacheKey key, Path target) {
        intoFile(input, elsewhere(input), 0, () -> key, () -> {}, target);
    }

    /// @param ahead bytes of the file whose space may be taken at once, where it lies in memory
    /// @param key asked for once all but the header is there
    /// @param last run before the file has its name; where it fails, what was there stays
    void intoFile(
            GraphInput input,
            Optional<GraphPreparer> elsewhere,
            long ahead,
            Supplier<CacheKey> key,
            Runnable last,
            Path target) {
        try (input;
                BvssWriter writer = new BvssWriter(target)) {
            if (ahead > 0) {
                writer.takeAhead(ahead);
            }
            Graph graph = prepared(input, elsewhere, writer, writer.arena());
            CacheKey known = key.get();
            log.run("write", "byte", () -> writer.finish(graph, known, last, workers, progress), bytes -> bytes);
        }
    }

    private Graph prepared(GraphInput input, Optional<GraphPreparer> elsewhere, SectionStore store, Arena arena) {
        if (elsewhere.isPresent()) {
            try {
                return elsewhere.get().prepare(input, this, store).graph(arena);
            } catch (PassedOverException e) {
                GraphPreparer.passOver(e, options, say);
                checkMemory(input);
            }
        }
        try (Preparation preparation = new Preparation(this, store)) {
            return preparation.run(input, arena);
        }
    }

    /// What was planned for was another device's need.
    private void checkMemory(GraphInput input) {
        long bytes = MemoryPlan.of(input, input.edges().heldBytes(), options).peakBytes();
        say.accept("preprocessing it takes up to %s of memory".formatted(Bytes.text(bytes)));
        MemoryPlan.checkMemory(
                "preprocess on the CPU", bytes, MachineMemory.ofThisMachine().availableBytes());
    }
}
