package io.bitfront.cache;

import io.bitfront.input.GraphFormat;
import io.bitfront.parallel.Futures;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Elapsed;
import io.bitfront.progress.Progress;
import java.nio.file.Path;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;

/// The [InputHash] of a graph, found by threads of its own while others read the graph and prepare it: what is read
/// twice waits for neither. For one thread.
final class HashBeside implements AutoCloseable {
    /// Threads of a preparation for each of the hash's: these are done by the time the edges are taken over.
    private static final int SHARE = 4;

    private final Counted counted;
    private final CompletableFuture<String> hash = new CompletableFuture<>();
    private final Thread thread;
    private final long begin = System.nanoTime();
    private volatile double seconds;

    /// Begins at once.
    ///
    /// @param format that was asked for
    /// @param size bytes of all of it
    /// @param threads that prepare it
    HashBeside(Path graph, GraphFormat format, long size, int threads) {
        this.counted = new Counted(size);
        this.thread = Thread.ofPlatform()
                .daemon()
                .name("bitfront-hash")
                .start(() -> run(graph, format, Math.max(1, threads / SHARE)));
    }

    private void run(Path graph, GraphFormat format, int threads) {
        try (Workers workers = new Workers(threads)) {
            String found = InputHash.ofFile(graph, format, workers, (name, total, unit) -> counted);
            seconds = Elapsed.seconds(begin);
            hash.complete(found);
        } catch (Throwable t) {
            hash.completeExceptionally(t);
        }
    }

    /// The hash; shows how far it is where it is not there yet.
    ///
    /// @throws io.bitfront.file.FileException where the graph cannot be read
    String await(Progress progress) {
        try (Progress.Phase _ = counted.show(progress)) {
            return Futures.found(hash);
        }
    }

    /// How long it took. Call after [#await].
    double seconds() {
        return seconds;
    }

    /// Ends it, found or not, and waits until its threads have left the file.
    @Override
    public void close() {
        counted.cancel();
        Futures.ended(thread);
    }

    /// Counts what is hashed, and shows it from when somebody waits for it: until then others have the screen.
    private static final class Counted implements Progress.Phase {
        private final long total;
        private long done;
        private boolean cancelled;
        private Progress.Phase shown = Progress.NONE.start("hash", -1, "byte");

        Counted(long total) {
            this.total = total;
        }

        @Override
        public synchronized void advance(long amount) {
            if (cancelled) {
                throw new CancellationException();
            }
            done += amount;
            shown.advance(amount);
        }

        synchronized Progress.Phase show(Progress progress) {
            if (done < total) {
                shown = progress.start("hash", total, "byte", done);
            }
            return shown;
        }

        synchronized void cancel() {
            cancelled = true;
        }
    }
}
