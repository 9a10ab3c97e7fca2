package io.bitfront.cache;

import io.bitfront.file.FileException;
import io.bitfront.graph.GraphInput;
import io.bitfront.input.GraphReader;
import io.bitfront.memory.Bytes;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/// Serves one [GraphCache.Request] for a graph file. For one thread.
final class CacheBuilder implements AutoCloseable {
    private final GraphCache.Request request;
    private final Path graph;
    private final Progress progress;
    private final Consumer<String> say;
    private final Workers workers;
    private final PhaseLog log = new PhaseLog();
    private final InputStamp stamp;
    private final InstantSource clock;
    private final boolean keep;
    private final long residentBefore = ProcessMemory.residentBytes();
    private String hash;
    private HashBeside hashBeside;

    /// @param clock tells whether the graph may still change unnoticed
    /// @param keep whether it is an error that no cache can be kept
    CacheBuilder(
            GraphCache.Request request, Progress progress, Consumer<String> say, InstantSource clock, boolean keep) {
        this.clock = clock;
        this.keep = keep;
        this.request = request;
        this.graph = request.file();
        this.progress = progress;
        this.say = say;
        this.stamp = InputStamp.of(graph, request.read().format());
        this.workers = new Workers(request.options().threads());
    }

    GraphCache.Opened open(CachePlace place) {
        if (place.cache() == null) {
            sayUncached(place.why());
            return new GraphCache.Opened(inMemory(), null, log.reports());
        }
        return open(place, place.cache());
    }

    private GraphCache.Opened open(CachePlace place, Path cache) {
        if (!request.force()) {
            Graph kept = reuse(cache);
            if (kept != null) {
                return new GraphCache.Opened(kept, cache, List.of());
            }
        }
        AtomicBoolean waited = new AtomicBoolean();
        try (BuildLock lock = lock(cache, waited)) {
            if (lock == null) {
                return new GraphCache.Opened(inMemory(), null, log.reports());
            }
            Graph kept = waited.get() && !request.force() ? reuse(cache) : null;
            if (kept != null) {
                return new GraphCache.Opened(kept, cache, List.of());
            }
            if (place.why() != null) {
                say.accept(place.why());
            }
            return built(cache, false);
        }
    }

    GraphCache.Opened build(Path cache) {
        if (isGraph(cache)) {
            throw new FileException("write %s: it is the graph itself".formatted(cache));
        }
        try (BuildLock _ = BuildLock.acquire(cache, () -> sayWaiting(cache))) {
            return built(cache, true);
        }
    }

    private boolean isGraph(Path file) {
        try {
            return Files.exists(file) && Files.isSameFile(file, graph);
        } catch (IOException e) {
            throw FileException.of("read", file, e);
        }
    }

    /// The graph of a cache that fits; null where there is none, or none that can be used, which is said.
    private Graph reuse(Path cache) {
        if (!Files.exists(cache)) {
            return null;
        }
        try {
            CacheKey key = BvssFile.key(cache);
            String problem = mismatch(cache, key);
            if (problem != null) {
                say.accept("%s: %s; building it again".formatted(cache, problem));
                return null;
            }
            Graph kept = BvssFile.open(cache, request.options().threads(), progress);
            say.accept("%s: using its cache %s".formatted(graph, cache));
            return kept;
        } catch (CacheFormatException e) {
            say.accept(e.problem() + "; building it again");
            return null;
        } catch (FileException e) {
            say.accept(e.getMessage() + "; building it again");
            return null;
        }
    }

    /// Why a cache with this key is not that of our graph and options, or null if it is.
    private String mismatch(Path cache, CacheKey key) {
        String options = CacheKey.words(request.read(), request.options());
        if (CacheKey.isOfOtherReader(key.options(), options)) {
            return "built by a bitfront that may have read %s otherwise".formatted(graph);
        }
        if (!key.options().equals(options)) {
            return "built with %s, wanted %s".formatted(key.options(), options);
        }
        if (key.inputHash().equals(stamp.keptHash(cache))) {
            return null;
        }
        if (!key.inputHash().equals(hash())) {
            return "%s has changed since".formatted(graph);
        }
        stamp.keep(cache, hash(), clock.instant());
        return null;
    }

    /// For a cache about to be built, which is asked for the hash last: where there are threads for it, it is found
    /// beside all else.
    private void beginHash() {
        if (hash == null && workers.threads() > 1) {
            hashBeside = new HashBeside(graph, request.read().format(), stamp.size(), workers.threads());
        } else {
            hash();
        }
    }

    private String hash() {
        if (hash == null && hashBeside != null) {
            hash = hashBeside.await(progress);
            log.addFirstBeside("hash", "byte", hashBeside.seconds(), stamp.size());
        } else if (hash == null) {
            hash = log.run(
                    "hash",
                    "byte",
                    () -> InputHash.ofFile(graph, request.read().format(), workers, progress),
                    digest -> stamp.size());
        }
        return hash;
    }

    /// Null where no cache can be kept, which is said.
    ///
    /// @throws FileException where the thread is interrupted while it waits
    private BuildLock lock(Path cache, AtomicBoolean waited) {
        Path folder = cache.toAbsolutePath().getParent();
        try {
            if (request.directory() != null) {
                Files.createDirectories(folder);
            }
            return BuildLock.acquire(cache, () -> {
                waited.set(true);
                sayWaiting(cache);
            });
        } catch (IOException e) {
            sayUncached(FileException.of("make the folder", folder, e).getMessage());
        } catch (FileException e) {
            if (Thread.currentThread().isInterrupted()) {
                throw e; // who is to stop begins nothing that takes longer
            }
            sayUncached(e.getMessage());
        }
        return null;
    }

    private void sayWaiting(Path cache) {
        say.accept("waiting for another bitfront that builds %s".formatted(cache));
    }

    /// @throws FileException where one must be
    private void sayUncached(String why) {
        if (keep) {
            throw new FileException(
                    "no cache of %s can be kept (%s): --cache DIR keeps one elsewhere".formatted(graph, why));
        }
        say.accept("no cache of %s can be kept (%s): preparing it for this job alone; --cache DIR keeps one elsewhere"
                .formatted(graph, why));
    }

    /// @param named whether the user named the cache: then a disk too small for it is an error, and nobody looks
    ///     for it by the graph's name
    private GraphCache.Opened built(Path cache, boolean named) {
        GraphPreparer.requireAny(request.options());
        beginHash();
        PlannedPreparation planned = planned();
        long freeDisk = MemoryPlan.freeDisk(cache);
        if (!named && planned.diskBytes() > freeDisk) {
            endHash();
            sayUncached("it needs up to %s of disk, %s are free"
                    .formatted(Bytes.text(planned.diskBytes()), Bytes.text(freeDisk)));
            return new GraphCache.Opened(inMemory(planned), null, log.reports());
        }
        planned.intoFile(
                () -> new CacheKey(hash(), CacheKey.words(request.read(), request.options())),
                this::checkUnchanged,
                cache,
                say);
        if (!named) {
            stamp.keep(cache, hash(), clock.instant());
        }
        return new GraphCache.Opened(BvssFile.openUnchecked(cache), cache, log.reports());
    }

    private Graph inMemory() {
        GraphPreparer.requireAny(request.options());
        return inMemory(planned());
    }

    private Graph inMemory(PlannedPreparation planned) {
        Graph prepared = planned.inMemory(say);
        try {
            checkUnchanged();
            return prepared;
        } catch (FileException e) {
            prepared.close();
            throw e;
        }
    }

    private GraphInput read() {
        MemoryPlan.checkMemory(
                "read %s".formatted(graph),
                GraphReader.memoryNeeded(graph, request.read()),
                MachineMemory.ofThisMachine().availableBytes());
        GraphInput input = log.run(
                "read",
                "byte",
                () -> GraphReader.read(graph, request.read(), workers, progress),
                result -> stamp.size());
        if (!input.note().isEmpty()) {
            say.accept("%s: %s".formatted(graph, input.note()));
        }
        return input;
    }

    private PlannedPreparation planned() {
        GraphInput input = read();
        long held = input.edges().heldBytes();
        Preprocessor job = new Preprocessor(request.options(), workers, progress, log, say);
        return PlannedPreparation.of(job, input, held == 0 ? stamp.size() : held, graph.toString(), residentBefore);
    }

    private void checkUnchanged() {
        if (!InputStamp.of(graph, request.read().format()).equals(stamp)) {
            throw new FileException("read %s: it changed while it was being read".formatted(graph));
        }
    }

    private void endHash() {
        if (hashBeside != null) {
            hashBeside.close();
        }
    }

    @Override
    public void close() {
        endHash();
        workers.close();
    }
}
