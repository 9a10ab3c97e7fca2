package io.bitfront.cache;

import io.bitfront.file.FileException;
import io.bitfront.file.Ownership;
import io.bitfront.file.ProcessLocks;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.atomic.AtomicBoolean;

/// Lets one builder at a time make a cache, among processes and among threads: an operating system lock on a
/// hidden file beside it, which ends with its process. The holder deletes the file when done, after making it
/// a byte long: who then gets the lock of that deleted file sees the byte and starts over. A file with a byte
/// that is still there was left by a holder that was killed in between, and is taken over.
public final class BuildLock implements AutoCloseable {
    private static final long POLL_MILLIS = 50;

    private final Path file;
    private final FileChannel channel;
    private final Runnable taken;
    /// Releases the lock where Ctrl-C or SIGTERM ends the process.
    private final Thread cleaner = Thread.ofPlatform().unstarted(this::release);

    private BuildLock(Path file, FileChannel channel, Runnable taken) {
        this.taken = taken;
        this.file = file;
        this.channel = channel;
    }

    static Path fileOf(Path cache) {
        return cache.resolveSibling(".%s.lock".formatted(cache.getFileName()));
    }

    /// Waits for the lock, asleep.
    ///
    /// @param whenWaiting run once if another builder holds it
    /// @throws FileException where no file can be made there, or where a link or another user's file is in its
    ///     place
    public static BuildLock acquire(Path cache, Runnable whenWaiting) {
        Path file = fileOf(cache);
        String foreign = Ownership.ofThisProcess().whyNotOwnFile(file);
        if (foreign != null) {
            throw new FileException("lock: " + foreign);
        }
        AtomicBoolean said = new AtomicBoolean();
        Runnable announce = () -> {
            if (!said.getAndSet(true)) {
                whenWaiting.run();
            }
        };
        try {
            Runnable taken = taken(file, announce);
            try {
                BuildLock lock = new BuildLock(file, locked(file, announce), taken);
                Runtime.getRuntime().addShutdownHook(lock.cleaner);
                return lock;
            } catch (Throwable t) {
                taken.run();
                throw t;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new FileException("lock %s: interrupted while waiting".formatted(file), e);
        } catch (IOException e) {
            throw FileException.of("write", file, e);
        }
    }

    /// Waits for whoever holds the lock in this process.
    private static Runnable taken(Path file, Runnable announce) throws IOException, InterruptedException {
        while (true) {
            Runnable taken = ProcessLocks.take(file);
            if (taken != null) {
                return taken;
            }
            announce.run();
            Thread.sleep(POLL_MILLIS);
        }
    }

    /// Waits for other processes.
    private static FileChannel locked(Path file, Runnable announce) throws IOException, InterruptedException {
        while (true) {
            FileChannel channel = FileChannel.open(
                    file,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.WRITE,
                    StandardOpenOption.READ,
                    LinkOption.NOFOLLOW_LINKS);
            boolean ours = false;
            try {
                awaitLock(channel, file, announce);
                ours = channel.size() == 0 || takenOver(channel, file);
            } finally {
                if (!ours) {
                    channel.close();
                }
            }
            if (ours) {
                return channel;
            }
            Thread.sleep(POLL_MILLIS);
        }
    }

    private static void awaitLock(FileChannel channel, Path file, Runnable announce)
            throws IOException, InterruptedException {
        try {
            while (channel.tryLock() == null) {
                announce.run();
                Thread.sleep(POLL_MILLIS);
            }
        } catch (IOException e) {
            Files.deleteIfExists(file); // where nothing can be locked, nobody holds it
            throw e;
        }
    }

    /// Whether a file that its holder had done with is still the one of that name, now ours: then what is
    /// done to the one is seen in the other.
    private static boolean takenOver(FileChannel channel, Path file) throws IOException {
        if (sizeOf(file) <= 0) {
            return false;
        }
        channel.truncate(0);
        return sizeOf(file) == 0;
    }

    private static long sizeOf(Path file) throws IOException {
        return Files.exists(file, LinkOption.NOFOLLOW_LINKS) ? Files.size(file) : -1;
    }

    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(cleaner);
        } catch (IllegalStateException e) {
            return; // The process is ending, and the hook does the same.
        }
        release();
    }

    private void release() {
        try (channel) {
            makeAByteLong();
            Files.deleteIfExists(file);
        } catch (IOException e) {
            // What is left behind with its byte is taken over; without, it is as good as a new one.
        } finally {
            taken.run();
        }
    }

    /// By mapping, which takes no space: a full disk has none.
    private void makeAByteLong() {
        try (Arena arena = Arena.ofConfined()) {
            channel.map(MapMode.READ_WRITE, 0, 1, arena);
        } catch (IOException e) {
            // Then whoever gets the lock of the deleted file builds beside the next one.
        }
    }
}
