package io.bitfront.cli.output;

import blue.strategic.parquet.Hydrator;
import blue.strategic.parquet.ParquetReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.stream.Stream;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;

/// A Parquet file as the format's reference implementation reads it.
///
/// @param rows their values, `null` included, separated by spaces
public record Parquet(List<String> schema, List<String> rows, int rowGroups, Map<String, String> properties) {
    public static Parquet read(Path path) {
        try (Stream<String> rows = ParquetReader.streamContent(path.toFile(), new Rows())) {
            ParquetMetadata metadata = ParquetReader.readMetadata(path.toFile());
            return new Parquet(
                    metadata.getFileMetaData().getSchema().getFields().stream()
                            .map(field -> "%s %s %s"
                                    .formatted(
                                            field.getRepetition(),
                                            field.asPrimitiveType().getPrimitiveTypeName(),
                                            field.getName())
                                    .toLowerCase(Locale.ROOT))
                            .toList(),
                    rows.toList(),
                    metadata.getBlocks().size(),
                    metadata.getFileMetaData().getKeyValueMetaData());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static final class Rows implements Hydrator<StringJoiner, String, String[]> {
        @Override
        public StringJoiner start() {
            return new StringJoiner(" ");
        }

        @Override
        public StringJoiner add(StringJoiner row, String[] column, Object value) {
            return row.add(String.valueOf(value));
        }

        @Override
        public String finish(StringJoiner row) {
            return row.toString();
        }
    }
}
