package io.bitfront.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.parquet.CompactThriftReader.Fields;
import io.bitfront.parquet.CompactThriftReader.MalformedException;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Structures as the specification of Thrift's compact protocol has them, byte by byte.
final class CompactThriftReaderTest {
    private static Fields read(int... bytes) throws MalformedException {
        byte[] all = new byte[bytes.length];
        for (int i = 0; i < all.length; i++) {
            all[i] = (byte) bytes[i];
        }
        return CompactThriftReader.read(ByteBuffer.wrap(all));
    }

    private static void assertMalformed(int... bytes) {
        assertThatThrownBy(() -> read(bytes)).isInstanceOf(MalformedException.class);
    }

    /// Field 1 true, 2 false, 3 a byte, 19 (by its own number) -3, 20 the text "ab", and the end.
    @Test
    void readsFieldsOfEveryKind() throws MalformedException {
        Fields fields = read(0x11, 0x12, 0x13, 0x85, 0x05, 0x26, 0x05, 0x18, 0x02, 'a', 'b', 0x00, 0x77);
        assertThat(fields.flag(1, false)).isTrue();
        assertThat(fields.flag(2, true)).isFalse();
        assertThat(fields.flag(9, true)).isTrue();
        assertThat(fields.number(3)).isEqualTo((byte) 0x85);
        assertThat(fields.number(19)).isEqualTo(-3);
        assertThat(fields.number(8, 42)).isEqualTo(42);
        assertThat(new String(fields.binary(20), StandardCharsets.US_ASCII)).isEqualTo("ab");
        assertThat(fields.has(4)).isFalse();
    }

    /// Of 64 bits, folded so that small numbers are short: 0, -1, 1, 63, -64, 64 and the ends.
    @ParameterizedTest
    @CsvSource({
        "00, 0",
        "01, -1",
        "02, 1",
        "7E, 63",
        "7F, -64",
        "8001, 64",
        "FEFFFFFFFFFFFFFFFF01, 9223372036854775807",
        "FFFFFFFFFFFFFFFFFF01, -9223372036854775808"
    })
    void readsNumbers(String hex, long number) throws MalformedException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.write(0x16);
        bytes.writeBytes(HexFormat.of().parseHex(hex));
        bytes.write(0);
        assertThat(CompactThriftReader.read(ByteBuffer.wrap(bytes.toByteArray()))
                        .number(1))
                .isEqualTo(number);
    }

    @Test
    void readsListsOfFewAndOfMany() throws MalformedException {
        int[] many = new int[19];
        many[0] = 0x19;
        many[1] = 0xF6;
        many[2] = 0x0F;
        Arrays.fill(many, 3, 18, 0x04);
        assertThat(read(0x19, 0x26, 0x02, 0x04, 0x00).values()).containsEntry(1, List.of(1L, 2L));
        assertThat(read(many).values()).containsEntry(1, Collections.nCopies(15, 2L));
        assertThat(read(0x19, 0x21, 0x01, 0x02, 0x00).values()).containsEntry(1, List.of(true, false));
    }

    /// A structure in a structure: 16 of them are read, a 17th is none of Parquet's.
    @Test
    void readsStructuresSixteenDeep() throws MalformedException {
        for (int deep = 0; deep <= 17; deep++) {
            int[] bytes = new int[2 * deep + 1];
            Arrays.fill(bytes, 0, deep, 0x1C);
            if (deep == 17) {
                assertMalformed(bytes);
            } else {
                Fields fields = read(bytes);
                for (int level = 0; level < deep; level++) {
                    fields = fields.struct(1);
                }
                assertThat(fields.values()).isEmpty();
            }
        }
    }

    /// A list in a list: 17 of them are read, an 18th is none of Parquet's.
    @Test
    void readsListsSeventeenDeep() throws MalformedException {
        for (int deep = 1; deep <= 18; deep++) {
            int[] bytes = new int[deep + 2];
            Arrays.fill(bytes, 0, deep, 0x19);
            bytes[deep] = 0x09;
            if (deep == 18) {
                assertMalformed(bytes);
            } else {
                Object found = read(bytes).values().get(1);
                for (int level = 1; level < deep; level++) {
                    found = ((List<?>) found).getFirst();
                }
                assertThat(found).isEqualTo(List.of());
            }
        }
    }

    /// More elements than bytes, of a size that no array has, and fewer than none.
    @Test
    void refusesListsAndTextsLongerThanTheBytes() throws MalformedException {
        assertThat(read(0x19, 0x16, 0x02, 0x00).values()).containsEntry(1, List.of(1L));
        assertMalformed(0x19, 0xF6, 0xFF, 0xFF, 0xFF, 0xFF, 0x07, 0x02, 0x00);
        assertMalformed(0x19, 0xF6, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01, 0x02, 0x00);
        assertMalformed(0x18, 0xFF, 0xFF, 0xFF, 0xFF, 0x07, 0x02, 0x00);
        assertMalformed(0x18, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01, 0x02, 0x00);
        assertThat(read(0x18, 0x01, 0x00, 0x00).binary(1)).containsExactly(0);
        assertMalformed(0x18, 0x02, 0x00);
    }

    @Test
    void refusesAListOfOthersWhereStructuresAreExpected() throws MalformedException {
        Fields numbers = read(0x19, 0x26, 0x02, 0x04, 0x00);
        assertThatThrownBy(() -> numbers.structs(1)).isInstanceOf(MalformedException.class);
        assertThatThrownBy(() -> numbers.structs(2)).isInstanceOf(MalformedException.class);
        assertThat(read(0x19, 0x2C, 0x16, 0x02, 0x00, 0x00, 0x00).structs(1))
                .extracting(Fields::values)
                .containsExactly(Map.of(1, 1L), Map.of());
    }

    @Test
    void refusesWhatEndsTooEarlyOrIsLongerThanTheBytes() {
        assertMalformed();
        assertMalformed(0x16);
        assertMalformed(0x16, 0x80);
        assertMalformed(0x18, 0x02, 'a');
        assertMalformed(0x19, 0x36, 0x02, 0x04);
        assertMalformed(0x1D, 0x00);
        assertMalformed(0x16, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x00, 0x00);
    }

    @Test
    void refusesAFieldOfAnotherKind() throws MalformedException {
        Fields fields = read(0x16, 0x02, 0x00);
        assertThatThrownBy(() -> fields.binary(1)).isInstanceOf(MalformedException.class);
        assertThatThrownBy(() -> fields.number(2)).isInstanceOf(MalformedException.class);
    }
}
