package io.bitfront.input.parquet;

import io.bitfront.file.GraphFormatException;
import io.bitfront.input.choice.IdChoice;
import io.bitfront.input.choice.ReadChoices;
import io.bitfront.input.edges.NameTable;
import io.bitfront.input.source.Excerpt;
import io.bitfront.input.source.InputFile;
import io.bitfront.memory.Closing;
import io.bitfront.parquet.ParquetColumn;
import io.bitfront.parquet.ParquetTable;
import io.bitfront.parquet.ParquetTable.Column;
import io.bitfront.parquet.ParquetTable.Group;
import io.bitfront.parquet.TextNumbers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The tables that are a graph together, a file or the parts of a folder: edges go from one column to another, which
/// have the same names in all of them. Owns the tables.
///
/// @param named whether the ends of edges are names
record ParquetParts(List<ParquetTable> tables, boolean named) implements AutoCloseable {
    /// Rows decoded to find out how long names are.
    private static final int SAMPLE = 1 << 14;

    /// @throws GraphFormatException where a part is no table of edges, or of others than the first part
    static ParquetParts open(InputFile input, ReadChoices choices) {
        List<ParquetTable> tables = new ArrayList<>();
        try {
            for (Path part : input.parts()) {
                ParquetTable table = ParquetTable.open(part, columns -> EndColumns.among(columns, choices));
                tables.add(table);
                requireAlike(tables.getFirst(), table);
            }
            boolean text = tables.getFirst().columns().stream().anyMatch(Column::text);
            return new ParquetParts(tables, text || choices.ids() == IdChoice.NAMES);
        } catch (Throwable t) {
            Closing.after(t, () -> Closing.all(tables, ParquetTable::close));
            throw t;
        }
    }

    private static void requireAlike(ParquetTable first, ParquetTable table) {
        boolean alike = names(first).equals(names(table))
                && first.columns().stream()
                        .map(Column::text)
                        .toList()
                        .equals(table.columns().stream().map(Column::text).toList());
        if (!alike) {
            throw new GraphFormatException(
                    table.file(),
                    0,
                    "its edges go from column %s to column %s, expected columns %s and %s of the same kind, as in %s"
                            .formatted(
                                    names(table).get(0),
                                    names(table).get(1),
                                    names(first).get(0),
                                    names(first).get(1),
                                    first.file().getFileName()));
        }
    }

    /// The names of a table's two columns, fit for a message.
    static List<String> names(ParquetTable table) {
        return table.columns().stream()
                .map(column -> Excerpt.ofName(column.name()))
                .toList();
    }

    long rows() {
        return tables.stream().mapToLong(ParquetTable::rows).sum();
    }

    /// Whether some number takes 8 bytes.
    boolean wide() {
        return tables.stream().flatMap(table -> table.columns().stream()).anyMatch(Column::wide);
    }

    /// Adds some of the names. What is wrong with them is left to the reading proper.
    void sample(NameTable names) {
        for (ParquetTable table : tables) {
            for (int group = 0; group < table.groups().size(); group++) {
                Group rows = table.groups().get(group);
                if (rows.rows() > 0) {
                    int count = (int) Math.min(SAMPLE, rows.rows());
                    for (int end : new int[] {0, 1}) {
                        long[] ids = new long[count];
                        column(table, group, end, names).next(ids, count);
                        nameNumbers(table, end, names, ids, count);
                    }
                    return;
                }
            }
        }
    }

    /// A column of a row group.
    ///
    /// @param names receives the names of a column of texts
    static ParquetColumn column(ParquetTable table, int group, int end, NameTable names) {
        return new ParquetColumn(
                table,
                group,
                table.groups().get(group).chunks().get(end),
                (text, length) -> number(names, text, length));
    }

    /// The number of a name.
    static long number(NameTable names, byte[] text, int length) {
        if (length == 0) {
            throw new TextNumbers.RefusedException("a name is empty, expected a vertex in every row");
        }
        if (length > NameTable.LONGEST) {
            throw new TextNumbers.RefusedException("a name of %d bytes begins with '%s', expected at most %d"
                    .formatted(length, Excerpt.of(text, 0, length), NameTable.LONGEST));
        }
        int foreign = NameTable.foreignByte(text, 0, length);
        if (foreign >= 0) {
            throw new TextNumbers.RefusedException(
                    "byte 0x%02x is not text, expected names in UTF-8".formatted(text[foreign]));
        }
        return names.add(text, 0, length);
    }

    /// Where a column of numbers holds names, these are its numbers in decimal: puts the numbers of the names there.
    static void nameNumbers(ParquetTable table, int end, NameTable names, long[] ids, int count) {
        Column column = table.columns().get(end);
        if (column.text()) {
            return;
        }
        for (int i = 0; i < count; i++) {
            byte[] text = decimal(column, ids[i]).getBytes(StandardCharsets.US_ASCII);
            ids[i] = names.add(text, 0, text.length);
        }
    }

    /// A column's number in decimal.
    static String decimal(Column column, long number) {
        return column.unsigned() ? Long.toUnsignedString(number) : Long.toString(number);
    }

    @Override
    public void close() {
        Closing.all(tables, ParquetTable::close);
    }
}
