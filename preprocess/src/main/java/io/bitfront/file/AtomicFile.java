package io.bitfront.file;

import io.bitfront.memory.OffHeap;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Locale;

/// A file that appears under its name whole or not at all: written under a hidden temporary name beside the
/// target, renamed by [#commit]. [#close] without a commit deletes it, and so does the end of the process by
/// Ctrl-C or SIGTERM; what a killed process left behind is deleted by the next writer of the same target.
/// One thread owns it; [#writeAt] may be called by many. Failures are [FileException]s of one line.
public final class AtomicFile implements AutoCloseable {
    /// The largest piece handed to the operating system at once: a byte buffer cannot view more than 2 GB.
    private static final long PIECE = 1L << 26;

    private final Path target;
    private final TemporaryFile temporary;
    private final FileChannel channel;
    private final FileSpace space;
    private final boolean forced;

    /// Whether nothing is left to be done but to rename it.
    private boolean whole;

    private boolean finished;

    private AtomicFile(Path target, TemporaryFile temporary, boolean forced) {
        this.target = target;
        this.forced = forced;
        this.temporary = temporary;
        this.channel = temporary.channel();
        this.space = new FileSpace(temporary.path(), channel);
    }

    /// Opens a temporary file beside `target`, which stays as it is until [#commit]; what replaces a file
    /// may be read and written by whom that one might. A symbolic link is followed.
    ///
    /// @throws FileException where the folder is missing or unwritable, or `target` is something else than a
    ///     file
    public static AtomicFile create(Path target) {
        Path file = resolved(target);
        AtomicFile made = create(file, true);
        keepPermissions(file, made.temporary.path());
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
        try {
            return new AtomicFile(target, TemporaryFile.beside(target), forced);
        } catch (IOException e) {
            throw FileException.of("write", target, e);
        }
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

    /// The name under which the file will appear.
    public Path target() {
        return target;
    }

    /// The temporary file, open for reading and writing; closed by [#commit] and [#close].
    FileChannel channel() {
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
        try {
            space.reserve(bytes);
        } catch (IOException e) {
            throw failure(e, bytes);
        }
    }

    /// Begins to take space for the first `bytes` bytes of a file in memory, on a thread of its own: the
    /// system takes it for one thread at a time, 5 GB a second, and whoever stores there later finds it
    /// taken. What turns out to be too much is given back by [#commit], what there is no space for is left
    /// to whoever stores. Once.
    public void takeAhead(long bytes) {
        try {
            space.takeAhead(bytes);
        } catch (IOException e) {
            throw failure(e, 0);
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
        if (!isInMemory()) {
            return new GrowingPart(this, map(position, bytes, arena), position, bytes);
        }
        reserve(position);
        MemorySegment memory = mapped(position, bytes, arena);
        space.reserveUntaken(position, bytes);
        return new GrowingPart(this, memory, position, 0);
    }

    private boolean isInMemory() {
        try {
            return space.isInMemory();
        } catch (IOException e) {
            throw failure(e, 0);
        }
    }

    /// Takes the space of bytes `from` up to `to`, exclusive. Any thread.
    void take(long from, long to) {
        try {
            space.take(from, to);
        } catch (IOException e) {
            throw failure(e, space.reserved());
        }
    }

    /// So many reserved bytes have been taken.
    void taken(long bytes) {
        space.taken(bytes);
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
            space.trim();
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
            Files.move(temporary.path(), target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
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
            long free = space.freeBytes();
            // Parts that threads have not written yet count as taken, and others may have freed some meanwhile.
            String figures = needed > free ? ": %,d bytes needed, %,d bytes free".formatted(needed, free) : "";
            return new FileException("write %s: no space left on the disk%s".formatted(target, figures), cause);
        }
        return FileException.of("write", target, cause);
    }

    /// Deletes the temporary file, unless committed.
    @Override
    public void close() {
        if (!finished) {
            finish();
            temporary.delete();
        }
    }

    private void finish() {
        finished = true;
        space.close();
        temporary.stay();
    }
}
