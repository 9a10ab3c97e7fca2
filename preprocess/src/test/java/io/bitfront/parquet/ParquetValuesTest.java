package io.bitfront.parquet;

import static io.bitfront.parquet.HandMadeTable.bytes;
import static io.bitfront.parquet.HandMadeTable.joined;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The encodings of pages, bit by bit.
final class ParquetValuesTest {
    private static ByteBuffer buffer(byte... bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static byte[] varint(long value) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        long left = value;
        for (; (left & ~0x7FL) != 0; left >>>= 7) {
            bytes.write((int) (left & 0x7F | 0x80));
        }
        bytes.write((int) left);
        return bytes.toByteArray();
    }

    private static byte[] zigzag(long value) {
        return varint(value << 1 ^ value >> 63);
    }

    /// Lowest bit first.
    private static byte[] packed(int width, long... values) {
        byte[] bytes = new byte[width * values.length / 8];
        for (int bit = 0; bit < width * values.length; bit++) {
            if ((values[bit / width] >>> bit % width & 1) != 0) {
                bytes[bit / 8] |= (byte) (1 << bit % 8);
            }
        }
        return bytes;
    }

    private static long[] next(ParquetValues values, int count, int step) {
        long[] all = new long[count];
        for (int done = 0; done < count; done += step) {
            values.next(all, done, Math.min(step, count - done));
        }
        return all;
    }

    private static long[] drawn(int width, int count) {
        Random random = new Random(width);
        return IntStream.range(0, count)
                .mapToLong(_ -> width == 0 ? 0 : random.nextLong() >>> Long.SIZE - width)
                .toArray();
    }

    /// A run, two groups of packed values, another run.
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 7, 8, 9, 15, 16, 17, 24, 25, 31, 32})
    void runsAndPackedGroupsOfEveryWidth(int width) {
        long[] values = drawn(width, 18);
        byte[] run = packed(8 * ((width + 7) / 8), values[0]);
        byte[] other = packed(8 * ((width + 7) / 8), values[17]);
        byte[] groups =
                packed(width, IntStream.range(1, 17).mapToLong(i -> values[i]).toArray());
        byte[] all = joined(varint(5 << 1), run, varint(2 << 1 | 1), groups, varint(200 << 1), other);
        long[] expected = new long[221];
        for (int i = 0; i < expected.length; i++) {
            expected[i] = i < 5 ? values[0] : i < 21 ? values[i - 4] : values[17];
        }
        for (int step : new int[] {1, 6, 221}) {
            assertThat(next(new ParquetValues.Hybrid(buffer(all), width), 221, step))
                    .isEqualTo(expected);
        }
    }

    @Test
    void indicesHaveNoMoreThan32Bits() {
        for (int width : new int[] {-1, 33}) {
            assertThatThrownBy(() -> new ParquetValues.Hybrid(buffer(), width))
                    .isInstanceOf(IndexOutOfBoundsException.class)
                    .hasMessage("width " + width);
        }
    }

    /// What no row refers to is given no number, and another is given one once.
    @Test
    void textsOfADictionaryAreGivenNumbersWhenRowsHaveThem() {
        byte[] texts = joined(
                bytes(1, 0, 0, 0),
                bytes('a'),
                bytes(0, 0, 0, 0),
                bytes(2, 0, 0, 0),
                bytes('b', 'c'),
                bytes(1, 0, 0, 0),
                bytes('d'));
        List<String> numbered = new ArrayList<>();
        IntToLongFunction dictionary = new ParquetValues.Texts(buffer(texts), (text, length) -> {
                    numbered.add(new String(text, 0, length, StandardCharsets.US_ASCII));
                    return numbered.size();
                })
                .dictionary(4);
        assertThat(numbered).isEmpty();
        assertThat(dictionary.applyAsLong(2)).isEqualTo(1);
        assertThat(dictionary.applyAsLong(0)).isEqualTo(2);
        assertThat(dictionary.applyAsLong(2)).isEqualTo(1);
        assertThat(numbered).containsExactly("bc", "a");
        for (int none : new int[] {-1, 4}) {
            assertThatThrownBy(() -> dictionary.applyAsLong(none)).isInstanceOf(IndexOutOfBoundsException.class);
        }
        assertThatThrownBy(() -> new ParquetValues.Texts(buffer(texts), (text, length) -> 0).dictionary(5))
                .isInstanceOfAny(BufferUnderflowException.class, IndexOutOfBoundsException.class);
    }

    /// More of them than are decoded at once.
    @Test
    void indicesAreReadInPieces() {
        for (int count : new int[] {1_023, 1_024, 1_025, 2_049}) {
            byte[] all = joined(bytes(1), varint((count - 1) << 1), bytes(1), varint(1 << 1), bytes(0));
            ParquetValues values = new ParquetValues.Indexed(buffer(all), index -> 50 + 10 * index);
            long[] into = new long[count + 2];
            values.next(into, 1, count);
            assertThat(into[0]).isZero();
            assertThat(into[count + 1]).isZero();
            for (int i = 1; i <= count; i++) {
                assertThat(into[i]).isEqualTo(i < count ? 60 : 50);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        // a run of five ones; a group of eight ones; a run of two ones and of three zeros
        "0A01, 5, true",
        "0A01, 4, true",
        "0AFF, 5, false",
        "03FF, 8, true",
        "03BF, 6, true",
        "03BF, 7, false",
        "04010600, 2, true",
        "04010600, 3, false",
        "0401000003FF, 10, true",
        "040103FE, 3, false"
    })
    void tellsWhetherAllLevelsAreOnes(String hex, int count, boolean ones) {
        byte[] bytes = HexFormat.of().parseHex(hex);
        assertThat(new ParquetValues.Hybrid(buffer(bytes), 1).allOnes(count)).isEqualTo(ones);
    }

    @Test
    void levelsAreTakenInTurn() {
        ParquetValues.Hybrid levels = new ParquetValues.Hybrid(buffer(bytes(2 << 1, 1, 3 << 1, 0, 1 << 1, 1)), 1);
        assertThat(levels.allOnes(2)).isTrue();
        assertThat(next(levels, 3, 1)).containsExactly(0, 0, 0);
        assertThat(levels.allOnes(1)).isTrue();
    }

    /// Blocks of 32 values in four miniblocks, each of a width of its own.
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 8, 9, 32, 33, 34, 65, 70})
    void differencesOfEveryWidth(int count) {
        int[] widths = {0, 1, 5, 32, 64, 13, 8, 3, 2, 2, 2, 2};
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(joined(varint(32), varint(4), varint(count), zigzag(-7)));
        long[] expected = new long[97];
        expected[0] = -7;
        for (int block = 0; block < 3; block++) {
            long least = block == 1 ? -1_000_000_007L : 3;
            bytes.writeBytes(zigzag(least));
            for (int i = 0; i < 4; i++) {
                bytes.write(widths[4 * block + i]);
            }
            for (int i = 0; i < 4; i++) {
                long[] drawn = drawn(widths[4 * block + i], 8);
                bytes.writeBytes(packed(widths[4 * block + i], drawn));
                for (int k = 0; k < 8; k++) {
                    int at = 32 * block + 8 * i + k + 1;
                    expected[at] = expected[at - 1] + least + drawn[k];
                }
            }
        }
        for (int step : new int[] {1, 10, count}) {
            ParquetValues wide = new ParquetValues.Deltas(buffer(bytes.toByteArray()), true);
            assertThat(next(wide, count, step)).isEqualTo(Arrays.copyOf(expected, count));
            ParquetValues narrow = new ParquetValues.Deltas(buffer(bytes.toByteArray()), false);
            assertThat(next(narrow, count, step))
                    .isEqualTo(IntStream.range(0, count)
                            .mapToLong(i -> (int) expected[i])
                            .toArray());
        }
    }

    /// Miniblocks are of a multiple of eight values, a block is one of 2^16 at most.
    @ParameterizedTest
    @CsvSource({
        "8, 1, true",
        "32, 4, true",
        "65536, 1, true",
        "65544, 1, false",
        "65536, 8192, true",
        "32, 0, false",
        "0, 1, false",
        "12, 1, false",
        "36, 4, false",
        "24, 4, false"
    })
    void blocksHaveSizesThatCanBe(long block, long parts, boolean sound) {
        byte[] all = joined(varint(block), varint(parts), varint(1), zigzag(5));
        if (sound) {
            assertThat(next(new ParquetValues.Deltas(buffer(all), true), 1, 1)).containsExactly(5);
        } else {
            assertThatThrownBy(() -> new ParquetValues.Deltas(buffer(all), true))
                    .isInstanceOf(IndexOutOfBoundsException.class)
                    .hasMessage("block of %d in %d".formatted(block, parts));
        }
    }

    @Test
    void differencesHaveNoMoreThan64Bits() {
        for (int width : new int[] {65, 255}) {
            byte[] all = joined(varint(8), varint(1), varint(2), zigzag(5), zigzag(0), bytes(width), new byte[80]);
            ParquetValues values = new ParquetValues.Deltas(buffer(all), true);
            assertThatThrownBy(() -> next(values, 2, 2)).isInstanceOf(IndexOutOfBoundsException.class);
        }
    }

    @Test
    void numbersHaveUpToTenBytes() {
        for (long value : new long[] {0, 127, 128, 16_383, 16_384, Long.MAX_VALUE, -1}) {
            assertThat(ParquetValues.varint(buffer(varint(value)))).isEqualTo(value);
        }
        byte[] eleven = bytes(0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0);
        assertThatThrownBy(() -> ParquetValues.varint(buffer(eleven))).hasMessage("a number of more than 64 bits");
    }
}
