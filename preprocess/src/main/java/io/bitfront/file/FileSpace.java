package io.bitfront.file;

import io.bitfront.parallel.Futures;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;

/// The disk space of a file that is being written, taken before it is written to, so that it cannot run out in the
/// midst: at once, or, in memory, where the system takes it page by page, ahead on a thread or part by part. One thread
/// owns it; [#take] and [#taken] are for any.
final class FileSpace implements AutoCloseable {
    /// Bytes taken ahead at once.
    private static final long AHEAD_STEP = 1L << 24;

    private final Path file;
    private final FileChannel channel;

    /// Null until space is taken for the first time.
    private Preallocation taker;

    /// Whether the file lies in memory, where its space is taken page by page, at 0.1 s a GB.
    private boolean inMemory;

    private long reserved;

    /// Bytes that are reserved but still to be taken, part by part.
    private final AtomicLong untaken = new AtomicLong();

    /// Takes space ahead; or null.
    private Thread ahead;

    private volatile boolean aheadEnough;

    /// @param channel the file, open for writing
    FileSpace(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    private void begin() throws IOException {
        if (taker == null) {
            inMemory = Files.getFileStore(file).type().equals("tmpfs");
            taker = new Preallocation(file);
        }
    }

    boolean isInMemory() throws IOException {
        begin();
        return inMemory;
    }

    /// Takes the space of the first `bytes` bytes, and sets the file's size.
    void reserve(long bytes) throws IOException {
        if (bytes <= reserved) {
            return;
        }
        begin();
        taker.grow(reserved, bytes);
        reserved = bytes;
        if (channel.size() < bytes) {
            channel.write(ByteBuffer.allocate(1), bytes - 1);
        }
    }

    /// Counts `bytes` bytes from `from` on as reserved, whose space is taken later, part by part.
    void reserveUntaken(long from, long bytes) {
        reserved = Math.max(reserved, from + bytes);
        untaken.addAndGet(bytes);
    }

    /// Takes the space of reserved bytes `from` up to `to`, exclusive.
    void take(long from, long to) throws IOException {
        taker.grow(from, to);
        taken(to - from);
    }

    /// So many reserved bytes have been taken.
    void taken(long bytes) {
        untaken.addAndGet(-bytes);
    }

    long reserved() {
        return reserved;
    }

    /// Begins to take space for the first `bytes` bytes of a file in memory, on a thread of its own. Once.
    void takeAhead(long bytes) throws IOException {
        if (isInMemory()) {
            ahead = Thread.ofPlatform().daemon().name("bitfront-space").start(() -> takeSteps(bytes));
        }
    }

    private void takeSteps(long bytes) {
        try {
            for (long from = 0; from < bytes && !aheadEnough; from += AHEAD_STEP) {
                taker.grow(from, Math.min(from + AHEAD_STEP, bytes));
            }
        } catch (IOException e) {
            // Whoever stores there is told the same.
        }
    }

    /// Gives back what was taken ahead and turned out to be too much.
    void trim() throws IOException {
        if (ahead != null) {
            endAhead();
            channel.truncate(reserved);
        }
    }

    private void endAhead() {
        aheadEnough = true;
        if (ahead != null) {
            Futures.ended(ahead);
        }
    }

    /// What the file may still grow to: the disk's free bytes and those it has taken already.
    long freeBytes() {
        try {
            return Files.getFileStore(file).getUsableSpace() + channel.size() - untaken.get();
        } catch (IOException e) {
            return 0;
        }
    }

    @Override
    public void close() {
        endAhead();
        if (taker != null) {
            taker.close();
        }
    }
}
