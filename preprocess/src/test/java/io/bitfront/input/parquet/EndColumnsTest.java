package io.bitfront.input.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.input.choice.ColumnChoice;
import io.bitfront.input.choice.DirectionChoice;
import io.bitfront.input.choice.IdChoice;
import io.bitfront.input.choice.ReadChoices;
import io.bitfront.input.edges.NameTable;
import io.bitfront.parquet.ParquetTable.Column;
import io.bitfront.parquet.TextNumbers.RefusedException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// In the tables a column of names has a star before its name, all others are of numbers.
final class EndColumnsTest {
    private static List<String> ends(String columns, String choice, String ids) {
        String[] words = columns.isEmpty() ? new String[0] : columns.split(" ");
        List<Column> all = IntStream.range(0, words.length)
                .mapToObj(i -> new Column(words[i].replace("*", ""), words[i].startsWith("*"), true, false, false, i))
                .toList();
        ReadChoices choices = new ReadChoices(
                DirectionChoice.AS_FORMAT,
                choice == null ? ColumnChoice.AUTO : ColumnChoice.parse(choice),
                IdChoice.parse(ids));
        return EndColumns.among(all, choices).stream().map(Column::name).toList();
    }

    /// Those asked for, those of known names, the only two, the only two of numbers beside one of names.
    @ParameterizedTest
    @CsvSource({
        "a b, , auto, a b",
        "*a *b, , auto, a b",
        "a *b, , auto, a b",
        "a *b c, , auto, a c",
        "*x b from *to, , auto, from to",
        "a b c, 'c,a', auto, c a",
        "a *b c, '2,3', auto, b c",
        "a b *c *d, , numbers, a b",
        "a b *c *d, 'd,a', names, d a",
        "*a b c, 'b,c', numbers, b c"
    })
    void areNeverGuessed(String columns, String choice, String ids, String ends) {
        assertThat(String.join(" ", ends(columns, choice, ids))).isEqualTo(ends);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''          |     | auto    | the table has 0 columns of integers or names, expected two: from and to",
                "a           |     | auto    | the table has 1 column of integers or names, expected two: from and to",
                "*a *b c     |     | numbers | the table has 1 integer column, expected two: from and to",
                "a b c       |     | auto    | the columns of integers or names are a, b, c, none of them known as the ends"
                        + " of edges; expected --columns with two of them",
                "a b *c *d   |     | auto    | the columns of integers or names are a, b, c, d, none of them known as the"
                        + " ends of edges; expected --columns with two of them",
                "a *b *c     |     | auto    | the columns of integers or names are a, b, c, none of them known as the ends"
                        + " of edges; expected --columns with two of them",
                "a b *c      | a,c | numbers | column c holds names, expected whole numbers (--ids names takes names)",
                "*from *to a b |   | numbers | column from holds names, expected whole numbers (--ids names takes names)",
                "a b         | 1,3 | auto    | there are 2 columns, expected --columns with two of 1..2"
            })
    void saysWhatIsNotClear(String columns, String choice, String ids, String message) {
        assertThatThrownBy(() -> ends(columns, choice, ids))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    /// Of 65,535 bytes at most, text, and not empty.
    @Test
    void namesAreAsThoseOfTexts() {
        byte[] longest = new byte[65_536];
        Arrays.fill(longest, (byte) 'n');
        byte[] text = "ab\tc".getBytes(StandardCharsets.UTF_8);
        try (NameTable names = new NameTable()) {
            assertThat(ParquetParts.number(names, longest, 65_535)).isEqualTo(names.add(longest, 0, 65_535));
            assertThat(ParquetParts.number(names, text, 2)).isEqualTo(names.add(text, 0, 2));
            assertThat(names.count()).isEqualTo(2);
            assertThatThrownBy(() -> ParquetParts.number(names, longest, 65_536))
                    .isInstanceOf(RefusedException.class)
                    .hasMessageMatching("a name of 65536 bytes begins with 'n+.*', expected at most 65535");
            assertThatThrownBy(() -> ParquetParts.number(names, text, 0))
                    .hasMessage("a name is empty, expected a vertex in every row");
            assertThatThrownBy(() -> ParquetParts.number(names, text, 4))
                    .hasMessage("byte 0x09 is not text, expected names in UTF-8");
        }
    }
}
