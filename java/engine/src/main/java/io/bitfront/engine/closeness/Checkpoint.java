package io.bitfront.engine.closeness;

import io.bitfront.file.AtomicFile;
import io.bitfront.file.FileException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.zip.CRC32C;

/// The folder that makes a job resumable, locked while it is in use. It holds a lock file and `closeness.checkpoint`,
/// which says whose sums it keeps and is followed by [RowLog]'s records or [SumsSnapshot]'s sums. Little-endian:
///
/// | offset | type  | field       | meaning                                        |
/// |-------:|-------|-------------|------------------------------------------------|
/// |      0 | u8[8] | magic       | `BITFRNTC`                                     |
/// |      8 | u32   | version     | [#VERSION]                                     |
/// |     12 | u32   | length      | bytes of the description                       |
/// |     16 | u32   | checksum    | CRC-32C of the description                     |
/// |     20 | u8[]  | description | [JobDescription#bytes]                         |
final class Checkpoint implements AutoCloseable {
    static final int VERSION = 1;
    static final String FILE = "closeness.checkpoint";

    private static final byte[] MAGIC = "BITFRNTC".getBytes(StandardCharsets.US_ASCII);
    private static final int FIXED_BYTES = 20;
    private static final int LONGEST_DESCRIPTION = 1 << 16;

    private final Path folder;
    private final JobDescription job;
    private final FileChannel lockFile;

    private Checkpoint(Path folder, JobDescription job, FileChannel lockFile) {
        this.folder = folder;
        this.job = job;
        this.lockFile = lockFile;
    }

    /// Opens the folder, made if it is not there, for one job.
    ///
    /// @throws CheckpointException where another process uses it, or what it holds belongs to another graph or job
    static Checkpoint open(Path folder, JobDescription job) {
        try {
            Files.createDirectories(folder);
            FileChannel lockFile =
                    FileChannel.open(folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            try {
                if (!lock(lockFile)) {
                    throw new CheckpointException("checkpoint %s is in use by another process".formatted(folder));
                }
                Checkpoint checkpoint = new Checkpoint(folder, job, lockFile);
                if (Files.exists(checkpoint.file())) {
                    checkpoint.requireSameJob();
                }
                return checkpoint;
            } catch (Throwable t) {
                lockFile.close();
                throw t;
            }
        } catch (IOException e) {
            throw FileException.of("use checkpoint", folder, e);
        }
    }

    private static boolean lock(FileChannel channel) throws IOException {
        try {
            FileLock lock = channel.tryLock();
            return lock != null;
        } catch (OverlappingFileLockException e) {
            return false;
        }
    }

    Path file() {
        return folder.resolve(FILE);
    }

    /// Bytes before the records or sums.
    long headerBytes() {
        return (long) FIXED_BYTES + job.bytes().length;
    }

    /// The header of this job's file.
    ByteBuffer header() {
        byte[] description = job.bytes();
        return ByteBuffer.allocate(FIXED_BYTES + description.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(MAGIC)
                .putInt(VERSION)
                .putInt(description.length)
                .putInt(checksum(ByteBuffer.wrap(description)))
                .put(description)
                .flip();
    }

    /// Begins the file with its header alone.
    void create() {
        try (AtomicFile begun = AtomicFile.create(file())) {
            begun.writeAt(0, header());
            begun.commit();
        }
    }

    private void requireSameJob() throws IOException {
        byte[] bytes;
        try (FileChannel channel = FileChannel.open(file(), StandardOpenOption.READ)) {
            ByteBuffer start = ByteBuffer.allocate((int) Math.min(channel.size(), FIXED_BYTES + LONGEST_DESCRIPTION));
            readFully(channel, start, 0);
            bytes = start.array();
        }
        ByteBuffer header = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        if (bytes.length < FIXED_BYTES || !Arrays.equals(bytes, 0, MAGIC.length, MAGIC, 0, MAGIC.length)) {
            throw new CheckpointException("%s is not a checkpoint of bitfront".formatted(file()));
        }
        int version = header.getInt(8);
        if (version != VERSION) {
            throw new CheckpointException(
                    "%s has version %d, this bitfront reads version %d".formatted(file(), version, VERSION));
        }
        int length = header.getInt(12);
        if (length < 0
                || length > bytes.length - FIXED_BYTES
                || header.getInt(16) != checksum(ByteBuffer.wrap(bytes, FIXED_BYTES, length))) {
            throw new CheckpointException("%s is damaged: the checksum of its description is wrong".formatted(file()));
        }
        JobDescription found = JobDescription.parse(Arrays.copyOfRange(bytes, FIXED_BYTES, FIXED_BYTES + length));
        String difference = job.difference(found);
        if (difference != null) {
            throw new CheckpointException("checkpoint %s belongs to another job: %s".formatted(folder, difference));
        }
    }

    /// Reads until `into` is full or the file ends.
    static void readFully(FileChannel channel, ByteBuffer into, long position) throws IOException {
        long at = position;
        for (int read = 0; into.hasRemaining() && read >= 0; at += read) {
            read = channel.read(into, at);
        }
        into.flip();
    }

    static int checksum(ByteBuffer bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes);
        return (int) crc.getValue();
    }

    /// Unlocks the folder.
    @Override
    public void close() {
        try {
            lockFile.close();
        } catch (IOException e) {
            throw FileException.of("close checkpoint", folder, e);
        }
    }
}
