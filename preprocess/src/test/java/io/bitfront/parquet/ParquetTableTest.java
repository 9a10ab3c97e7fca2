package io.bitfront.parquet;

import static io.bitfront.parquet.HandMadeTable.DOUBLE;
import static io.bitfront.parquet.HandMadeTable.INT32;
import static io.bitfront.parquet.HandMadeTable.INT64;
import static io.bitfront.parquet.HandMadeTable.TEXT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.file.GraphFormatException;
import io.bitfront.parquet.HandMadeTable.Chunk;
import io.bitfront.parquet.ParquetTable.Column;
import io.bitfront.parquet.ParquetTable.ColumnChunk;
import io.bitfront.parquet.ParquetTable.Group;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What a footer may say, to the last byte, row and column.
final class ParquetTableTest {
    @TempDir
    private Path folder;

    private ParquetTable open(HandMadeTable table) throws IOException {
        return ParquetTable.open(table.write(folder.resolve("a.parquet")), columns -> columns);
    }

    private List<Group> groups(HandMadeTable table) throws IOException {
        try (ParquetTable opened = open(table)) {
            return opened.groups();
        }
    }

    private void assertDefect(HandMadeTable table, String message) throws IOException {
        assertDefect(table.toBytes(), message);
    }

    private void assertDefect(byte[] bytes, String message) throws IOException {
        Path file = Files.write(folder.resolve("a.parquet"), bytes);
        assertThatThrownBy(() -> ParquetTable.open(file, columns -> columns).close())
                .isInstanceOf(GraphFormatException.class)
                .hasMessage(file + ": " + message);
    }

    private static HandMadeTable numbers() {
        return HandMadeTable.of(INT64, false);
    }

    @Test
    void tellsWhereTheColumnsOfItsGroupsLie() throws IOException {
        Chunk first = new Chunk(4, 7, 5);
        Chunk second = new Chunk(11, 9, 5).withCodec(6);
        try (ParquetTable table =
                open(numbers().group(5, first, second).emptyGroup().group(3, new Chunk(4, 0, 3), second(3)))) {
            assertThat(table.rows()).isEqualTo(8);
            assertThat(table.groups().stream().map(Group::rows)).containsExactly(5L, 0L, 3L);
            assertThat(table.groups().get(1).chunks()).isEmpty();
            ColumnChunk from = table.groups().getFirst().chunks().get(0);
            assertThat(from).isEqualTo(new ColumnChunk(table.columns().get(0), 0, 5, 4, 7));
            ColumnChunk to = table.groups().getFirst().chunks().get(1);
            assertThat(to).isEqualTo(new ColumnChunk(table.columns().get(1), 6, 5, 11, 9));
            assertThat(table.bytes(0, 4).get(3)).isEqualTo((byte) '1');
        }
    }

    /// A dictionary that a thousand groups share would be read a thousand times.
    @Test
    void refusesGroupsThatShareTheirBytes() throws IOException {
        HandMadeTable table = numbers();
        Chunk all = table.chunk(3, new byte[1_000]);
        for (int group = 0; group < 2; group++) {
            table.group(3, new Chunk(4, 1, 3), all);
        }
        assertDefect(
                table,
                "a column of its row groups has 2000 bytes in all, more than the %d of the file"
                        .formatted(table.size()));
    }

    private static Chunk second(long values) {
        return new Chunk(5, 1, values);
    }

    /// A chunk begins with its dictionary, where that stands before the other pages; 0 stands for none.
    @ParameterizedTest
    @CsvSource({"8, 8", "7, 7", "4, 4", "9, 8", "0, 8", "-1, 8"})
    void aChunkBeginsWithItsDictionary(long dictionary, long begin) throws IOException {
        Chunk chunk = new Chunk(8, 5, 1).withDictionary(dictionary);
        assertThat(groups(numbers().group(1, chunk, chunk))
                        .getFirst()
                        .chunks()
                        .getFirst()
                        .begin())
                .isEqualTo(begin);
    }

    @Test
    void aChunkLiesInTheFile() throws IOException {
        Chunk sound = new Chunk(4, 1, 1);
        long size = numbers().group(1, new Chunk(4, 100, 1), sound).size();
        assertThat(groups(numbers().group(1, new Chunk(4, size - 4, 1), sound))).hasSize(1);
        assertThat(groups(numbers().group(1, new Chunk(4, 0, 1), sound))).hasSize(1);
        String outside = "column %s of row group %d lies outside the file";
        assertDefect(numbers().group(1, new Chunk(4, size - 3, 1), sound), outside.formatted("src", 0));
        assertDefect(numbers().group(1, sound, new Chunk(5, size - 4, 1)), outside.formatted("dst", 0));
        assertDefect(numbers().group(1, sound, sound).group(1, new Chunk(3, 1, 1), sound), outside.formatted("src", 1));
        assertDefect(numbers().group(1, new Chunk(4, -1, 1), sound), outside.formatted("src", 0));
        assertDefect(numbers().group(1, new Chunk(4, Integer.MAX_VALUE, 1), sound), outside.formatted("src", 0));
        assertDefect(
                numbers().group(1, new Chunk(4, 1L << 31, 1), sound),
                "column src of row group 0 has 2147483648 bytes, expected at most 2147483647");
    }

    @Test
    void aGroupHasAsManyValuesInEachColumnAsRowsAndLiesInThisFile() throws IOException {
        Chunk two = new Chunk(4, 1, 2);
        String other = "row group %d has %d rows, expected as many values in its columns";
        assertDefect(numbers().group(2, two, new Chunk(4, 1, 3)), other.formatted(0, 2));
        assertDefect(numbers().group(2, new Chunk(4, 1, 1), two), other.formatted(0, 2));
        assertDefect(
                numbers().group(2, two, two).group(-1, new Chunk(4, 1, -1), new Chunk(4, 1, -1)),
                "row group 1 has -1 rows, expected none or more");
        assertDefect(
                numbers().emptyGroup().group(2, two, two.elsewhere("b.parquet")),
                "row group 1 lies in another file, expected it in this one");
        assertDefect(numbers().group(2, two), "the footer is malformed, expected Parquet's file metadata");
    }

    /// 2^20 rows and 1,024 more for each byte.
    @Test
    void rowsAreNoMoreThanTheBytesMayStandFor() throws IOException {
        HandMadeTable one = ofRows(1L << 40);
        long size = ofRows(1L << 20).size();
        long most = (1L << 20) + 1_024 * size;
        assertThat(ofRows(most).size()).isEqualTo(size);
        assertThat(groups(ofRows(most)).getFirst().rows()).isEqualTo(most);
        String message = "it claims %s rows, more than the %d that its %d bytes may stand for";
        assertDefect(ofRows(most + 1), message.formatted(most + 1, most, size));
        assertDefect(one, message.formatted(1L << 40, (1L << 20) + 1_024 * one.size(), one.size()));

        HandMadeTable two = ofRows(1_000_000, 1_000_000);
        long mostOfTwo = (1L << 20) + 1_024 * two.size();
        assertThat(groups(ofRows(1_000_000, mostOfTwo - 1_000_000))).hasSize(2);
        assertDefect(ofRows(1_000_000, mostOfTwo - 999_999), message.formatted(mostOfTwo + 1, mostOfTwo, two.size()));
        HandMadeTable beyond = ofRows(1, Long.MAX_VALUE);
        assertDefect(beyond, message.formatted("over 2^63", (1L << 20) + 1_024 * beyond.size(), beyond.size()));
        HandMadeTable largest = ofRows(Long.MAX_VALUE);
        assertDefect(largest, message.formatted(Long.MAX_VALUE, (1L << 20) + 1_024 * largest.size(), largest.size()));
    }

    private static HandMadeTable ofRows(long... rows) {
        HandMadeTable table = numbers();
        for (long each : rows) {
            table.group(each, new Chunk(4, 1, each), new Chunk(4, 1, each));
        }
        return table;
    }

    @Test
    void beginsAndEndsWithItsMarkAndHasRoomForItsFooter() throws IOException {
        String unmarked = "the file does not begin and end with PAR1, expected a Parquet table";
        byte[] sound =
                numbers().group(1, new Chunk(4, 1, 1), new Chunk(4, 1, 1)).toBytes();
        for (int at : new int[] {0, 3, sound.length - 4, sound.length - 1}) {
            byte[] bytes = sound.clone();
            bytes[at]++;
            assertDefect(bytes, unmarked);
        }
        assertDefect(HandMadeTable.joined(HandMadeTable.MAGIC, new byte[3], HandMadeTable.MAGIC), unmarked);
        assertDefect(
                HandMadeTable.joined(HandMadeTable.MAGIC, HandMadeTable.ints(0), HandMadeTable.MAGIC),
                "the footer is malformed, expected Parquet's file metadata");
        int room = sound.length - 12;
        String length = "the footer has %d bytes, expected 0..%d";
        assertDefect(withFooterOf(room + 1, sound), length.formatted(room + 1, room));
        assertDefect(withFooterOf(-1, sound), length.formatted(-1, room));
        assertDefect(withFooterOf(0, sound), "the footer is malformed, expected Parquet's file metadata");

        byte[] onlyFooter = Arrays.copyOfRange(sound, 4, sound.length);
        try (ParquetTable table = ParquetTable.open(
                Files.write(folder.resolve("b.parquet"), HandMadeTable.joined(HandMadeTable.MAGIC, onlyFooter)),
                columns -> columns)) {
            assertThat(table.rows()).isEqualTo(1);
        }
    }

    private static byte[] withFooterOf(int length, byte[] sound) {
        byte[] bytes = sound.clone();
        System.arraycopy(HandMadeTable.ints(length), 0, bytes, bytes.length - 8, 4);
        return bytes;
    }

    private List<Column> columns(HandMadeTable table) throws IOException {
        List<Column> found = new ArrayList<>();
        Path file = table.write(folder.resolve("a.parquet"));
        ParquetTable.open(file, columns -> {
                    found.addAll(columns);
                    return columns;
                })
                .close();
        return found;
    }

    /// Numbers of 4 bytes and of 8, whole ones alone, and texts; not what repeats, nor what stands deeper.
    @Test
    void findsTheColumnsAtTheTopOfTheSchema() throws IOException {
        HandMadeTable table = new HandMadeTable()
                .element(group -> group.string(4, "place").i32(5, 2))
                .inner(x -> x.i32(1, INT64).string(4, "x"))
                .inner(inner -> inner.string(4, "inner").i32(5, 1))
                .inner(y -> y.i32(1, INT64).string(4, "y"))
                .column("a", INT32, false)
                .column("b", DOUBLE, false)
                .column("c", INT64, true)
                .element(list -> list.i32(1, INT64).i32(3, 2).string(4, "d"))
                .element(bytes -> bytes.i32(1, TEXT).string(4, "e"))
                .column("f", TEXT, true)
                .element(name -> name.i32(1, INT32).string(4, "g").i32(6, 13))
                .element(flag -> flag.i32(1, 0).string(4, "h"));
        assertThat(columns(table))
                .containsExactly(
                        new Column("a", false, false, false, false, 2),
                        new Column("c", false, true, true, false, 4),
                        new Column("f", true, false, true, false, 7),
                        new Column("g", false, false, false, true, 8));
        try (ParquetTable opened = ParquetTable.open(folder.resolve("a.parquet"), all -> all.subList(1, 3))) {
            assertThat(opened.choices()).isEqualTo(4);
            assertThat(opened.columns()).extracting(Column::name).containsExactly("c", "f");
        }
    }

    /// What stands behind as many fields as the root claims is none of them.
    @Test
    void theRootSaysHowManyFieldsThereAre() throws IOException {
        HandMadeTable table = new HandMadeTable()
                .column("a", INT64, false)
                .column("b", INT64, false)
                .inner(c -> c.i32(1, INT64).string(4, "c"));
        assertThat(columns(table)).extracting(Column::name).containsExactly("a", "b");
        HandMadeTable cut = new HandMadeTable()
                .column("a", INT64, false)
                .element(group -> group.string(4, "group").i32(5, 3))
                .inner(c -> c.i32(1, INT64).string(4, "c"));
        assertThat(columns(cut)).extracting(Column::name).containsExactly("a");
    }

    /// Of the format's converted types those from 11, of 8 bits without a sign, to 18, of 64 with one, are numbers.
    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 5, 7, 10, 11, 12, 13, 14, 17, 18, 19, 21})
    void numbersAreThoseOfNoOtherMeaning(int converted) throws IOException {
        HandMadeTable table = new HandMadeTable().element(element -> {
            element.i32(1, INT64).string(4, "a");
            return converted < 0 ? element : element.i32(6, converted);
        });
        assertThat(columns(table)).hasSize(converted < 0 || converted >= 11 && converted <= 18 ? 1 : 0);
        assertThat(columns(table)).allMatch(column -> column.unsigned() == (converted >= 11 && converted <= 14));
    }

    /// Logical types by their numbers: 1 a text, 10 an integer.
    @ParameterizedTest
    @CsvSource({"2, 10, true", "2, 8, false", "2, 1, false", "6, 1, true", "6, 10, false", "6, 2, false"})
    void logicalTypesTellNumbersAndTextsFromOthers(int type, int logical, boolean taken) throws IOException {
        UnaryOperator<CompactThriftWriter> element = fields -> fields.i32(1, type)
                .string(4, "a")
                .begin(10)
                .begin(logical)
                .end()
                .end();
        assertThat(columns(new HandMadeTable().element(element))).hasSize(taken ? 1 : 0);
    }

    @Test
    void whatIsWrongWithTheChoiceIsSaidOfTheFile() throws IOException {
        Path file = numbers().write(folder.resolve("a.parquet"));
        assertThatThrownBy(() -> ParquetTable.open(file, _ -> {
                    throw new IllegalArgumentException("no such column");
                }))
                .hasMessage(file + ": no such column");
    }
}
