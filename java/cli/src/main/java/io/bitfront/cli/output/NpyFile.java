package io.bitfront.cli.output;

import io.bitfront.file.AtomicFile;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// A NumPy array file (format 1.0, C order) filled from its start. Under its name only once committed.
final class NpyFile implements Companion {
    private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0};
    private static final int ALIGNMENT = 64;

    private static final int BUFFER = 1 << 18;

    private final AtomicFile file;
    private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER).order(ByteOrder.nativeOrder());
    private long position;

    /// @param type `i4`, `i8` or `f8`, in the machine's byte order
    NpyFile(Path path, String type, long... shape) {
        file = AtomicFile.create(path);
        buffer.put(header(type, shape));
    }

    void put(int element) {
        room().putInt(element);
    }

    void put(long element) {
        room().putLong(element);
    }

    /// A row's element in a column; asked for by several threads at once.
    @FunctionalInterface
    interface DoubleCell {
        double of(int row, int column);
    }

    /// As [DoubleCell], of whole numbers.
    @FunctionalInterface
    interface LongCell {
        long of(int row, int column);
    }

    /// Appends rows, by all cores.
    void putDoubles(int rows, int columns, DoubleCell cell) {
        putRows(rows, columns, (into, row, column) -> into.putDouble(cell.of(row, column)));
    }

    /// Appends rows, by all cores.
    void putLongs(int rows, int columns, LongCell cell) {
        putRows(rows, columns, (into, row, column) -> into.putLong(cell.of(row, column)));
    }

    private interface Put {
        void put(ByteBuffer into, int row, int column);
    }

    private void putRows(int rows, int columns, Put put) {
        flush();
        int rowBytes = Long.BYTES * columns;
        int piece = Math.max(1, BUFFER / rowBytes);
        IntStream.range(0, Math.ceilDiv(rows, piece)).parallel().forEach(p -> {
            int begin = p * piece;
            int end = Math.min(rows, begin + piece);
            ByteBuffer into = ByteBuffer.allocate(rowBytes * (end - begin)).order(ByteOrder.nativeOrder());
            for (int row = begin; row < end; row++) {
                for (int column = 0; column < columns; column++) {
                    put.put(into, row, column);
                }
            }
            file.writeAt(position + (long) rowBytes * begin, into.flip());
        });
        position += (long) rowBytes * rows;
    }

    /// Appends many elements in the machine's byte order.
    void append(MemorySegment elements) {
        flush();
        file.writeAt(position, elements);
        position += elements.byteSize();
    }

    private ByteBuffer room() {
        if (buffer.remaining() < Long.BYTES) {
            flush();
        }
        return buffer;
    }

    private void flush() {
        buffer.flip();
        int size = buffer.remaining();
        file.writeAt(position, buffer);
        position += size;
        buffer.clear();
    }

    /// What stands before the elements.
    static byte[] header(String type, long... shape) {
        char order = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN ? '<' : '>';
        String lengths = Arrays.stream(shape).mapToObj(length -> length + ",").collect(Collectors.joining(" "));
        String dictionary =
                "{'descr': '%c%s', 'fortran_order': False, 'shape': (%s), }".formatted(order, type, lengths);
        int unpadded = MAGIC.length + Short.BYTES + dictionary.length() + 1;
        int padding = (ALIGNMENT - unpadded % ALIGNMENT) % ALIGNMENT;
        byte[] text = (dictionary + " ".repeat(padding) + "\n").getBytes(StandardCharsets.US_ASCII);
        return ByteBuffer.allocate(unpadded + padding)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(MAGIC)
                .putShort((short) text.length)
                .put(text)
                .array();
    }

    @Override
    public Path target() {
        return file.target();
    }

    @Override
    public AtomicFile ended() {
        flush();
        return file;
    }

    /// Gives the file its name, and those beside it theirs.
    ///
    /// @param others null for none
    void commit(Companion... others) {
        AtomicFile.commit(
                ended(),
                Arrays.stream(others)
                        .filter(Objects::nonNull)
                        .map(Companion::ended)
                        .toList());
    }

    @Override
    public void close() {
        file.close();
    }
}
