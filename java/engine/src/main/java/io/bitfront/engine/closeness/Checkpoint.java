package io.bitfront.engine.closeness;

import io.bitfront.file.FileException;
import io.bitfront.file.ProcessLocks;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// The folder that makes a job resumable, locked while it is in use. It holds a lock file and
/// `closeness.checkpoint`: a [CheckpointHeader], followed by [RowLog]'s records or [SumsSnapshot]'s
/// sums.
final class Checkpoint implements AutoCloseable {
    static final String FILE = "closeness.checkpoint";

    private static final String LOCK = "lock";
    private static final String ALL = "all";

    private final Path folder;
    private final CheckpointHeader header;
    private final FileChannel lockFile;
    private final Runnable taken;

    private Checkpoint(Path folder, CheckpointHeader header, FileChannel lockFile, Runnable taken) {
        this.taken = taken;
        this.folder = folder;
        this.header = header;
        this.lockFile = lockFile;
    }

    /// Opens the folder, made if it is not there, for one job.
    ///
    /// @throws FileException where another job uses it, or what it holds belongs to another graph or job
    static Checkpoint open(Path folder, JobDescription job) {
        try {
            Files.createDirectories(folder);
            Path lock = folder.resolve(LOCK);
            if (Files.exists(lock, LinkOption.NOFOLLOW_LINKS)
                    && !Files.isRegularFile(lock, LinkOption.NOFOLLOW_LINKS)) {
                throw new FileException("%s is not a lock of bitfront".formatted(lock));
            }
            Runnable taken = ProcessLocks.take(lock);
            if (taken == null) {
                throw new FileException("checkpoint %s is in use by another job of this process".formatted(folder));
            }
            Checkpoint checkpoint = new Checkpoint(folder, new CheckpointHeader(job), lockFile(lock, taken), taken);
            try {
                if (checkpoint.lockFile.tryLock() == null) {
                    throw new FileException("checkpoint %s is in use by another process".formatted(folder));
                }
                if (Files.exists(checkpoint.file())) {
                    checkpoint.header.requireOf(checkpoint.file(), "checkpoint " + folder);
                }
                return checkpoint;
            } catch (Throwable t) {
                checkpoint.close();
                throw t;
            }
        } catch (IOException e) {
            throw FileException.of("use checkpoint", folder, e);
        }
    }

    private static FileChannel lockFile(Path lock, Runnable taken) throws IOException {
        try {
            return FileChannel.open(
                    lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
        } catch (Throwable t) {
            taken.run();
            throw t;
        }
    }

    /// Whether a folder is a checkpoint that holds something: of a sample, or of what takes its place.
    static boolean holdsAny(Path folder) {
        return Files.exists(folder.resolve(FILE)) || Files.exists(ofAll(folder).resolve(FILE));
    }

    /// Within the folder of a sample, that of the job over all vertices that takes its place.
    static Path ofAll(Path folder) {
        return folder.resolve(ALL);
    }

    /// Deletes a checkpoint that nobody needs any more. What somebody else put into its folder stays.
    static void delete(Path folder) {
        if (holdsAny(ofAll(folder))) {
            delete(ofAll(folder));
        }
        try {
            Files.deleteIfExists(folder.resolve(FILE));
            Files.deleteIfExists(folder.resolve(LOCK));
            Files.deleteIfExists(folder);
        } catch (DirectoryNotEmptyException e) {
            // Not ours alone.
        } catch (IOException e) {
            throw FileException.of("delete", folder, e);
        }
    }

    Path file() {
        return folder.resolve(FILE);
    }

    /// What the file begins with.
    CheckpointHeader header() {
        return header;
    }

    /// Unlocks the folder.
    @Override
    public void close() {
        try {
            lockFile.close();
        } catch (IOException e) {
            throw FileException.of("close checkpoint", folder, e);
        } finally {
            taken.run();
        }
    }
}
