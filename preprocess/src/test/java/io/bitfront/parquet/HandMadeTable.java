package io.bitfront.parquet;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/// A Parquet file put together field by field, right or wrong.
public final class HandMadeTable {
    static final int INT32 = 1;
    static final int INT64 = 2;
    static final int DOUBLE = 5;
    static final int TEXT = 6;
    static final int UTF8 = 0;
    static final int PLAIN = 0;
    static final int RLE = 3;
    static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);

    private final List<UnaryOperator<CompactThriftWriter>> elements = new ArrayList<>();
    private final List<Group> groups = new ArrayList<>();
    private final ByteArrayOutputStream pages = new ByteArrayOutputStream();
    private int top;

    private record Group(long rows, List<Chunk> chunks) {}

    /// What a footer says of a column of a row group.
    ///
    /// @param dictionary null: nothing
    /// @param otherFile null: nothing
    record Chunk(long begin, Long dictionary, long bytes, long values, int codec, String otherFile) {
        Chunk(long begin, long bytes, long values) {
            this(begin, null, bytes, values, 0, null);
        }

        Chunk withDictionary(long at) {
            return new Chunk(begin, at, bytes, values, codec, otherFile);
        }

        Chunk withCodec(int other) {
            return new Chunk(begin, dictionary, bytes, values, other, otherFile);
        }

        Chunk elsewhere(String file) {
            return new Chunk(begin, dictionary, bytes, values, codec, file);
        }
    }

    /// A table of two columns.
    static HandMadeTable of(int type, boolean optional) {
        return new HandMadeTable().column("src", type, optional).column("dst", type, optional);
    }

    /// A table whose columns are of texts.
    public static HandMadeTable ofTexts() {
        return of(TEXT, false);
    }

    HandMadeTable column(String name, int type, boolean optional) {
        return element(element -> {
            element.i32(1, type).i32(3, optional ? 1 : 0).string(4, name);
            return type == TEXT ? element.i32(6, UTF8) : element;
        });
    }

    /// An element at the top of the schema.
    HandMadeTable element(UnaryOperator<CompactThriftWriter> fields) {
        top++;
        return inner(fields);
    }

    /// An element within one that came before.
    HandMadeTable inner(UnaryOperator<CompactThriftWriter> fields) {
        elements.add(fields);
        return this;
    }

    HandMadeTable group(long rows, Chunk... chunks) {
        groups.add(new Group(rows, List.of(chunks)));
        return this;
    }

    /// A group without rows, whose columns lie nowhere.
    public HandMadeTable emptyGroup() {
        return group(0);
    }

    /// A group of the same texts in both columns.
    public HandMadeTable groupOfTexts(List<String> texts) {
        Chunk chunk = chunk(texts.size(), page(texts.size(), PLAIN, texts(texts.toArray(String[]::new))));
        return group(texts.size(), chunk, chunk);
    }

    /// The bytes of some pages, and where they came to lie.
    Chunk chunk(long values, byte[]... parts) {
        long begin = MAGIC.length + pages.size();
        for (byte[] part : parts) {
            pages.writeBytes(part);
        }
        return new Chunk(begin, MAGIC.length + pages.size() - begin, values);
    }

    /// A data page of the first version.
    static byte[] page(int values, int encoding, byte[] data) {
        return joined(header(0, data.length, data.length, 5, values, encoding, RLE), data);
    }

    /// @param type 0: data, 1: index, 2: dictionary
    /// @param levels the encoding of levels
    static byte[] header(int type, long unpacked, long packed, int field, int values, int encoding, int levels) {
        CompactThriftWriter header =
                new CompactThriftWriter().i32(1, type).i64(2, unpacked).i64(3, packed);
        header.begin(field).i32(1, values).i32(2, encoding);
        return (type == 2 ? header : header.i32(3, levels).i32(4, levels)).end().toBytes();
    }

    static byte[] dictionary(int values, byte[] data) {
        return joined(header(2, data.length, data.length, 7, values, PLAIN, RLE), data);
    }

    static byte[] longs(long... values) {
        ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES * values.length).order(ByteOrder.LITTLE_ENDIAN);
        for (long value : values) {
            bytes.putLong(value);
        }
        return bytes.array();
    }

    static byte[] ints(int... values) {
        ByteBuffer bytes = ByteBuffer.allocate(Integer.BYTES * values.length).order(ByteOrder.LITTLE_ENDIAN);
        for (int value : values) {
            bytes.putInt(value);
        }
        return bytes.array();
    }

    static byte[] texts(String... values) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (String value : values) {
            byte[] text = value.getBytes(StandardCharsets.UTF_8);
            bytes.writeBytes(ints(text.length));
            bytes.writeBytes(text);
        }
        return bytes.toByteArray();
    }

    static byte[] bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return bytes;
    }

    static byte[] joined(byte[]... parts) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            bytes.writeBytes(part);
        }
        return bytes.toByteArray();
    }

    private byte[] footer() {
        CompactThriftWriter footer = new CompactThriftWriter().i32(1, 1);
        footer.list(2, CompactThriftWriter.STRUCT, 1 + elements.size());
        footer.begin().string(4, "rows").i32(5, top).end();
        elements.forEach(element -> element.apply(footer.begin()).end());
        footer.list(4, CompactThriftWriter.STRUCT, groups.size());
        for (Group group : groups) {
            footer.begin().list(1, CompactThriftWriter.STRUCT, group.chunks.size());
            for (Chunk chunk : group.chunks) {
                footer.begin();
                if (chunk.otherFile != null) {
                    footer.string(1, chunk.otherFile);
                }
                footer.begin(3).i32(4, chunk.codec).i64(5, chunk.values).i64(7, chunk.bytes);
                footer.i64(9, chunk.begin);
                if (chunk.dictionary != null) {
                    footer.i64(11, chunk.dictionary);
                }
                footer.end().end();
            }
            footer.i64(3, group.rows).end();
        }
        return footer.toBytes();
    }

    byte[] toBytes() {
        byte[] footer = footer();
        return joined(MAGIC, pages.toByteArray(), footer, ints(footer.length), MAGIC);
    }

    /// Bytes of the whole file.
    long size() {
        return toBytes().length;
    }

    public Path write(Path file) throws IOException {
        return Files.write(file, toBytes());
    }
}
