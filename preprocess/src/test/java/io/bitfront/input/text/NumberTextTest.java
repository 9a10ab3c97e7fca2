package io.bitfront.input.text;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Ends of numbers, against a regular expression.
class NumberTextTest {
    private static final Pattern NUMBER = Pattern.compile(
            "[+-]?(?:(?:\\d++\\.?+\\d*+|\\.\\d++)(?:[ed][+-]?+\\d++|(?![ed]))|infinity|inf|nan)",
            Pattern.CASE_INSENSITIVE);

    private static final String LETTERS = "0123456789..++--eEdDnaif \n";

    private static void expectEnd(String text) {
        byte[] bytes = Arrays.copyOf(text.getBytes(US_ASCII), text.length() + Chunk.PADDING);
        Arrays.fill(bytes, text.length(), bytes.length, (byte) '\n');
        for (int at = 0; at < text.length(); at++) {
            Matcher matcher = NUMBER.matcher(text).region(at, text.length());
            assertThat(NumberText.end(bytes, at))
                    .as("%s from %d on", text, at)
                    .isEqualTo(matcher.lookingAt() ? matcher.end() : -1);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1",
                "-1.5e+3 2",
                ".5d7",
                "5.",
                ".",
                "+",
                "1e",
                "1e+",
                "x1e",
                "12345678",
                "1234567890123456.12345678",
                "1e12345678",
                "Infinity",
                "-INF",
                "+NaN",
                "infinit",
                "na"
            })
    void standBehindTheLastCharacterThatBelongsToOne(String text) {
        expectEnd(text);
    }

    @Test
    void areFoundInAnyText() {
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 3_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int length = random.nextInt(1, 12); length > 0; length--) {
                text.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
            }
            expectEnd(text.toString());
        }
    }
}
