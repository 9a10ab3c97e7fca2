package io.bitfront.engine.closeness;

import io.bitfront.file.AtomicFile;
import io.bitfront.file.FileException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.zip.CRC32C;

/// What a file of kept sums begins with: whose they are. Little-endian:
///
/// | offset | type  | field       | meaning                                        |
/// |-------:|-------|-------------|------------------------------------------------|
/// |      0 | u8[8] | magic       | `BITFRNTC`                                     |
/// |      8 | u32   | version     | [#VERSION]                                     |
/// |     12 | u32   | length      | bytes of the description                       |
/// |     16 | u32   | checksum    | CRC-32C of the description                     |
/// |     20 | u8[]  | description | [JobDescription#bytes]                         |
record CheckpointHeader(JobDescription job) {
    static final int VERSION = 1;

    private static final byte[] MAGIC = "BITFRNTC".getBytes(StandardCharsets.US_ASCII);
    private static final int FIXED_BYTES = 20;
    private static final int LONGEST_DESCRIPTION = 1 << 16;

    /// Bytes before the records or sums.
    long bytes() {
        return (long) FIXED_BYTES + job.bytes().length;
    }

    ByteBuffer encode() {
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

    /// Begins a file with its header alone, and commits it.
    void create(AtomicFile file) {
        try (file) {
            file.writeAt(0, encode());
            file.commit();
        }
    }

    /// Checks that a file keeps the sums of this job.
    ///
    /// @param name what messages call the place
    /// @throws FileException where it does not, naming the difference
    void requireOf(Path file, Object name) {
        requireOf(file, file, name);
    }

    /// As [#requireOf(Path, Object)], of a copy.
    ///
    /// @param place what messages call the file
    void requireOf(Path file, Object place, Object name) {
        if (!Files.isRegularFile(file)) {
            throw new CheckpointException("%s is not a checkpoint of bitfront".formatted(place));
        }
        byte[] bytes;
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            ByteBuffer start = ByteBuffer.allocate((int) Math.min(channel.size(), FIXED_BYTES + LONGEST_DESCRIPTION));
            readFully(channel, start, 0);
            bytes = start.array();
        } catch (IOException e) {
            throw FileException.of("use checkpoint", file, e);
        }
        ByteBuffer header = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        if (bytes.length < FIXED_BYTES || !Arrays.equals(bytes, 0, MAGIC.length, MAGIC, 0, MAGIC.length)) {
            throw new CheckpointException("%s is not a checkpoint of bitfront".formatted(place));
        }
        int version = header.getInt(8);
        if (version != VERSION) {
            throw new CheckpointException(
                    "%s has version %d, this bitfront reads version %d".formatted(place, version, VERSION));
        }
        int length = header.getInt(12);
        if (length < 0
                || length > bytes.length - FIXED_BYTES
                || header.getInt(16) != checksum(ByteBuffer.wrap(bytes, FIXED_BYTES, length))) {
            throw new CheckpointException("%s is damaged: the checksum of its description is wrong".formatted(place));
        }
        JobDescription found = JobDescription.parse(Arrays.copyOfRange(bytes, FIXED_BYTES, FIXED_BYTES + length));
        String difference = job.difference(found);
        if (difference != null) {
            throw new CheckpointException(
                    "%s belongs to another job: %s".formatted(name, difference), job.sharesGraph(found));
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
}
