package io.bitfront.parquet;

import static io.bitfront.parquet.HandMadeTable.INT32;
import static io.bitfront.parquet.HandMadeTable.INT64;
import static io.bitfront.parquet.HandMadeTable.PLAIN;
import static io.bitfront.parquet.HandMadeTable.RLE;
import static io.bitfront.parquet.HandMadeTable.TEXT;
import static io.bitfront.parquet.HandMadeTable.bytes;
import static io.bitfront.parquet.HandMadeTable.dictionary;
import static io.bitfront.parquet.HandMadeTable.header;
import static io.bitfront.parquet.HandMadeTable.ints;
import static io.bitfront.parquet.HandMadeTable.joined;
import static io.bitfront.parquet.HandMadeTable.longs;
import static io.bitfront.parquet.HandMadeTable.page;
import static io.bitfront.parquet.HandMadeTable.texts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.file.GraphFormatException;
import io.bitfront.parquet.HandMadeTable.Chunk;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
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

/// What the pages of a column may hold, put together byte by byte.
final class ParquetColumnTest {
    private static final String MALFORMED = "a page header is malformed";
    private static final String TOO_EARLY = "a page ends too early or holds numbers out of range";
    private static final long MEGA = 1 << 20;

    @TempDir
    private Path folder;

    private final List<String> seen = new ArrayList<>();

    private long numberOf(byte[] text, int length) {
        seen.add(new String(text, 0, length, StandardCharsets.UTF_8));
        return seen.size() - 1;
    }

    /// All values of a column, `step` at a time.
    private long[] values(int type, boolean optional, int rows, int step, UnaryOperator<Chunk> said, byte[]... pages)
            throws IOException {
        HandMadeTable table = HandMadeTable.of(type, optional);
        Chunk chunk = said.apply(table.chunk(rows, pages));
        Path file = table.group(rows, chunk, chunk).write(folder.resolve("a.parquet"));
        try (ParquetTable opened = ParquetTable.open(file, columns -> columns)) {
            ParquetColumn column = new ParquetColumn(
                    opened, 0, opened.groups().getFirst().chunks().getFirst(), type == TEXT ? this::numberOf : null);
            long[] all = new long[rows];
            long[] some = new long[step];
            for (int done = 0; done < rows; done += step) {
                int count = Math.min(step, rows - done);
                column.next(some, count);
                System.arraycopy(some, 0, all, done, count);
            }
            return all;
        }
    }

    private long[] longsOf(int rows, byte[]... pages) throws IOException {
        return values(INT64, false, rows, rows, chunk -> chunk, pages);
    }

    private void assertDefect(int type, boolean optional, int rows, String message, byte[]... pages) {
        assertDefect(type, optional, rows, chunk -> chunk, message, pages);
    }

    private void assertDefect(
            int type, boolean optional, int rows, UnaryOperator<Chunk> said, String message, byte[]... pages) {
        assertThatThrownBy(() -> values(type, optional, rows, rows, said, pages))
                .isInstanceOf(GraphFormatException.class)
                .hasMessage("%s: column src of row group 0: %s", folder.resolve("a.parquet"), message);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6})
    void valuesAreReadOverPagesOfAnyLengths(int step) throws IOException {
        byte[] none = page(0, 99, bytes());
        byte[] index = header(1, 3, 3, 6, 0, 0, 0);
        byte[][] pages = {
            none,
            page(2, PLAIN, longs(7, -8)),
            index,
            bytes(1, 2, 3),
            page(1, PLAIN, longs(Long.MAX_VALUE)),
            page(3, PLAIN, longs(0, 5, 1L << 40))
        };
        assertThat(values(INT64, false, 6, step, chunk -> chunk, pages))
                .containsExactly(7, -8, Long.MAX_VALUE, 0, 5, 1L << 40);
        assertThat(values(INT32, false, 3, step, chunk -> chunk, page(3, PLAIN, ints(7, -8, Integer.MAX_VALUE))))
                .containsExactly(7, -8, Integer.MAX_VALUE);
    }

    @Test
    void pagesHoldAsManyValuesAsTheGroupHasRows() {
        assertDefect(
                INT64,
                false,
                3,
                "its pages hold fewer values than the 3 rows of the group",
                page(2, PLAIN, longs(1, 2)));
        String more = "its pages hold more values than the 3 rows of the group";
        assertDefect(INT64, false, 3, more, page(4, PLAIN, longs(1, 2, 3, 4)));
        assertDefect(INT64, false, 3, more, page(2, PLAIN, longs(1, 2)), page(2, PLAIN, longs(3, 4)));
    }

    @ParameterizedTest
    @CsvSource({
        "16, 16, ''",
        "16, 15, too early",
        "16, 17, malformed",
        "-1, 16, malformed",
        "0, 16, ''",
        "2147483648, 16, malformed",
        "16, -1, malformed"
    })
    void headersSayHowManyBytesFollow(long unpacked, long packed, String wrong) throws IOException {
        byte[] header = header(0, unpacked, packed, 5, 2, PLAIN, RLE);
        if (wrong.isEmpty()) {
            assertThat(longsOf(2, header, longs(3, 4))).containsExactly(3, 4);
        } else {
            assertDefect(INT64, false, 2, wrong.equals("malformed") ? MALFORMED : TOO_EARLY, header, longs(3, 4));
        }
    }

    /// Of numbers 16 bytes a value and a megabyte beside; of texts 1,024 times what is packed.
    @Test
    void pagesUnpackToNoMoreThanTheirValuesMayTake() throws IOException {
        byte[] data = longs(3, 4);
        assertThat(longsOf(2, header(0, MEGA + 32, 16, 5, 2, PLAIN, RLE), data)).containsExactly(3, 4);
        assertDefect(INT64, false, 2, MALFORMED, header(0, MEGA + 33, 16, 5, 2, PLAIN, RLE), data);
        assertDefect(INT64, false, 2, MALFORMED, header(0, 16, 16, 5, -1, PLAIN, RLE), data);

        byte[] text = texts("a");
        byte[] most = header(0, MEGA + 1_024 * 5, 5, 5, 1, PLAIN, RLE);
        assertThat(values(TEXT, false, 1, 1, chunk -> chunk, most, text)).containsExactly(0);
        assertDefect(TEXT, false, 1, MALFORMED, header(0, MEGA + 1_024 * 5 + 1, 5, 5, 1, PLAIN, RLE), text);
    }

    /// A run of three of entry 1 and a group of eight, packed in two bits each, of which two are left over.
    private static byte[] indices() {
        return bytes(2, 3 << 1, 1, 1 << 1 | 1, 0b11_10_01_00, 0b00_00_11_00);
    }

    @Test
    void indicesAreThoseOfTheDictionaryBefore() throws IOException {
        byte[] four = dictionary(4, longs(10, 11, 12, 13));
        for (int encoding : new int[] {2, 8}) {
            assertThat(longsOf(9, four, page(9, encoding, indices())))
                    .containsExactly(11, 11, 11, 10, 11, 12, 13, 10, 13);
        }
        assertThat(longsOf(1, dictionary(1, longs(77)), page(1, 8, bytes(0, 2))))
                .containsExactly(77);
        assertDefect(INT64, false, 1, TOO_EARLY, dictionary(1, longs(77)), page(1, 8, bytes()));
        assertThat(values(
                        INT32, false, 2, 1, chunk -> chunk, dictionary(2, ints(-5, 6)), page(2, 8, bytes(1, 3, 0b01))))
                .containsExactly(6, -5);
        assertDefect(INT64, false, 9, MALFORMED, page(9, 8, indices()));
        assertDefect(INT64, false, 9, TOO_EARLY, dictionary(3, longs(10, 11, 12)), page(9, 8, indices()));
        assertDefect(INT64, false, 9, "it has a second dictionary, expected one", four, four, page(9, 8, indices()));
    }

    @Test
    void aDictionaryHasTheEntriesThatItSays() throws IOException {
        assertThat(longsOf(1, dictionary(1, longs(10, 11)), page(1, 8, bytes(1, 2, 0))))
                .containsExactly(10);
        assertDefect(INT64, false, 1, TOO_EARLY, dictionary(1, longs(10, 11)), page(1, 8, bytes(1, 2, 1)));
        assertDefect(INT64, false, 2, MALFORMED, dictionary(3, longs(10, 11)), page(2, 8, bytes(1, 3, 1)));
        assertDefect(INT64, false, 2, MALFORMED, dictionary(-1, longs(10, 11)), page(2, 8, bytes(1, 3, 1)));
        assertDefect(INT32, false, 2, MALFORMED, dictionary(3, ints(10, 11)), page(2, 8, bytes(1, 3, 1)));
        byte[] most = header(2, MEGA + 32, 16, 7, 2, PLAIN, RLE);
        assertThat(longsOf(8, most, longs(10, 11), page(8, 8, bytes(1, 16, 1)))).containsOnly(11);
        byte[] more = header(2, MEGA + 33, 16, 7, 2, PLAIN, RLE);
        assertDefect(INT64, false, 8, MALFORMED, more, longs(10, 11), page(8, 8, bytes(1, 16, 1)));
    }

    @Test
    void textsAreNumberedAsTheyCome() throws IOException {
        String longest = "é".repeat(200);
        byte[] all = texts("b", "", longest, "a");
        assertThat(values(TEXT, false, 4, 3, chunk -> chunk, page(4, PLAIN, all)))
                .containsExactly(0, 1, 2, 3);
        assertThat(seen).containsExactly("b", "", longest, "a");
        seen.clear();
        assertThat(values(
                        TEXT,
                        false,
                        2,
                        2,
                        chunk -> chunk,
                        dictionary(3, texts("x", "y", "unused")),
                        page(2, 8, bytes(1, 3, 0b01))))
                .containsExactly(0, 1);
        assertThat(seen).containsExactly("y", "x");
        assertDefect(TEXT, false, 1, TOO_EARLY, page(1, PLAIN, joined(ints(2), bytes('a'))));
        assertDefect(TEXT, false, 1, TOO_EARLY, page(1, PLAIN, joined(ints(-1), bytes('a'))));
    }

    @Test
    void codecsAndEncodingsThatAreNotReadAreNamed() throws IOException {
        byte[] one = page(1, PLAIN, longs(5));
        assertThat(values(INT64, false, 1, 1, chunk -> chunk.withCodec(0), one)).containsExactly(5);
        String expected = "it is compressed by %s, expected none, snappy, gzip, zstd or lz4_raw";
        assertDefect(INT64, false, 1, chunk -> chunk.withCodec(3), expected.formatted("lzo"), one);
        assertDefect(INT64, false, 1, chunk -> chunk.withCodec(5), expected.formatted("lz4"), one);
        assertDefect(INT64, false, 1, chunk -> chunk.withCodec(8), expected.formatted("codec 8"), one);
        assertDefect(INT64, false, 1, chunk -> chunk.withCodec(-1), expected.formatted("codec -1"), one);
        String numbers = "it has encoding %d, expected plain, dictionary or delta_binary_packed";
        assertDefect(INT64, false, 1, numbers.formatted(3), page(1, 3, longs(5)));
        String texts = "it has encoding %d, expected plain or dictionary";
        assertDefect(TEXT, false, 1, texts.formatted(5), page(1, 5, bytes(0x80, 1, 4, 1, 2)));
        assertDefect(TEXT, false, 1, texts.formatted(6), page(1, 6, texts("a")));
    }

    /// Of the first version behind their length; every value is there, by a run or bit by bit.
    @Test
    void levelsOfAPageSayThatEveryValueIsThere() throws IOException {
        byte[] run = joined(ints(2), bytes(3 << 1, 1), longs(4, 5, 6));
        assertThat(values(INT64, true, 3, 3, chunk -> chunk, page(3, PLAIN, run)))
                .containsExactly(4, 5, 6);
        byte[] bits = joined(ints(2), bytes(3, 0b111), longs(4, 5, 6));
        assertThat(values(INT64, true, 3, 3, chunk -> chunk, page(3, PLAIN, bits)))
                .containsExactly(4, 5, 6);
        byte[] both = joined(ints(4), bytes(2, 1, 3, 0b011), longs(4, 5, 6));
        assertThat(values(INT64, true, 3, 3, chunk -> chunk, page(3, PLAIN, both)))
                .containsExactly(4, 5, 6);
        String missing = "a value is null, expected a vertex in every row";
        assertDefect(INT64, true, 3, missing, page(3, PLAIN, joined(ints(2), bytes(3, 0b101), longs(4, 5))));
        assertDefect(INT64, true, 3, missing, page(3, PLAIN, joined(ints(2), bytes(3, 0b011), longs(4, 5))));
        assertDefect(INT64, true, 3, missing, page(3, PLAIN, joined(ints(4), bytes(4, 1, 2, 0), longs(4, 5))));
        assertDefect(INT64, true, 3, missing, page(3, PLAIN, joined(ints(4), bytes(2, 0, 4, 1), longs(4, 5))));
        assertDefect(INT64, true, 3, TOO_EARLY, page(3, PLAIN, joined(ints(2), bytes(2 << 1, 1), longs(4, 5, 6))));
        byte[] other = joined(header(0, run.length, run.length, 5, 3, PLAIN, 4), run);
        assertDefect(INT64, true, 3, "its levels have encoding 4, expected RLE", other);
    }

    /// Of the second version before what is packed, at lengths that the header says.
    @Test
    void pagesOfTheSecondVersionHaveTheirLevelsBeforeTheirValues() throws IOException {
        byte[] levels = bytes(9, 9, 9, 3 << 1, 1);
        byte[] data = joined(levels, longs(4, 5, 6));
        assertThat(values(INT64, true, 3, 3, chunk -> chunk, second(3, data.length, 2, 3, null), data))
                .containsExactly(4, 5, 6);
        assertThat(values(INT64, false, 3, 3, chunk -> chunk, second(3, data.length, 2, 3, null), data))
                .containsExactly(4, 5, 6);
        byte[] none = joined(bytes(9, 9, 9, 3 << 1, 0), longs(4, 5, 6));
        String missing = "a value is null, expected a vertex in every row";
        assertDefect(INT64, true, 3, missing, second(3, none.length, 2, 3, null), none);
        assertThat(values(INT64, false, 3, 3, chunk -> chunk.withCodec(6), second(3, data.length, 2, 3, false), data))
                .containsExactly(4, 5, 6);
        assertThatThrownBy(() -> values(
                        INT64, false, 3, 3, chunk -> chunk.withCodec(6), second(3, data.length, 2, 3, true), data))
                .hasMessageContaining("column src of row group 0: a page is corrupt");
    }

    /// However few bytes a page is to unpack to.
    @ParameterizedTest
    @CsvSource({"4, 2, 3", "29, -1, 3", "29, 2, -1", "29, 2147483647, 1", "29, 1, 2147483647"})
    void pagesOfTheSecondVersionHaveNoMoreLevelsThanBytes(int unpacked, int levels, int repetitions) {
        byte[] data = joined(bytes(9, 9, 9, 3 << 1, 1), longs(4, 5, 6));
        for (int codec : new int[] {0, 6, 7}) {
            byte[] header = second(3, unpacked, data.length, levels, repetitions, true);
            assertDefect(INT64, false, 3, chunk -> chunk.withCodec(codec), MALFORMED, header, data);
        }
    }

    private static byte[] second(int values, int bytes, int levels, int repetitions, Boolean compressed) {
        return second(values, bytes, bytes, levels, repetitions, compressed);
    }

    private static byte[] second(
            int values, int unpacked, int packed, int levels, int repetitions, Boolean compressed) {
        CompactThriftWriter header = new CompactThriftWriter()
                .i32(1, 3)
                .i32(2, unpacked)
                .i32(3, packed)
                .begin(8)
                .i32(1, values)
                .i32(2, 0)
                .i32(3, values)
                .i32(4, PLAIN)
                .i32(5, levels)
                .i32(6, repetitions);
        byte[] sure = header.end().toBytes();
        byte[] flag = compressed == null ? bytes() : bytes(compressed ? 0x11 : 0x12);
        return joined(Arrays.copyOf(sure, sure.length - 2), flag, bytes(0, 0));
    }
}
