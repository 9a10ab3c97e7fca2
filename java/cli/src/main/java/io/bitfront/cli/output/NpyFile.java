package io.bitfront.cli.output;

import io.bitfront.file.AtomicFile;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;

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

    void put(double element) {
        room().putDouble(element);
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
    public void commit() {
        flush();
        file.commit();
    }

    @Override
    public void close() {
        file.close();
    }
}
