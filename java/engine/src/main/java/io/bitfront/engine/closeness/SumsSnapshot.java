package io.bitfront.engine.closeness;

import io.bitfront.engine.spi.TargetSums;
import io.bitfront.file.AtomicFile;
import io.bitfront.file.FileException;
import io.bitfront.memory.IntArray;
import io.bitfront.parallel.Futures;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.BitSet;
import java.util.zip.CRC32C;

/// The sums of a sampling job and the pivots they hold, as its checkpoint: each snapshot replaces the one before.
/// Little-endian, after the header:
///
/// | type   | field    | meaning                                                                        |
/// |--------|----------|--------------------------------------------------------------------------------|
/// | u32    | pivots   | pivots done                                                                    |
/// | i32[]  |          | their input indices, ascending                                                 |
/// | vertex |          | by input index: i64 pivots reaching it, distance, squared distance, harmonic   |
/// | u32    | checksum | CRC-32C of all since the header                                                |
final class SumsSnapshot {
    private static final int VERTEX_BYTES = 32;
    private static final int BUFFER_BYTES = 1 << 20;

    private final Path file;
    private final Object place;
    private final CheckpointHeader header;
    private final IntArray newIdOf;
    private final int vertexCount;

    /// @param newIdOf the vertex of each input index
    SumsSnapshot(Path file, CheckpointHeader header, IntArray newIdOf) {
        this(file, file, header, newIdOf);
    }

    /// As [#SumsSnapshot(Path, CheckpointHeader, IntArray)], of a copy.
    ///
    /// @param place what messages call the file
    SumsSnapshot(Path file, Object place, CheckpointHeader header, IntArray newIdOf) {
        this.file = file;
        this.place = place;
        this.header = header;
        this.newIdOf = newIdOf;
        this.vertexCount = Math.toIntExact(newIdOf.length());
    }

    /// Replaces the snapshot, whether or not the caller is interrupted.
    ///
    /// @param done input indices of the pivots in `sums`, which any thread may use
    void write(BitSet done, TargetSums sums) {
        Futures.apart(() -> replace(done, sums));
    }

    private void replace(BitSet done, TargetSums sums) {
        try (AtomicFile snapshot = AtomicFile.create(file)) {
            snapshot.writeAt(0, header.encode());
            Output output = new Output(snapshot, header.bytes());
            output.putInt(done.cardinality());
            for (int index = done.nextSetBit(0); index >= 0; index = done.nextSetBit(index + 1)) {
                output.putInt(index);
            }
            for (int index = 0; index < vertexCount; index++) {
                int v = newIdOf.get(index);
                output.putLong(sums.pivots().get(v));
                output.putLong(sums.distance().get(v));
                output.putLong(sums.distanceSquared().get(v));
                output.putLong(sums.harmonic().get(v));
            }
            output.finish();
            snapshot.commit();
        }
    }

    /// Reads the snapshot, if there is one, into empty `done` and `sums`.
    ///
    /// @throws FileException where it is damaged
    void read(BitSet done, TargetSums sums) {
        if (Files.exists(file)) {
            Futures.apart(() -> replay(done, sums));
        }
    }

    private void replay(BitSet done, TargetSums sums) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            Input input = new Input(channel, header.bytes());
            int pivots = input.getInt();
            long expected = header.bytes() + 4L + 4L * pivots + (long) vertexCount * VERTEX_BYTES + 4;
            if (pivots < 0 || pivots > vertexCount || channel.size() != expected) {
                throw damaged();
            }
            for (int i = 0, before = -1; i < pivots; i++) {
                int index = input.getInt();
                if (index <= before || index >= vertexCount) {
                    throw damaged();
                }
                done.set(index);
                before = index;
            }
            for (int index = 0; index < vertexCount; index++) {
                int v = newIdOf.get(index);
                sums.pivots().set(v, input.getLong());
                sums.distance().set(v, input.getLong());
                sums.distanceSquared().set(v, input.getLong());
                sums.harmonic().set(v, input.getLong());
            }
            input.requireChecksum();
        } catch (IOException e) {
            throw FileException.of("read", file, e);
        }
    }

    private CheckpointException damaged() {
        return new CheckpointException(
                "%s is damaged: its checksum or length is wrong; remove it to begin anew".formatted(place));
    }

    /// Buffers and sums what is written.
    private static final class Output {
        private final AtomicFile file;
        private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        private final CRC32C crc = new CRC32C();
        private long position;

        Output(AtomicFile file, long position) {
            this.file = file;
            this.position = position;
        }

        void putInt(int value) {
            room(Integer.BYTES).putInt(value);
        }

        void putLong(long value) {
            room(Long.BYTES).putLong(value);
        }

        void finish() {
            flush();
            room(Integer.BYTES).putInt((int) crc.getValue());
            flush();
        }

        private ByteBuffer room(int bytes) {
            if (buffer.remaining() < bytes) {
                flush();
            }
            return buffer;
        }

        private void flush() {
            buffer.flip();
            crc.update(buffer.duplicate());
            int size = buffer.remaining();
            file.writeAt(position, buffer);
            position += size;
            buffer.clear();
        }
    }

    /// Buffers and sums what is read.
    private final class Input {
        private final FileChannel channel;
        private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        private final CRC32C crc = new CRC32C();
        private long position;

        Input(FileChannel channel, long position) {
            this.channel = channel;
            this.position = position;
            buffer.limit(0);
        }

        int getInt() throws IOException {
            return filled(Integer.BYTES).getInt();
        }

        long getLong() throws IOException {
            return filled(Long.BYTES).getLong();
        }

        void requireChecksum() throws IOException {
            filled(Integer.BYTES);
            crc.update(buffer.duplicate().flip());
            if (buffer.getInt() != (int) crc.getValue()) {
                throw damaged();
            }
        }

        private ByteBuffer filled(int bytes) throws IOException {
            if (buffer.remaining() < bytes) {
                crc.update(buffer.duplicate().flip());
                buffer.compact();
                int kept = buffer.position();
                CheckpointHeader.readFully(channel, buffer, position);
                position += buffer.limit() - kept;
                if (buffer.remaining() < bytes) {
                    throw damaged();
                }
            }
            return buffer;
        }
    }
}
