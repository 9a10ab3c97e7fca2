package io.bitfront.cache;

import io.bitfront.file.FileException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// Lets one builder at a time make a cache, among processes and among threads: an operating system lock on a
/// hidden file beside it, which ends with its process. The holder deletes the file when done, after storing a
/// byte in it: who then gets the lock of that deleted file sees the byte and starts over.
public final class BuildLock implements AutoCloseable {
    private static final long POLL_MILLIS = 50;

    private final Path file;
    private final FileChannel channel;
    /// Releases the lock where Ctrl-C or SIGTERM ends the process.
    private final Thread cleaner = Thread.ofPlatform().unstarted(this::release);

    private BuildLock(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /// Waits for the lock.
    ///
    /// @param whenWaiting run once if another builder holds it
    /// @throws FileException where no file can be made there
    public static BuildLock acquire(Path cache, Runnable whenWaiting) {
        Path file = cache.resolveSibling(".%s.lock".formatted(cache.getFileName()));
        try {
            Runnable announce = whenWaiting;
            while (true) {
                FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                try {
                    while (!locked(channel)) {
                        announce.run();
                        announce = () -> {};
                        Thread.sleep(POLL_MILLIS);
                    }
                } catch (InterruptedException e) {
                    channel.close();
                    Thread.currentThread().interrupt();
                    throw new FileException("lock %s: interrupted while waiting".formatted(file), e);
                }
                if (channel.size() == 0) {
                    BuildLock lock = new BuildLock(file, channel);
                    Runtime.getRuntime().addShutdownHook(lock.cleaner);
                    return lock;
                }
                channel.close();
            }
        } catch (IOException e) {
            throw FileException.of("write", file, e);
        }
    }

    private static boolean locked(FileChannel channel) throws IOException {
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            return false;
        }
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
            channel.write(ByteBuffer.allocate(1), 0);
            Files.deleteIfExists(file);
        } catch (IOException e) {
            // The lock ends with the channel; a file left behind without the byte is as good as a new one.
        }
    }
}
