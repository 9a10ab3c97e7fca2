package io.bitfront.input.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class DigitsTest {
    private static byte[] padded(String text) {
        return (text + "x".repeat(Chunk.PADDING)).getBytes(StandardCharsets.ISO_8859_1);
    }

    @Test
    void countsLeadingDigitsBeforeAnyByte() {
        for (int digits = 0; digits <= 8; digits++) {
            for (int other = 0; other < 256; other++) {
                if (other < '0' || other > '9') {
                    String text = "98765432".substring(0, digits) + (char) other + "1234567";
                    assertThat(Digits.count(Digits.load(padded(text), 0)))
                            .as("%d digits before byte %d", digits, other)
                            .isEqualTo(digits);
                }
            }
        }
    }

    @Test
    void evaluatesAnyNumberOfDigits() {
        for (String number :
                new String[] {"0", "7", "10", "999", "4096", "65536", "100000", "7654321", "99999999", "00000012"}) {
            for (String behind : new String[] {"", " 99", "\n12345678", "\u00FF"}) {
                long word = Digits.load(padded(number + behind), 0);
                assertThat(Digits.value(word, number.length())).isEqualTo(Long.parseLong(number));
            }
        }
    }

    @Test
    void findsTheEndOfALineAtAnyDistance() {
        for (int distance = 0; distance < 40; distance++) {
            for (String end : new String[] {"\n", "\r\n", "\n\n", "\r\r"}) {
                String text = "ab\u008Acdefghi\u008D".repeat(5).substring(0, distance) + end;
                assertThat(Digits.endOfLine(padded(text), 0)).isEqualTo(distance);
                assertThat(Digits.endOfLine(padded("\n" + text), 1)).isEqualTo(distance + 1);
            }
        }
    }
}
