package io.bitfront.cli.output;

import io.bitfront.file.AtomicFile;
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
    public record Column(String name, IntToLongFunction value) {}

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
                    text.put(columns.get(i).value.applyAsLong(row));
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
                    text.put(i == 0 ? "" : ", ").put(columns.get(i).value.applyAsLong(row));
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
        long[] shape = values.size() == 1 ? new long[] {rows} : new long[] {rows, values.size()};
        try (NpyFile file = new NpyFile(path, "i8", shape);
                NpyFile ids = IdFile.besides(path, rows, columns.getFirst().value)) {
            for (int row = 0; row < rows; row++) {
                for (Column column : values) {
                    file.put(column.value.applyAsLong(row));
                }
            }
            if (ids != null) {
                ids.commit();
            }
            file.commit();
            return ids == null ? List.of(path) : List.of(path, ids.target());
        }
    }

    private List<Path> parquet(Path path) {
        List<ParquetWriter.Column> into = columns.stream()
                .map(column -> new ParquetWriter.Column(column.name, ParquetWriter.Type.INT64, false))
                .toList();
        try (ParquetWriter file = new ParquetWriter(AtomicFile.create(path), into, Map.of())) {
            for (int row = 0; row < rows; row++) {
                for (int i = 0; i < columns.size(); i++) {
                    into.get(i).put(columns.get(i).value.applyAsLong(row));
                }
                file.endRow();
            }
            file.commit();
        }
        return List.of(path);
    }
}
