package io.bitfront.cli.output;

import io.bitfront.cli.report.Json;
import io.bitfront.engine.ClosenessResult;
import io.bitfront.file.AtomicFile;
import io.bitfront.parquet.ParquetWriter;
import io.bitfront.parquet.ParquetWriter.Column;
import io.bitfront.parquet.ParquetWriter.Type;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Writes the rows of a closeness job in the order of its result, in the format of the file's suffix.
///
/// Columns: `vertex`, then those of [ClosenessColumn#of].
///
/// * `.csv`, `.tsv`: with a header; what a sample does not tell is empty.
/// * `.npy`: float64 of shape (rows) for one column, (rows, columns) for several, without the vertex; NaN for what a
///   sample does not tell; `NAME.ids.npy` beside it unless the vertices are 0..rows-1.
/// * `.json`: `{"columns": [...], "notes": [...], "rows": [[vertex, value, ...], ...]}`, null for what a sample
///   does not tell.
/// * `.parquet`: `vertex` int64, whole numbers int32, others double, null for what a sample does not tell; the notes
///   are the file's property `notes`.
public final class ClosenessFile {
    private final ClosenessResult result;
    private final List<ClosenessColumn> columns;

    private ClosenessFile(ClosenessResult result) {
        this.result = result;
        this.columns = ClosenessColumn.of(result);
    }

    /// Writes the file whole or not at all.
    public static void write(Path file, ClosenessResult result) {
        write(Target.of(file), result);
    }

    /// Writes the file whole or not at all.
    ///
    /// @return the files there are now, that of the target first
    public static List<Path> write(Target target, ClosenessResult result) {
        ClosenessFile rows = new ClosenessFile(result);
        if (target.format() == OutputFormat.NPY) {
            return rows.writeArray(target.file());
        }
        rows.write(AtomicFile.create(target.file()), target.format());
        return List.of(target.file());
    }

    /// Writes a file on its way elsewhere: it need not outlive this process.
    ///
    /// @param file in any format but `.npy`, which may take two files
    public static void writePassing(Path file, ClosenessResult result) {
        new ClosenessFile(result).write(AtomicFile.passing(file), OutputFormat.of(file));
    }

    private void write(AtomicFile file, OutputFormat format) {
        switch (format) {
            case CSV -> writeText(file, ',');
            case TSV -> writeText(file, '\t');
            case JSON -> writeJson(file);
            case PARQUET -> writeParquet(file);
            case NPY -> throw new IllegalArgumentException("%s: an array may take two files".formatted(file.target()));
        }
    }

    private void writeText(AtomicFile to, char separator) {
        try (TextFile file = new TextFile(to)) {
            file.put("vertex");
            columns.forEach(column -> file.put(separator).put(column.name()));
            file.put('\n');
            file.putRows(result.rowCount(), (text, row) -> {
                IdText.field(text, result.ids(), result.id(row), separator);
                for (ClosenessColumn column : columns) {
                    put(text.put(separator), column, row, "");
                }
                text.put('\n');
            });
            file.commit();
        }
    }

    private void writeJson(AtomicFile to) {
        try (TextFile file = new TextFile(to)) {
            file.put("{\n  \"columns\": [\"vertex\"");
            columns.forEach(column -> file.put(", \"").put(column.name()).put('"'));
            file.put("],\n  \"notes\": ").put(Json.compact(result.notes())).put(",\n  \"rows\": [");
            file.putRows(result.rowCount(), (text, row) -> {
                text.put(row == 0 ? "\n    [" : ",\n    [");
                IdText.json(text, result.ids(), result.id(row));
                for (ClosenessColumn column : columns) {
                    put(text.put(", "), column, row, "null");
                }
                text.put(']');
            });
            file.put("\n  ]\n}\n");
            file.commit();
        }
    }

    private static void put(Text text, ClosenessColumn column, int row, String unknown) {
        double value = column.of(row);
        if (Double.isNaN(value)) {
            text.put(unknown);
        } else if (column.integral()) {
            text.put((long) value);
        } else {
            text.put(Double.toString(value));
        }
    }

    private void writeParquet(AtomicFile to) {
        Column vertex = IdText.column("vertex", result.ids(), false);
        List<Column> values = columns.stream()
                .map(column -> new Column(
                        column.name(),
                        column.integral() ? Type.INT32 : Type.DOUBLE,
                        result.job().sampled()))
                .toList();
        Stream<Column> all = Stream.concat(Stream.of(vertex), values.stream());
        Map<String, String> notes = Map.of("notes", String.join("\n", result.notes()));
        try (ParquetWriter file = new ParquetWriter(to, all.toList(), notes)) {
            for (int row = 0; row < result.rowCount(); row++) {
                IdText.put(vertex, result.ids(), result.id(row));
                for (int i = 0; i < columns.size(); i++) {
                    put(values.get(i), columns.get(i).number(row));
                }
                file.endRow();
            }
            file.commit();
        }
    }

    private static void put(Column column, Number value) {
        switch (value) {
            case null -> column.putNull();
            case Long whole -> column.put(Math.toIntExact(whole));
            default -> column.put(value.doubleValue());
        }
    }

    private List<Path> writeArray(Path path) {
        int rows = result.rowCount();
        long[] shape = columns.size() == 1 ? new long[] {rows} : new long[] {rows, columns.size()};
        try (NpyFile file = new NpyFile(path, "f8", shape);
                Companion ids = IdFile.besides(path, rows, result.ids(), result::id)) {
            file.putDoubles(
                    rows, columns.size(), (row, column) -> columns.get(column).of(row));
            file.commit(ids);
            return ids == null ? List.of(path) : List.of(path, ids.target());
        }
    }
}
