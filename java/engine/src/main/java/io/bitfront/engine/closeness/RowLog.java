package io.bitfront.engine.closeness;

import io.bitfront.engine.answer.VertexSums;
import io.bitfront.file.AtomicFile;
import io.bitfront.file.FileException;
import io.bitfront.parallel.Futures;
import io.bitfront.progress.Elapsed;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/// The finished batches of an exact job, appended to its checkpoint. What a kill left half-written at the end fails its
/// checksum, and is cut off when the log is opened again; its batch is simply run once more, and so is a damaged one
/// that others follow. Little-endian, after the header:
///
/// | type | field    | meaning                                                                            |
/// |------|----------|------------------------------------------------------------------------------------|
/// | u32  | rows     | rows of the batch                                                                  |
/// | u32  | checksum | CRC-32C of the rows                                                                |
/// | row  |          | i32 input index, i32 reached, i32 eccentricity, i64 distance sum, f64 harmonic sum |
final class RowLog implements AutoCloseable {
    private static final int HEAD_BYTES = 8;
    private static final int ROW_BYTES = 28;
    private static final int MOST_ROWS = 1 << 20;
    private static final long FORCE_NANOS = 1_000_000_000L;

    private final Path file;
    private final Object place;
    /// No channel: an interrupt of a thread that uses one would close it.
    private final RandomAccessFile log;
    private final boolean forcing;
    private long end;
    private long forced = System.nanoTime();

    /// Opens a log, begun if there is none; one that is there must have that header.
    RowLog(Path file, CheckpointHeader header) {
        this(file, file, header, true);
    }

    /// Opens the log of a file on its way elsewhere: it need not outlive this process.
    static RowLog passing(Path file, CheckpointHeader header) {
        return passing(file, file, header);
    }

    /// As [#passing(Path, CheckpointHeader)], of a copy.
    ///
    /// @param place what messages call the file
    static RowLog passing(Path file, Object place, CheckpointHeader header) {
        return new RowLog(file, place, header, false);
    }

    private RowLog(Path file, Object place, CheckpointHeader header, boolean forced) {
        this.file = file;
        this.place = place;
        this.forcing = forced;
        if (!Files.exists(file)) {
            Futures.apart(() -> header.create(forced ? AtomicFile.create(file) : AtomicFile.passing(file)));
        }
        try {
            this.log = new RandomAccessFile(file.toFile(), "rw");
        } catch (IOException e) {
            throw FileException.of("open", file, e);
        }
        this.end = header.bytes();
    }

    /// Puts the rows of every whole record into `rows` and cuts off what follows the last.
    ///
    /// @param harmonic whether rows whose harmonic sum is unknown are left out
    /// @return bytes that are of no whole record
    long replay(ExactRows rows, boolean harmonic) {
        try {
            long damaged = 0;
            long at = end;
            for (ByteBuffer head = read(HEAD_BYTES, at); isHead(head); head = read(HEAD_BYTES, at)) {
                int bytes = head.getInt(0) * ROW_BYTES;
                ByteBuffer record = read(bytes, at + HEAD_BYTES);
                if (record.limit() == bytes
                        && CheckpointHeader.checksum(record.duplicate()) == head.getInt(Integer.BYTES)) {
                    while (record.hasRemaining()) {
                        putRow(record, rows, harmonic);
                    }
                    damaged += at - end;
                    end = at + HEAD_BYTES + bytes;
                }
                at += HEAD_BYTES + bytes;
            }
            long excess = log.length() - end;
            log.setLength(end);
            return damaged + excess;
        } catch (IOException e) {
            throw FileException.of("read", file, e);
        }
    }

    private void putRow(ByteBuffer record, ExactRows rows, boolean harmonic) {
        int index = record.getInt();
        int reached = record.getInt();
        int eccentricity = record.getInt();
        long distanceSum = record.getLong();
        double harmonicSum = record.getDouble();
        if (rows.rowOf(index) < 0) {
            throw new CheckpointException(
                    "%s is damaged: it has a row for vertex %d, which the job has not".formatted(place, index));
        }
        if (!harmonic || !Double.isNaN(harmonicSum)) {
            rows.put(index, reached, distanceSum, harmonicSum, eccentricity);
        }
    }

    private static boolean isHead(ByteBuffer head) {
        return head.limit() == HEAD_BYTES && head.getInt(0) > 0 && head.getInt(0) <= MOST_ROWS;
    }

    private ByteBuffer read(int bytes, long position) throws IOException {
        byte[] buffer = new byte[Math.clamp(log.length() - position, 0, bytes)];
        log.seek(position);
        log.readFully(buffer);
        return ByteBuffer.wrap(buffer).order(ByteOrder.LITTLE_ENDIAN);
    }

    /// Appends a batch. It survives the end of this process from now on, and that of the machine
    /// soon after.
    void append(SearchedRows batch) {
        for (int begin = 0; begin < batch.count(); begin += MOST_ROWS) {
            append(
                    IntStream.range(begin, Math.min(begin + MOST_ROWS, batch.count()))
                            .toArray(),
                    batch::index,
                    batch::sums);
        }
    }

    /// Appends all rows that are done, as [#append] does.
    void append(ExactRows rows) {
        for (int begin = 0; begin < rows.rowCount(); begin += MOST_ROWS) {
            IntStream done = IntStream.range(begin, Math.min(begin + MOST_ROWS, rows.rowCount()))
                    .filter(rows::isDone);
            append(done.toArray(), rows::index, rows::sums);
        }
    }

    private void append(int[] known, IntUnaryOperator index, IntFunction<VertexSums> sumsOf) {
        if (known.length == 0) {
            return;
        }
        ByteBuffer record =
                ByteBuffer.allocate(HEAD_BYTES + known.length * ROW_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        record.position(HEAD_BYTES);
        for (int i : known) {
            VertexSums sums = sumsOf.apply(i);
            record.putInt(index.applyAsInt(i))
                    .putInt((int) sums.reached())
                    .putInt(sums.eccentricity())
                    .putLong(sums.distanceSum())
                    .putDouble(sums.harmonicSum());
        }
        record.putInt(0, known.length);
        record.putInt(
                4,
                CheckpointHeader.checksum(
                        record.duplicate().position(HEAD_BYTES).limit(record.capacity())));
        try {
            log.seek(end);
            log.write(record.array());
            end += record.capacity();
            if (Elapsed.nanos(forced) > FORCE_NANOS) {
                force();
            }
        } catch (IOException e) {
            throw FileException.of("write", file, e);
        }
    }

    private void force() throws IOException {
        if (forcing) {
            log.getFD().sync();
        }
        forced = System.nanoTime();
    }

    @Override
    public void close() {
        try (log) {
            force();
        } catch (IOException e) {
            throw FileException.of("write", file, e);
        }
    }
}
