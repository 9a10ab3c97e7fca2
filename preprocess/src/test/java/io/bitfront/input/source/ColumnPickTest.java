package io.bitfront.input.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.input.choice.ColumnChoice;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Which columns a header and a user's choice mean.
class ColumnPickTest {
    private static List<String> header(String words) {
        return Arrays.asList(words.split(" "));
    }

    private static ColumnPick pick(String header, String chosen) {
        return ColumnPick.of(header(header), chosen.isEmpty() ? ColumnChoice.AUTO : ColumnChoice.parse(chosen));
    }

    /// A name is looked for as it stands, then in any case; a number may name any column.
    @ParameterizedTest
    @CsvSource({
        "id from to, '', 1, 2",
        "To weight From, '', 2, 0",
        "Source_ID target-id x, '', 0, 1",
        "a b c, 'c,a', 2, 0",
        "A a b, 'a,b', 1, 2",
        "a A b, 'A,B', 1, 2",
        "x A b, 'a,B', 1, 2",
        "a b c, '3,1', 2, 0",
        "a b c, '1,3', 0, 2",
        "a a b, '2,3', 1, 2"
    })
    void twoColumns(String header, String chosen, int from, int to) {
        ColumnPick pick = pick(header, chosen);
        assertThat(pick).isEqualTo(new ColumnPick(from, to));
        List<String> names = header(header);
        assertThat(pick.said(names))
                .isEqualTo("edges go from column %s (%d) to column %s (%d)"
                        .formatted(names.get(from), from + 1, names.get(to), to + 1));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a b c | 4,1 | there are 3 columns, expected --columns with two of 1..3",
                "a b c | 1,4 | there are 3 columns, expected --columns with two of 1..3",
                "a b c | a,d | no column is called 'd', expected --columns with two of a, b, c",
                "a b a | a,b | 2 columns are called 'a', expected --columns by number",
                "A b A | b,a | 2 columns are called 'a', expected --columns by number",
                "from to src dst | '' | the header names ends of edges more than once: src,dst or from,to;"
                        + " expected --columns with one of these pairs",
                "from to to | '' | the header names ends of edges more than once: 1,2 or 1,3;"
                        + " expected --columns with one of these pairs",
                "from from to | '' | the header names ends of edges more than once: 1,3 or 2,3;"
                        + " expected --columns with one of these pairs"
            })
    void noColumnsOrSeveral(String header, String chosen, String message) {
        assertThatThrownBy(() -> pick(header, chosen))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @ParameterizedTest
    @CsvSource({"a b c", "from weight", "to to"})
    void noneWhereNeitherEndIsKnown(String header) {
        assertThat(pick(header, "")).isNull();
        assertThat(ColumnPick.unknown(header(header)))
                .isEqualTo(
                        "the header names %s, none of them known as the ends of edges; expected --columns with two of"
                                + " them",
                        header.replace(" ", ", "));
    }
}
