package io.bitfront.cli.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.parquet.ParquetWriter;
import io.bitfront.parquet.ParquetWriter.Column;
import io.bitfront.parquet.ParquetWriter.Type;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ParquetWriterTest {
    private static final int GROUP = ParquetWriter.GROUP_ROWS;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 7, 8, 9, 1_000, GROUP - 1, GROUP, GROUP + 1, 2 * GROUP + 3})
    void isReadBackRowForRow(int rows) {
        Column id = new Column("id", Type.INT64, false);
        Column level = new Column("level", Type.INT32, true);
        Column value = new Column("value", Type.DOUBLE, true);
        Path path = folder.resolve("f.parquet");
        try (ParquetWriter file = new ParquetWriter(path, List.of(id, level, value), Map.of("a", "b", "c", "é"))) {
            for (int row = 0; row < rows; row++) {
                id.put(idOf(row));
                if (row % 3 == 0) {
                    level.putNull();
                } else {
                    level.put(row - 5);
                }
                value.put(row / 7.0);
                file.endRow();
            }
            file.commit();
        }
        Parquet read = Parquet.read(path);
        assertThat(read.schema()).containsExactly("required int64 id", "optional int32 level", "optional double value");
        assertThat(read.rows())
                .isEqualTo(IntStream.range(0, rows)
                        .mapToObj(row -> idOf(row) + " " + (row % 3 == 0 ? "null" : row - 5 + "") + " " + row / 7.0)
                        .toList());
        assertThat(read.rowGroups()).isEqualTo(Math.ceilDiv(rows, GROUP));
        assertThat(read.properties()).containsEntry("a", "b").containsEntry("c", "é");
    }

    /// Spread over all of 64 bits.
    private static long idOf(int row) {
        return Long.MAX_VALUE - row * 0x1_0000_0001L * (row % 2 == 0 ? 1 : -1);
    }

    /// Longer than the room that a column begins with, and than twice that.
    @Test
    void keepsTextsOfAnyLength() {
        List<String> texts = IntStream.of(0, 1, 65_523, 3, 0, 7, 70_000, 200_000, 10)
                .mapToObj("t"::repeat)
                .toList();
        assertThat(textsWritten(texts).rows()).isEqualTo(texts);
    }

    /// What is more than 2^24 bytes, each text's length in four of them, ends a row group.
    @ParameterizedTest
    @ValueSource(ints = {16, 17, 18, 35})
    void holdsNoMoreTextThanAGroup(int rows) {
        List<String> texts = Collections.nCopies(rows, "x".repeat((1 << 20) - 4));
        Parquet read = textsWritten(texts);
        assertThat(read.rows().equals(texts)).isTrue();
        assertThat(read.rowGroups()).isEqualTo(Math.ceilDiv(rows, 17));
    }

    private Parquet textsWritten(List<String> texts) {
        Column text = new Column("text", Type.TEXT, false);
        Path path = folder.resolve("text.parquet");
        try (ParquetWriter file = new ParquetWriter(path, List.of(text), Map.of())) {
            for (String each : texts) {
                text.put(each.getBytes(StandardCharsets.US_ASCII));
                file.endRow();
            }
            file.commit();
        }
        return Parquet.read(path);
    }

    @Test
    void takesMoreColumnsThanAShortListHolds() {
        List<Column> columns = IntStream.range(0, 20)
                .mapToObj(i -> new Column("c" + i, Type.INT32, false))
                .toList();
        Path path = folder.resolve("wide.parquet");
        try (ParquetWriter file = new ParquetWriter(path, columns, Map.of())) {
            columns.forEach(column -> column.put(42));
            file.endRow();
            file.commit();
        }
        assertThat(Parquet.read(path).rows()).containsExactly("42 ".repeat(20).strip());
    }

    @Test
    void refusesARowWithAColumnMissing() {
        Column first = new Column("first", Type.INT32, false);
        Column second = new Column("second", Type.INT32, false);
        try (ParquetWriter file = new ParquetWriter(folder.resolve("m.parquet"), List.of(first, second), Map.of())) {
            first.put(1);
            file.endRow();
            assertThatThrownBy(file::commit).hasMessage("column second has 0 values in 1 rows of the file");
        }
    }
}
