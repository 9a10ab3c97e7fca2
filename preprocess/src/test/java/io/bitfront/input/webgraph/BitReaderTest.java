package io.bitfront.input.webgraph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.input.webgraph.BitReader.BrokenCodeException;
import java.lang.foreign.MemorySegment;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Codes as WebGraph writes them, bit by bit.
final class BitReaderTest {
    private static final String ENDS = "the data ends within a number";
    private static final String TOO_LONG = "a number has more than 63 bits";

    /// @param bits 0 and 1, the highest of the first byte first; zeros fill up the last byte
    private static BitReader reader(String bits) {
        byte[] bytes = new byte[(bits.length() + 7) / 8];
        for (int i = 0; i < bits.length(); i++) {
            bytes[i / 8] |= (byte) (bits.charAt(i) - '0' << 7 - i % 8);
        }
        return new BitReader(MemorySegment.ofArray(bytes));
    }

    private static String binary(long value, int bits) {
        String digits = Long.toBinaryString(value);
        return "0".repeat(bits - (value == 0 ? 0 : digits.length())) + (value == 0 ? "" : digits);
    }

    private static String unary(int zeros) {
        return "0".repeat(zeros) + "1";
    }

    /// The number of its bits but the first, in unary, and these.
    private static String gamma(long value) {
        int length = 63 - Long.numberOfLeadingZeros(value + 1);
        return unary(length) + binary(value + 1 - (1L << length), length);
    }

    private static String delta(long value) {
        int length = 63 - Long.numberOfLeadingZeros(value + 1);
        return gamma(length) + binary(value + 1 - (1L << length), length);
    }

    /// Of every length, at every bit of a byte, in the middle of the data and up to its very end.
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 7, 8, 9, 31, 32, 33, 55, 56, 57, 58, 62, 63})
    void numbersOfSoManyBits(int count) {
        Random random = new Random(count);
        for (int before = 0; before < 9; before++) {
            long value = count == 0 ? 0 : random.nextLong() >>> Long.SIZE - count | 1L << count - 1;
            for (int after : new int[] {0, 3, 100}) {
                BitReader reader = reader("1".repeat(before) + binary(value, count) + "1".repeat(after));
                reader.position(before);
                assertThat(reader.number(count)).isEqualTo(value);
                assertThat(reader.position()).isEqualTo(before + count);
                assertThat(reader.overrun()).isFalse();
                assertThat(reader.left()).isEqualTo((before + count + after + 7) / 8 * 8 - before - count);
            }
        }
    }

    @Test
    void behindTheEndStandZeros() {
        BitReader reader = reader("10110011");
        assertThat(reader.number(12)).isEqualTo(0b101100110000);
        assertThat(reader.overrun()).isTrue();
        assertThat(reader.left()).isEqualTo(-4);
        assertThat(reader.number(63)).isZero();
    }

    /// Of more zeros than one load holds, and as many as several.
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 7, 8, 55, 56, 57, 58, 63, 64, 65, 113, 114, 115, 171, 500})
    void zerosAreCounted(int zeros) {
        for (int before = 0; before < 9; before++) {
            for (String after : new String[] {"", "1", "0".repeat(90)}) {
                BitReader reader = reader("1".repeat(before) + unary(zeros) + after);
                reader.position(before);
                assertThat(reader.unary()).isEqualTo(zeros);
                assertThat(reader.position()).isEqualTo(before + zeros + 1);
            }
            BitReader endless = reader("1".repeat(before) + "0".repeat(zeros));
            endless.position(before);
            assertThatThrownBy(endless::unary)
                    .isInstanceOf(BrokenCodeException.class)
                    .hasMessage(ENDS);
        }
    }

    @Test
    void codesAreReadOneBehindTheOther() {
        long[] values = {0, 1, 2, 3, 6, 7, 8, 30, 1_000, 65_535, Integer.MAX_VALUE, 1L << 40, (1L << 62) - 1};
        StringBuilder gammas = new StringBuilder();
        StringBuilder deltas = new StringBuilder();
        for (long value : values) {
            gammas.append(gamma(value));
            deltas.append(delta(value));
        }
        BitReader gamma = reader(gammas.toString());
        BitReader delta = reader(deltas.toString());
        for (long value : values) {
            assertThat(gamma.gamma()).isEqualTo(value);
            assertThat(delta.delta()).isEqualTo(value);
        }
        assertThat(gamma.position()).isEqualTo(gammas.length());
        assertThat(delta.position()).isEqualTo(deltas.length());
    }

    /// Of the paper's table of ζ codes.
    @ParameterizedTest
    @CsvSource({
        "1, 0, 1",
        "1, 1, 010",
        "1, 2, 011",
        "1, 6, 00111",
        "2, 0, 10",
        "2, 1, 110",
        "2, 2, 111",
        "2, 3, 01000",
        "2, 7, 011000",
        "3, 0, 100",
        "3, 1, 1010",
        "3, 6, 1111",
        "3, 7, 0100000",
        "3, 14, 0100111",
        "3, 15, 01010000",
        "4, 0, 1000",
        "4, 7, 11000",
        "4, 13, 11110"
    })
    void zetaCodes(int k, long value, String code) {
        BitReader reader = reader(code + "11");
        assertThat(reader.zeta(k)).isEqualTo(value);
        assertThat(reader.position()).isEqualTo(code.length());
    }

    /// Three bits each behind one that tells the last.
    @ParameterizedTest
    @CsvSource({"0, 1000", "7, 1111", "8, 00011000", "511, 011101111111", "64, 000100001000"})
    void nibbles(long value, String code) {
        BitReader reader = reader(code + "111");
        assertThat(reader.nibble()).isEqualTo(value);
        assertThat(reader.position()).isEqualTo(code.length());
    }

    @Test
    void numbersHaveNoMoreThan63Bits() {
        assertThat(reader(unary(62) + "1".repeat(62)).gamma()).isEqualTo(Long.MAX_VALUE - 1);
        assertThatThrownBy(() -> reader(unary(63) + "0".repeat(80)).gamma()).hasMessage(TOO_LONG);
        assertThat(reader(gamma(62) + "1".repeat(62)).delta()).isEqualTo(Long.MAX_VALUE - 1);
        assertThatThrownBy(() -> reader(gamma(63) + "0".repeat(80)).delta()).hasMessage(TOO_LONG);
        assertThat(reader(unary(20) + binary(1L << 60, 62)).zeta(3)).isEqualTo((1L << 60) + (1L << 60) - 1);
        assertThatThrownBy(() -> reader(unary(21) + "0".repeat(80)).zeta(3)).hasMessage(TOO_LONG);
        assertThat(reader("0111".repeat(20) + "1111").nibble()).isEqualTo(Long.MAX_VALUE);
        assertThatThrownBy(() -> reader("0111".repeat(21) + "1111").nibble()).hasMessage(TOO_LONG);
        assertThatThrownBy(() -> reader("0001" + "0000".repeat(20) + "1000").nibble())
                .hasMessage(TOO_LONG);
        assertThat(reader("0000".repeat(30) + "1001").nibble()).isEqualTo(1);
    }

    /// Its reader sees that more was read than there is.
    @Test
    void aNibbleEndsWithTheData() {
        BitReader reader = reader("00010001");
        assertThat(reader.nibble()).isEqualTo(0b001_001_000);
        assertThat(reader.overrun()).isTrue();
    }
}
