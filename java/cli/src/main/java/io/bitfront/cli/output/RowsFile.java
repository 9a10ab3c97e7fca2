package io.bitfront.cli.output;

import io.bitfront.file.AtomicFile;
import io.bitfront.graph.VertexIds;
import io.bitfront.parquet.ParquetWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.IntToLongFunction;
import java.util.stream.Collectors;

/// A file of whole numbers in rows, whole or not at all.
///
/// * `.csv`, `.tsv`: with a header.
/// * `.npy`: int64, all columns but the first, of shape (rows) for one or (rows, columns) for several; `NAME.ids.npy`
///   beside it holds the first unless that is 0..rows-1.
/// * `.json`: `{"columns": [...], "rows": [[...], ...]}`.
/// * `.parquet`: int64 columns.
public record RowsFile(int rows, List<Column> columns) {
    /// @param value of a row
    /// @param ids what the values are called, where they are vertices
    public record Column(String name, IntToLongFunction value, VertexIds ids) {
        /// A column of numbers.
        public Column(String name, IntToLongFunction value) {
            this(name, value, VertexIds.numbers());
        }
    }

    /// @return the files there are now, that of the target first
    public List<Path> write(Target target) {
        Path file = target.file();
        return switch (target.format()) {
            case CSV -> text(file, ',');
            case TSV -> text(file, '\t');
            case JSON -> json(file);
            case NPY -> arrays(file);
            case PARQUET -> parquet(file);
        };
    }

    private List<Path> text(Path path, char separator) {
        try (TextFile file = new TextFile(path)) {
            file.put(columns.stream().map(Column::name).collect(Collectors.joining(Character.toString(separator))));
            file.put('\n');
            file.putRows(rows, (text, row) -> {
                for (int i = 0; i < columns.size(); i++) {
                    if (i > 0) {
                        text.put(separator);
                    }
                    IdText.field(text, columns.get(i).ids, columns.get(i).value.applyAsLong(row), separator);
                }
                text.put('\n');
            });
            file.commit();
        }
        return List.of(path);
    }

    private List<Path> json(Path path) {
        try (TextFile file = new TextFile(path)) {
            String names =
                    columns.stream().map(column -> '"' + column.name + '"').collect(Collectors.joining(", "));
            file.put("{\n  \"columns\": [" + names + "],\n  \"rows\": [");
            file.putRows(rows, (text, row) -> {
                text.put(row == 0 ? "\n    [" : ",\n    [");
                for (int i = 0; i < columns.size(); i++) {
                    IdText.json(
                            text.put(i == 0 ? "" : ", "),
                            columns.get(i).ids,
                            columns.get(i).value.applyAsLong(row));
                }
                text.put(']');
            });
            file.put("\n  ]\n}\n");
            file.commit();
        }
        return List.of(path);
    }

    private List<Path> arrays(Path path) {
        List<Column> values = columns.subList(1, columns.size());
        if (values.stream().anyMatch(column -> column.ids.named())) {
            throw new IllegalArgumentException(
                    "%s: names do not go into an array; choose another format".formatted(path));
        }
        long[] shape = values.size() == 1 ? new long[] {rows} : new long[] {rows, values.size()};
        try (NpyFile file = new NpyFile(path, "i8", shape);
                Companion ids = IdFile.besides(path, rows, columns.getFirst().ids, columns.getFirst().value)) {
            file.putLongs(
                    rows,
                    values.size(),
                    (row, column) -> values.get(column).value.applyAsLong(row));
            file.commit(ids);
            return ids == null ? List.of(path) : List.of(path, ids.target());
        }
    }

    private List<Path> parquet(Path path) {
        List<ParquetWriter.Column> into = columns.stream()
                .map(column -> IdText.column(column.name, column.ids, false))
                .toList();
        try (ParquetWriter file = new ParquetWriter(AtomicFile.create(path), into, Map.of())) {
            for (int row = 0; row < rows; row++) {
                for (int i = 0; i < columns.size(); i++) {
                    IdText.put(
                            into.get(i),
                            columns.get(i).ids,
                            columns.get(i).value.applyAsLong(row));
                }
                file.endRow();
            }
            file.commit();
        }
        return List.of(path);
    }
}
