package io.bitfront.file;

import io.bitfront.memory.OffHeap;
import io.bitfront.parallel.Futures;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/// A file that appears under its name whole or not at all: written under a hidden temporary name beside the
/// target, renamed by [#commit]. [#close] without a commit deletes it, and so does the end of the process by
/// Ctrl-C or SIGTERM; what a killed process left behind is deleted by the next writer of the same target.
/// One thread owns it; [#writeAt] may be called by many. Failures are [FileException]s of one line.
public final class AtomicFile implements AutoCloseable {
    /// Bytes of a target's name that its temporary file's has.
    private static final int LONGEST_NAME = 180;
    /// The largest piece handed to the operating system at once: a byte buffer cannot view more than 2 GB.
    private static final long PIECE = 1L << 26;
    /// Bytes taken ahead at once.
    private static final long AHEAD_STEP = 1L << 24;

    private final Path target;
    private final Path temporary;
    private final FileChannel channel;
    private final Deletion deletion;
    private final boolean forced;
    /// Null until disk space is taken for the first time.
    private Preallocation space;
    /// Whether the file lies in memory, where its space is taken page by page, at 0.1 s a GB.
    private boolean inMemory;
    private long reserved;
    /// Bytes that are reserved but still to be taken, part by part.
    private final AtomicLong untaken = new AtomicLong();

    /// Takes space ahead; or null.
    private Thread ahead;
    private volatile boolean aheadEnough;

    /// Whether nothing is left to be done but to rename it.
    private boolean whole;

    private boolean finished;

    private AtomicFile(Path target, Deletion deletion, FileChannel channel, boolean forced) {
        this.target = target;
        this.forced = forced;
        this.temporary = deletion.temporary;
        this.deletion = deletion;
        this.channel = channel;
    }

    /// Opens a temporary file beside `target`, which stays as it is until [#commit]; what replaces a file
    /// may be read and written by whom that one might. A symbolic link is followed.
    ///
    /// @throws FileException where the folder is missing or unwritable, or `target` is something else than a
    ///     file
    public static AtomicFile create(Path target) {
        Path file = resolved(target);
        AtomicFile made = create(file, true);
        keepPermissions(file, made.temporary);
        return made;
    }

    private static void keepPermissions(Path target, Path temporary) {
        try {
            if (Files.isRegularFile(target)) {
                Files.setPosixFilePermissions(temporary, Files.getPosixFilePermissions(target));
            }
        } catch (IOException | UnsupportedOperationException e) {
            // Where the file system has none, or they are not to be set, they are those of a new file.
        }
    }

    /// As [#create], but of a symbolic link it replaces the link itself: for files that the user did not name.
    public static AtomicFile replacing(Path target) {
        return create(target, true);
    }

    /// As [#create], for a file that nobody needs after the end of this process: [#commit] does not wait for the
    /// disk.
    public static AtomicFile passing(Path target) {
        return create(resolved(target), false);
    }

    private static AtomicFile create(Path target, boolean forced) {
        boolean link = Files.isSymbolicLink(target);
        if (!link && Files.exists(target) && !Files.isRegularFile(target)) {
            throw new FileException("write %s: it is there already and is not a regular file".formatted(target));
        }
        Path folder = target.toAbsolutePath().getParent();
        if (!Files.isDirectory(folder)) {
            throw new FileException("write %s: there is no folder %s".formatted(target, folder));
        }
        String name = target.getFileName().toString();
        String prefix = ".%s.".formatted(beginning(name));
        deleteLeftovers(folder, prefix);
        try {
            while (true) {
                Path temporary = folder.resolve("%s%s.%08x.tmp"
                        .formatted(
                                prefix,
                                Long.toString(ProcessHandle.current().pid()),
                                ThreadLocalRandom.current().nextInt()));
                Deletion deletion = new Deletion(temporary);
                FileChannel channel = deletion.open();
                if (channel != null) {
                    return new AtomicFile(target, deletion, channel, forced);
                }
            }
        } catch (IOException e) {
            throw FileException.of("write", target, e);
        }
    }

    /// As much of a name as a longer one leaves room for, in whole characters.
    private static String beginning(String name) {
        int end = name.length();
        while (name.substring(0, end).getBytes(StandardCharsets.UTF_8).length > LONGEST_NAME) {
            end = name.offsetByCodePoints(end, -1);
        }
        return name.substring(0, end);
    }

    private static Path resolved(Path target) {
        try {
            if (!Files.isSymbolicLink(target)) {
                return target;
            }
            return Files.exists(target) ? target.toRealPath() : target.resolveSibling(Files.readSymbolicLink(target));
        } catch (IOException e) {
            throw FileException.of("write", target, e);
        }
    }

    /// The lock tells writers in other processes that the file is no leftover. Null where a sweep was faster.
    private static FileChannel openLocked(Path temporary) throws IOException {
        return openLocked(temporary, AtomicFile::lockIfPossible);
    }

    /// @param lock takes the lock of a file that is open, where it can
    static FileChannel openLocked(Path temporary, Consumer<FileChannel> lock) throws IOException {
        FileChannel channel;
        try {
            channel = FileChannel.open(
                    temporary, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
        } catch (FileAlreadyExistsException e) {
            return null;
        }
        lock.accept(channel);
        if (Files.exists(temporary)) {
            return channel;
        }
        channel.close();
        return null;
    }

    /// The lock is held until the channel closes. Where the file system has no locks, leftovers are never
    /// recognised.
    private static boolean lockIfPossible(FileChannel channel) {
        try {
            FileLock lock = channel.tryLock();
            return lock != null;
        } catch (IOException | OverlappingFileLockException e) {
            return false;
        }
    }

    /// Deletes temporary files of the same target that no living process holds. This process's own are not
    /// opened: closing a second channel on a file would drop the lock of the first.
    private static void deleteLeftovers(Path folder, String prefix) {
        String own = prefix + ProcessHandle.current().pid() + ".";
        try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, path -> {
            String name = path.getFileName().toString();
            return name.startsWith(prefix)
                    && !name.startsWith(own)
                    && Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)
                    && name.substring(prefix.length()).matches("\\d+\\.[0-9a-f]{8}\\.tmp");
        })) {
            for (Path leftover : found) {
                deleteIfUnlocked(leftover);
            }
        } catch (IOException | DirectoryIteratorException e) {
            // An unreadable folder may still be writable: whether it is, creating the file will tell.
        }
    }

    private static void deleteIfUnlocked(Path leftover) throws IOException {
        try (FileChannel channel = FileChannel.open(leftover, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
            if (lockIfPossible(channel)) {
                Files.deleteIfExists(leftover);
            }
        } catch (NoSuchFileException e) {
            // Finished or swept meanwhile.
        }
    }

    /// The name under which the file will appear.
    public Path target() {
        return target;
    }

    /// The temporary file, open for reading and writing; closed by [#commit] and [#close].
    public FileChannel channel() {
        return channel;
    }

    /// Writes all of `bytes` at `position`. Any thread.
    public void writeAt(long position, MemorySegment bytes) {
        for (long done = 0; done < bytes.byteSize(); ) {
            long size = Math.min(PIECE, bytes.byteSize() - done);
            writeAt(position + done, bytes.asSlice(done, size).asByteBuffer());
            done += size;
        }
    }

    /// Writes what remains in `bytes` at `position`. Any thread.
    public void writeAt(long position, ByteBuffer bytes) {
        long at = position;
        try {
            while (bytes.hasRemaining()) {
                at += channel.write(bytes, at);
            }
        } catch (IOException e) {
            throw failure(e, at + bytes.remaining());
        }
    }

    /// Takes `bytes` bytes of disk space for the file now, so that it cannot run out in the middle, and sets
    /// its size.
    ///
    /// @throws FileException naming the bytes needed and free, where they do not fit
    public void reserve(long bytes) {
        if (bytes <= reserved) {
            return;
        }
        openSpace();
        try {
            space.grow(reserved, bytes);
            reserved = bytes;
            if (channel.size() < bytes) {
                channel.write(ByteBuffer.allocate(1), bytes - 1);
            }
        } catch (IOException e) {
            throw failure(e, bytes);
        }
    }

    private void openSpace() {
        if (space != null) {
            return;
        }
        try {
            inMemory = Files.getFileStore(temporary).type().equals("tmpfs");
            space = new Preallocation(temporary);
        } catch (IOException e) {
            throw failure(e, 0);
        }
    }

    /// Begins to take space for the first `bytes` bytes of a file in memory, on a thread of its own: the
    /// system takes it for one thread at a time, 5 GB a second, and whoever stores there later finds it
    /// taken. What turns out to be too much is given back by [#commit], what there is no space for is left
    /// to whoever stores. Once.
    public void takeAhead(long bytes) {
        openSpace();
        if (inMemory) {
            ahead = Thread.ofPlatform().daemon().name("bitfront-space").start(() -> takeSteps(bytes));
        }
    }

    private void takeSteps(long bytes) {
        try {
            for (long from = 0; from < bytes && !aheadEnough; from += AHEAD_STEP) {
                space.grow(from, Math.min(from + AHEAD_STEP, bytes));
            }
        } catch (IOException e) {
            // Whoever stores there is told the same.
        }
    }

    private void endAhead() {
        aheadEnough = true;
        if (ahead != null) {
            Futures.ended(ahead);
        }
    }

    /// Maps `bytes` bytes from `position` on, for reading and writing. Their disk space is reserved first: a
    /// mapped write to a full disk could only fail by a signal. Unmapped when `arena` closes; [#commit]
    /// writes out what was stored before it.
    public MemorySegment map(long position, long bytes, Arena arena) {
        reserve(position + bytes);
        return mapped(position, bytes, arena);
    }

    /// As [#map], for whoever tells which part is stored to next: so the threads that fill a file in memory
    /// share what taking its space costs. Of a file on a disk all space is taken here, at once and in one
    /// piece.
    public GrowingPart mapGrowing(long position, long bytes, Arena arena) {
        openSpace();
        if (!inMemory) {
            return new GrowingPart(this, map(position, bytes, arena), position, bytes);
        }
        reserve(position);
        MemorySegment memory = mapped(position, bytes, arena);
        reserved = Math.max(reserved, position + bytes);
        untaken.addAndGet(bytes);
        return new GrowingPart(this, memory, position, 0);
    }

    /// Takes the space of bytes `from` up to `to`, exclusive. Any thread.
    void take(long from, long to) {
        try {
            space.grow(from, to);
            taken(to - from);
        } catch (IOException e) {
            throw failure(e, reserved);
        }
    }

    /// So many reserved bytes have been taken.
    void taken(long bytes) {
        untaken.addAndGet(-bytes);
    }

    private MemorySegment mapped(long position, long bytes, Arena arena) {
        try {
            return OffHeap.view(channel.map(MapMode.READ_WRITE, position, bytes, arena), arena);
        } catch (IOException e) {
            throw failure(e, position + bytes);
        }
    }

    /// Gives files that belong together their names, so that an end of the process in between
    /// leaves no old file beside new ones: that there is a main one says that the others are its
    /// own. Nothing has its name before all are on the disk.
    ///
    /// @param main what was there under its name is gone before any other has its name
    public static void commit(AtomicFile main, List<AtomicFile> others) {
        others.forEach(AtomicFile::force);
        main.force();
        if (!others.isEmpty()) {
            main.removeOld();
        }
        others.forEach(AtomicFile::commit);
        main.commit();
    }

    private void removeOld() {
        try {
            if (Files.deleteIfExists(target) && forced) {
                forceFolder();
            }
        } catch (IOException e) {
            throw failure(e, 0);
        }
    }

    /// Writes everything to the disk, unless the file is a [#passing] one.
    private void force() {
        if (finished) {
            throw new IllegalStateException("%s is committed or closed already".formatted(target));
        }
        if (whole) {
            return;
        }
        try {
            if (ahead != null) {
                endAhead();
                channel.truncate(reserved);
            }
            if (forced) {
                channel.force(true);
            }
            whole = true;
        } catch (IOException e) {
            throw failure(e, 0);
        }
    }

    /// Writes everything to the disk, unless the file is a [#passing] one, and gives it its name, replacing
    /// what was there.
    public void commit() {
        force();
        try {
            channel.close();
            Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            if (forced) {
                forceFolder();
            }
        } catch (IOException e) {
            throw failure(e, 0);
        }
        finish();
    }

    /// Makes the new name itself durable. Some systems cannot open a folder; there the rename alone must do.
    private void forceFolder() throws IOException {
        if (!System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("windows")) {
            try (FileChannel folder = FileChannel.open(target.toAbsolutePath().getParent(), StandardOpenOption.READ)) {
                folder.force(true);
            }
        }
    }

    private FileException failure(IOException cause, long needed) {
        String reason = FileException.reason(cause);
        if (reason.contains("no space left")) {
            return new FileException(
                    "write %s: no space left on the disk: %,d bytes needed, %,d bytes free"
                            .formatted(target, needed, freeBytes()),
                    cause);
        }
        return FileException.of("write", target, cause);
    }

    /// What the file may still grow to: the disk's free bytes and those it has taken already.
    private long freeBytes() {
        try {
            return Files.getFileStore(temporary).getUsableSpace() + channel.size() - untaken.get();
        } catch (IOException e) {
            return 0;
        }
    }

    /// Deletes the temporary file, unless committed.
    @Override
    public void close() {
        if (!finished) {
            finish();
            deletion.run();
        }
    }

    private void finish() {
        finished = true;
        endAhead();
        if (space != null) {
            space.close();
        }
        deletion.forget();
    }

    /// Deletes a temporary file at the end of the process. It is there before the file is: a process that is
    /// ending makes none that nobody would delete.
    static final class Deletion {
        private final Path temporary;
        private final Thread hook = Thread.ofPlatform().unstarted(this::run);
        private FileChannel channel;
        private boolean over;

        Deletion(Path temporary) {
            this.temporary = temporary;
        }

        /// Makes the file. Null where a sweep was faster.
        FileChannel open() throws IOException {
            Runtime.getRuntime().addShutdownHook(hook);
            FileChannel opened = null;
            try {
                opened = openUnlessOver();
            } finally {
                if (opened == null) {
                    forget();
                }
            }
            return opened;
        }

        private synchronized FileChannel openUnlessOver() throws IOException {
            if (over) {
                throw new IllegalStateException("the process is ending: %s is not made".formatted(temporary));
            }
            channel = openLocked(temporary);
            return channel;
        }

        synchronized void run() {
            over = true;
            if (channel == null) {
                return;
            }
            try {
                channel.close();
                Files.deleteIfExists(temporary);
            } catch (IOException e) {
                // Nothing more can be done here; the next writer of the same target will try again.
            }
        }

        void forget() {
            try {
                Runtime.getRuntime().removeShutdownHook(hook);
            } catch (IllegalStateException e) {
                // The process is ending: the hook runs already, and finds nothing under the temporary name.
            }
        }
    }
}
