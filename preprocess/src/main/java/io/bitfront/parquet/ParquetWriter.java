package io.bitfront.parquet;

import static io.bitfront.parquet.CompactThriftWriter.I32;
import static io.bitfront.parquet.CompactThriftWriter.STRING;
import static io.bitfront.parquet.CompactThriftWriter.STRUCT;

import io.bitfront.file.AtomicFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/// A Parquet file (version 1) of flat columns, filled row by row. Row groups of [#GROUP_ROWS] rows, in each a page per
/// column, plain and uncompressed: one group is all that is held in memory. Under its name only once committed.
///
/// Written by hand: the libraries for it would add 9 MB of jars for what is one kind of page and two headers.
public final class ParquetWriter implements AutoCloseable {
    public static final int GROUP_ROWS = 1 << 17;

    private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);
    private static final int PLAIN = 0;
    private static final int RLE = 3;
    private static final int UNCOMPRESSED = 0;
    private static final int DATA_PAGE = 0;
    private static final int UTF8 = 0;
    /// Bytes of a column that begin a row group of text, and that end it.
    private static final int FIRST_TEXT = 1 << 16;

    private static final int FULL_TEXT = 1 << 24;

    private final AtomicFile file;
    private final List<Column> columns;
    /// Those whose row group may end before [#GROUP_ROWS].
    private final List<Column> texts;
    private final Map<String, String> properties;
    private final List<Chunk> chunks = new ArrayList<>();
    private long position;
    private long rows;
    private int groupRows;

    /// A physical type of Parquet.
    public enum Type {
        INT32(1, Integer.BYTES),
        INT64(2, Long.BYTES),
        DOUBLE(5, Double.BYTES),
        /// UTF-8, each value after its length.
        TEXT(6, 0);

        private final int code;
        private final int bytes;

        Type(int code, int bytes) {
            this.code = code;
            this.bytes = bytes;
        }
    }

    /// A column and what it holds of the row group being filled.
    public static final class Column {
        private final String name;
        private final Type type;
        private final boolean optional;
        private ByteBuffer values;
        private final byte[] present = new byte[GROUP_ROWS / Byte.SIZE];
        private int count;

        /// @param optional whether a row may be without a value
        public Column(String name, Type type, boolean optional) {
            this.name = name;
            this.type = type;
            this.optional = optional;
            this.values = ByteBuffer.allocate(Math.max(GROUP_ROWS * type.bytes, FIRST_TEXT))
                    .order(ByteOrder.LITTLE_ENDIAN);
        }

        public void put(int value) {
            values.putInt(value);
            countPresent();
        }

        public void put(long value) {
            values.putLong(value);
            countPresent();
        }

        public void put(double value) {
            values.putDouble(value);
            countPresent();
        }

        /// Puts UTF-8.
        public void put(byte[] text) {
            int needed = Math.addExact(values.position(), Integer.BYTES + text.length);
            if (needed > values.capacity()) {
                ByteBuffer larger = ByteBuffer.allocate(Math.max(needed, Math.toIntExact(2L * values.capacity())))
                        .order(ByteOrder.LITTLE_ENDIAN);
                values = larger.put(values.flip());
            }
            values.putInt(text.length).put(text);
            countPresent();
        }

        public void putNull() {
            count++;
        }

        private void countPresent() {
            present[count >> 3] |= (byte) (1 << (count & 7));
            count++;
        }

        /// Which rows have a value, as the page says it: the length of a hybrid of runs, and one run of bits.
        private ByteBuffer presence() {
            if (!optional) {
                return ByteBuffer.allocate(0);
            }
            int groups = Math.ceilDiv(count, Byte.SIZE);
            ByteBuffer run = ByteBuffer.allocate(3 * Integer.BYTES + groups).order(ByteOrder.LITTLE_ENDIAN);
            run.putInt(0);
            int header = groups << 1 | 1;
            while (header >= 0x80) {
                run.put((byte) (header | 0x80));
                header >>>= 7;
            }
            run.put((byte) header).put(present, 0, groups);
            run.putInt(0, run.position() - Integer.BYTES);
            return run.flip();
        }

        private void clear() {
            values.clear();
            Arrays.fill(present, (byte) 0);
            count = 0;
        }
    }

    /// A column of a row group as it was written.
    ///
    /// @param bytes of its page, the page's header included
    private record Chunk(int rows, long position, long bytes) {}

    /// @param properties the file's key-value metadata
    public ParquetWriter(Path path, List<Column> columns, Map<String, String> properties) {
        this(AtomicFile.create(path), columns, properties);
    }

    /// @param file committed and closed with this one
    public ParquetWriter(AtomicFile file, List<Column> columns, Map<String, String> properties) {
        this.columns = List.copyOf(columns);
        this.texts = columns.stream().filter(column -> column.type == Type.TEXT).toList();
        this.properties = properties;
        this.file = file;
        write(ByteBuffer.wrap(MAGIC));
    }

    /// Ends a row, of which every column has got its value or null.
    public void endRow() {
        groupRows++;
        if (groupRows == GROUP_ROWS || hasFullText()) {
            writeGroup();
        }
    }

    private boolean hasFullText() {
        for (Column column : texts) {
            if (column.values.position() > FULL_TEXT) {
                return true;
            }
        }
        return false;
    }

    private void writeGroup() {
        for (Column column : columns) {
            if (column.count != groupRows) {
                throw new IllegalStateException("column %s has %d values in %d rows of the file"
                        .formatted(column.name, column.count, groupRows));
            }
            long begin = position;
            ByteBuffer presence = column.presence();
            column.values.flip();
            write(ByteBuffer.wrap(pageHeader(column.count, presence.remaining() + column.values.remaining())));
            write(presence);
            write(column.values);
            chunks.add(new Chunk(groupRows, begin, position - begin));
            column.clear();
        }
        rows += groupRows;
        groupRows = 0;
    }

    private static byte[] pageHeader(int values, int bytes) {
        return new CompactThriftWriter()
                .i32(1, DATA_PAGE)
                .i32(2, bytes)
                .i32(3, bytes)
                .begin(5)
                .i32(1, values)
                .i32(2, PLAIN)
                .i32(3, RLE)
                .i32(4, RLE)
                .end()
                .toBytes();
    }

    private void write(ByteBuffer bytes) {
        int size = bytes.remaining();
        file.writeAt(position, bytes);
        position += size;
    }

    /// Ends the file and gives it its name.
    public void commit() {
        if (groupRows > 0) {
            writeGroup();
        }
        byte[] footer = footer();
        write(ByteBuffer.wrap(footer));
        write(ByteBuffer.allocate(Integer.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(footer.length)
                .flip());
        write(ByteBuffer.wrap(MAGIC));
        file.commit();
    }

    /// `FileMetaData`.
    private byte[] footer() {
        CompactThriftWriter footer = new CompactThriftWriter().i32(1, 1);
        schema(footer);
        footer.i64(3, rows).list(4, STRUCT, chunks.size() / columns.size());
        for (int first = 0; first < chunks.size(); first += columns.size()) {
            group(footer, chunks.subList(first, first + columns.size()));
        }
        if (!properties.isEmpty()) {
            footer.list(5, STRUCT, properties.size());
            properties.forEach((key, value) ->
                    footer.begin().string(1, key).string(2, value).end());
        }
        return footer.string(6, "bitfront").toBytes();
    }

    private void schema(CompactThriftWriter footer) {
        footer.list(2, STRUCT, 1 + columns.size());
        footer.begin().string(4, "rows").i32(5, columns.size()).end();
        for (Column column : columns) {
            footer.begin()
                    .i32(1, column.type.code)
                    .i32(3, column.optional ? 1 : 0)
                    .string(4, column.name);
            if (column.type == Type.TEXT) {
                footer.i32(6, UTF8);
            }
            footer.end();
        }
    }

    private void group(CompactThriftWriter footer, List<Chunk> group) {
        footer.begin().list(1, STRUCT, group.size());
        for (int i = 0; i < group.size(); i++) {
            Column column = columns.get(i);
            Chunk chunk = group.get(i);
            footer.begin().i64(2, chunk.position).begin(3);
            footer.i32(1, column.type.code).list(2, I32, 2).value(PLAIN).value(RLE);
            footer.list(3, STRING, 1).value(column.name);
            footer.i32(4, UNCOMPRESSED).i64(5, chunk.rows).i64(6, chunk.bytes).i64(7, chunk.bytes);
            footer.i64(9, chunk.position).end().end();
        }
        long bytes = group.stream().mapToLong(Chunk::bytes).sum();
        footer.i64(2, bytes).i64(3, group.getFirst().rows).end();
    }

    /// Deletes the file unless committed.
    @Override
    public void close() {
        file.close();
    }
}
