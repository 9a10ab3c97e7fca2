package io.bitfront.parquet;

import io.bitfront.file.GraphFormatException;
import io.bitfront.input.source.Excerpt;
import io.bitfront.parquet.CompactThriftReader.Fields;
import io.bitfront.parquet.CompactThriftReader.MalformedException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A mapped Parquet file, its footer read: the two columns of integers or texts that make it a table of edges. Owns the
/// mapping.
///
/// @param columns the two chosen: from, to
/// @param choices how many columns there were to choose from
/// @param groups row groups in their order
public record ParquetTable(
        Path file, Arena arena, MemorySegment data, List<Column> columns, int choices, List<Group> groups)
        implements AutoCloseable {
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final int MAGIC = 'P' | 'A' << 8 | 'R' << 16 | '1' << 24;
    /// Physical types of the format.
    private static final int INT32 = 1;

    private static final int INT64 = 2;
    private static final int BYTE_ARRAY = 6;
    /// Field repetition of the format.
    private static final int REQUIRED = 0;

    private static final int REPEATED = 2;
    /// Converted types of the format, and that of an element without one.
    private static final int UNCONVERTED = -1;

    private static final int UTF8 = 0;

    private static final int UINT_8 = 11;

    private static final int UINT_64 = 14;
    private static final int INT_64 = 18;
    /// Logical types of the format.
    private static final int STRING = 1;

    private static final int INTEGER = 10;

    /// Most rows that a byte of a file stands for, beyond [#FEW_ROWS]. Runs of one value could stand for 2^31
    /// in a dozen bytes; a column of real vertices takes a bit a row or more.
    public static final long MOST_ROWS_A_BYTE = 1 << 10;

    private static final long FEW_ROWS = 1 << 20;

    /// @param text whether values are texts in UTF-8; else they are whole numbers
    /// @param wide whether numbers take 8 bytes, not 4
    /// @param optional whether a row may be without a value
    /// @param unsigned whether numbers have no sign; those of 4 bytes are made positive
    /// @param ordinal among the columns of the file
    public record Column(String name, boolean text, boolean wide, boolean optional, boolean unsigned, int ordinal) {}

    /// @param chunks of the two columns
    public record Group(long rows, List<ColumnChunk> chunks) {}

    /// A column of a row group: pages from `begin` on, `bytes` in all.
    public record ColumnChunk(Column column, int codec, long values, long begin, long bytes) {}

    /// Chooses two columns of a schema.
    @FunctionalInterface
    public interface Choice {
        /// @param columns of whole numbers or texts at the top of the schema
        /// @return from, to
        /// @throws IllegalArgumentException in one line, where there are no such two
        List<Column> among(List<Column> columns);
    }

    public static ParquetTable open(Path file, Choice choice) {
        Arena arena = Arena.ofShared();
        try (FileChannel channel = FileChannel.open(file)) {
            MemorySegment data = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), arena);
            return new Footer(file, data, choice).table(arena);
        } catch (IOException e) {
            arena.close();
            throw GraphFormatException.unreadable(file, e);
        } catch (Throwable t) {
            arena.close();
            throw t;
        }
    }

    /// Rows of all groups.
    public long rows() {
        return groups.stream().mapToLong(Group::rows).sum();
    }

    @Override
    public void close() {
        arena.close();
    }

    private record Footer(Path file, MemorySegment data, Choice choice) {
        ParquetTable table(Arena arena) {
            long size = data.byteSize();
            if (size < 12 || data.get(INT, 0) != MAGIC || data.get(INT, size - 4) != MAGIC) {
                throw defect("the file does not begin and end with PAR1, expected a Parquet table");
            }
            long length = data.get(INT, size - 8);
            if (length < 0 || length > size - 12) {
                throw defect("the footer has %d bytes, expected 0..%d".formatted(length, size - 12));
            }
            try {
                Fields footer = CompactThriftReader.read(
                        data.asSlice(size - 8 - length, length).asByteBuffer());
                List<Column> found = columns(footer.structs(2));
                List<Column> ends = ends(found);
                List<Group> groups = new ArrayList<>();
                long rows = 0;
                for (Fields group : footer.structs(4)) {
                    groups.add(group(group, ends, groups.size()));
                    rows = requirePlausible(rows, groups.getLast().rows);
                }
                requireBytesOfTheirOwn(groups);
                return new ParquetTable(file, arena, data, ends, found.size(), groups);
            } catch (MalformedException e) {
                throw defect("the footer is malformed, expected Parquet's file metadata");
            }
        }

        private List<Column> ends(List<Column> columns) {
            try {
                return choice.among(columns);
            } catch (IllegalArgumentException e) {
                throw defect(e.getMessage());
            }
        }

        /// Rows of all groups so far.
        private long requirePlausible(long before, long rows) {
            long most = FEW_ROWS + MOST_ROWS_A_BYTE * data.byteSize();
            if (rows > most - before) {
                throw defect("it claims %s rows, more than the %d that its %d bytes may stand for"
                        .formatted(
                                rows > Long.MAX_VALUE - before ? "over 2^63" : before + rows, most, data.byteSize()));
            }
            return before + rows;
        }

        /// Row groups that share their bytes could make a few read as often as there are groups.
        private void requireBytesOfTheirOwn(List<Group> groups) {
            long from = 0;
            long to = 0;
            for (Group group : groups) {
                if (group.rows > 0) {
                    from += group.chunks.getFirst().bytes;
                    to += group.chunks.getLast().bytes;
                }
            }
            if (Math.max(from, to) > data.byteSize()) {
                throw defect("a column of its row groups has %d bytes in all, more than the %d of the file"
                        .formatted(Math.max(from, to), data.byteSize()));
            }
        }

        /// The columns of whole numbers or texts at the top of the schema, whose elements stand in depth-first order.
        private static List<Column> columns(List<Fields> schema) throws MalformedException {
            List<Column> found = new ArrayList<>();
            int ordinal = 0;
            int at = 1;
            long fields = schema.isEmpty() ? 0 : schema.getFirst().number(5, 0);
            for (long i = 0; i < fields && at < schema.size(); i++) {
                Fields element = schema.get(at);
                long type = element.number(1, -1);
                long repetition = element.number(3, REQUIRED);
                boolean integer = (type == INT32 || type == INT64) && isWhole(element);
                boolean text = type == BYTE_ARRAY && isText(element);
                if ((integer || text) && repetition != REPEATED) {
                    String name = new String(element.binary(4), StandardCharsets.UTF_8);
                    found.add(new Column(
                            name,
                            text,
                            type == INT64,
                            repetition != REQUIRED,
                            integer && isUnsigned(element),
                            ordinal));
                }
                int end = endOf(schema, at);
                for (; at < end; at++) {
                    ordinal += schema.get(at).number(5, 0) == 0 ? 1 : 0;
                }
            }
            return found;
        }

        /// Whether a column's numbers are just numbers. Dates, times and decimals are not.
        private static boolean isWhole(Fields element) throws MalformedException {
            long converted = element.number(6, UNCONVERTED);
            boolean logical = !element.has(10) || element.struct(10).has(INTEGER);
            return logical && (converted < 0 || (converted >= UINT_8 && converted <= INT_64));
        }

        private static boolean isUnsigned(Fields element) throws MalformedException {
            long converted = element.number(6, UNCONVERTED);
            return converted >= UINT_8 && converted <= UINT_64;
        }

        private static boolean isText(Fields element) throws MalformedException {
            return element.number(6, UNCONVERTED) == UTF8
                    || (element.has(10) && element.struct(10).has(STRING));
        }

        /// Where the subtree of a schema element ends.
        private static int endOf(List<Fields> schema, int element) throws MalformedException {
            int at = element;
            for (long open = 1; open > 0 && at < schema.size(); at++) {
                open += schema.get(at).number(5, 0) - 1;
            }
            return at;
        }

        private Group group(Fields group, List<Column> columns, int ordinal) throws MalformedException {
            long rows = group.number(3);
            if (rows < 0) {
                throw defect("row group %d has %d rows, expected none or more".formatted(ordinal, rows));
            }
            if (rows == 0) {
                return new Group(0, List.of());
            }
            List<Fields> chunks = group.structs(1);
            List<ColumnChunk> found = new ArrayList<>();
            for (Column column : columns) {
                if (column.ordinal >= chunks.size()) {
                    throw new MalformedException();
                }
                Fields chunk = chunks.get(column.ordinal);
                if (chunk.has(1)) {
                    throw defect("row group %d lies in another file, expected it in this one".formatted(ordinal));
                }
                found.add(columnChunk(chunk.struct(3), column, ordinal));
            }
            if (found.stream().anyMatch(chunk -> chunk.values != rows)) {
                throw defect(
                        "row group %d has %d rows, expected as many values in its columns".formatted(ordinal, rows));
            }
            return new Group(rows, found);
        }

        private ColumnChunk columnChunk(Fields metadata, Column column, int group) throws MalformedException {
            long begin = metadata.number(9);
            long dictionary = metadata.number(11, begin);
            begin = dictionary > 0 ? Math.min(begin, dictionary) : begin;
            long bytes = metadata.number(7);
            if (bytes > Integer.MAX_VALUE) {
                throw defect("column %s of row group %d has %d bytes, expected at most %d"
                        .formatted(Excerpt.ofName(column.name), group, bytes, Integer.MAX_VALUE));
            }
            if (begin < 4 || bytes < 0 || begin > data.byteSize() - bytes) {
                throw defect("column %s of row group %d lies outside the file"
                        .formatted(Excerpt.ofName(column.name), group));
            }
            return new ColumnChunk(column, (int) metadata.number(4), metadata.number(5), begin, bytes);
        }

        private GraphFormatException defect(String what) {
            return new GraphFormatException(file, 0, what);
        }
    }

    /// Bytes of the file as a buffer.
    public ByteBuffer bytes(long begin, long length) {
        return data.asSlice(begin, length).asByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
    }
}
