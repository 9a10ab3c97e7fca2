package io.bitfront.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.file.GraphFormatException;
import io.bitfront.input.choice.IdChoice;
import io.bitfront.input.source.Tuning;
import io.bitfront.testkit.Seeds;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("drawn")
class NamesTest {
    @TempDir
    private Path folder;

    private static String said(String word) {
        return "vertices have names, as the first rows hold words such as '%s', no whole numbers without a sign"
                        .formatted(word)
                + " (--ids numbers expects numbers)";
    }

    private Path file(String name, String text) {
        return ReadGraph.write(folder, name, text.getBytes(StandardCharsets.UTF_8));
    }

    private NamedGraph read(String name, String text) {
        return NamedGraph.of(file(name, text), "", IdChoice.AUTO);
    }

    @Test
    void readsNamesByAscendingBytes() {
        NamedGraph graph = read("a.csv", "alice,bob\nbob,Zoë\nÉva,alice\n日本,bob\n");
        assertThat(graph.names()).containsExactly("Zoë", "alice", "bob", "Éva", "日本");
        assertThat(graph.edges()).containsExactly("alice>bob", "bob>Zoë", "Éva>alice", "日本>bob");
        assertThat(graph.named()).isTrue();
        assertThat(graph.note())
                .isEqualTo(
                        said("alice") + "; the first line is taken as an edge, as it names no columns that are known");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a.csv", "a.txt", "a.tsv", "a.el"})
    void readsQuotedNames(String name) {
        NamedGraph graph =
                read(name, "source,target\n\"New York\",\"Paris, \"\"La\"\" France\"\n x y ,1.0\r\n\"7\",#c");
        assertThat(graph.edges()).containsExactly("New York>Paris, \"La\" France", "x y>1.0", "7>#c");
        assertThat(graph.note()).isEqualTo("edges go from column source (1) to column target (2); " + said("New York"));
    }

    @Test
    void takesAQuoteWithinAFieldAmongTabsAsItIs() {
        assertThat(read("a.tsv", "\"Weird Al\" Yankovic\t5\"\n\"a\"\tb c\n").edges())
                .containsExactly("\"Weird Al\" Yankovic>5\"", "a>b c");
    }

    @Test
    void readsQuotedNumbersAsNumbers() {
        NamedGraph graph = read("a.csv", "\"source\",\"target\"\n\"5\",\"0\"\n7,\"12345678901\"\n");
        assertThat(graph.edges()).containsExactly("5>0", "7>12345678901");
        assertThat(graph.named()).isFalse();
    }

    /// The first row is no header, whether or not a suffix says that it is an edge list and others have quotes.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {
                "a.csv|\"1\",\"2\";2,3;3,4",
                "a.csv|1,2;\"2\",\"3\";3,4",
                "a.csv|\"1\",\"2\",\"w\";2,3,5;3,4,5",
                "a.el|\"1\" \"2\";2 3;3 4",
                "table|\"1\",\"2\";\"2\",\"3\";\"3\",\"4\"",
                "table|1,\"2\";\"2\",3;3,4",
                "table|\"a\",\"b\";\"1\",\"2\";\"2\",\"3\";\"3\",\"4\""
            })
    void takesAFirstRowOfQuotedNumbersAsAnEdge(String name, String lines) {
        NamedGraph graph = read(name, lines.replace(';', '\n'));
        assertThat(graph.edges()).containsExactly("1>2", "2>3", "3>4");
        assertThat(graph.named()).isFalse();
    }

    @Test
    void readsNamesAmongBlanks() {
        assertThat(read("a.el", "# c\nalice bob\n bob   carol x\n\n\"d e\"\talice\n")
                        .edges())
                .containsExactly("alice>bob", "bob>carol", "d e>alice");
    }

    @Test
    void leavesOutBlanksAroundNames() {
        assertThat(read("a.csv", "alice , bob\n\tbob\t,\tcarol \n\"carol\" ,\t\"alice\"\n")
                        .edges())
                .containsExactly("alice>bob", "bob>carol", "carol>alice");
    }

    /// One typo must not make names of a file of numbers.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"0 1;1 b;2 3|2|b", "0,1;1,2;x,3|3|x", "1 2;3 4;5 1.0|3|1.0"})
    void namesTheLineOfATypoAmongNumbers(String lines, int line, String typo) {
        Path file = file("a.txt", lines.replace(';', '\n'));
        assertThatThrownBy(() -> NamedGraph.of(file, "", IdChoice.AUTO))
                .isInstanceOf(GraphFormatException.class)
                .hasMessage("%s:%d: '%s' is not a vertex, expected a whole number in 0..9223372036854775807"
                                .formatted(file, line, typo)
                        + " (--ids names takes names)");
        assertThat(NamedGraph.of(file, "", IdChoice.NAMES).named()).isTrue();
    }

    @Test
    void takesMixedColumnsAsNames() {
        NamedGraph graph = read("a.csv", "alice,1\nbob,1\ncarol,2\n");
        assertThat(graph.names()).containsExactly("1", "2", "alice", "bob", "carol");
    }

    /// Numbers of other kinds are names, too: it is said which kind is none.
    @ParameterizedTest
    @CsvSource({"-1 2, -1", "1.0 2.0, 1.0", "+1 2, +1", "1e3 2, 1e3", "1 -2, -2", "1 Zoë, Zoë"})
    void namesTheFirstWordThatIsNoWholeNumber(String line, String word) {
        assertThat(read("a.el", (line + "\n").repeat(3)).note()).contains(said(word));
    }

    @Test
    void obeysWhatIdsAreSaidToBe() {
        Path numbers = file("n.csv", "10,9\n9,2\n");
        assertThat(NamedGraph.of(numbers, "", IdChoice.NAMES).names()).containsExactly("10", "2", "9");
        assertThat(NamedGraph.of(numbers, "", IdChoice.NUMBERS).names()).containsExactly("2", "9", "10");
        Path names = file("a.csv", "alice,bob\nbob,carol\n");
        assertThatThrownBy(() -> NamedGraph.of(names, "", IdChoice.NUMBERS))
                .hasMessage(names + ":2: 'bob' is not a vertex, expected a whole number in 0..9223372036854775807");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "alice,bob;carol,           |2|a vertex is missing, expected 'FROM TO'",
                "alice,bob;carol            |2|the line has 1 column, expected at least 2: edges go from column 1 to"
                        + " column 2",
                "alice,bob;\"carol,dave     |2|a quote opens here and does not close, expected it to close on the same"
                        + " line",
                "alice,bob;carol,\"da\"\"   |2|a quote opens here and does not close, expected it to close on the same"
                        + " line",
                "alice,bob;\"carol\"x,dave  |2|text follows the quote that closes a field, expected a separator",
                "alice,bob;ca\u0007rol,dave |2|byte 0x07 is not text, expected 'FROM TO'"
            })
    void namesTheLineOfADefect(String lines, int line, String what) {
        Path file = file("a.csv", lines.replace(';', '\n'));
        assertThatThrownBy(() -> NamedGraph.of(file, "", IdChoice.AUTO))
                .hasMessage("%s:%d: %s".formatted(file, line, what));
    }

    /// What stands within quotes separates nothing, whichever rows it is in.
    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '\'',
            value = {
                "alice \"New York, NY\"/bob \"Boston, MA\"    ~ alice>New York, NY;bob>Boston, MA",
                "alice \"New York, NY\"/bob Boston            ~ alice>New York, NY;bob>Boston",
                "src dst/a49 \"a|b5\"                         ~ a49>a|b5",
                "alice bob \"met, then left\"/bob carol \"x\" ~ alice>bob;bob>carol",
                "alice \"a, \"\"b\"\"\"/bob \"c|d\"            ~ alice>a, \"b\";bob>c|d"
            })
    void separatesNamesByBlanksAroundQuotes(String text, String edges) {
        assertThat(NamedGraph.of(file("a.txt", text.replace('/', '\n') + "\n"), "", IdChoice.NAMES)
                        .edges())
                .containsExactlyInAnyOrder(edges.split(";"));
    }

    @Test
    void refusesWhatIsNoText() {
        Path latin = ReadGraph.write(folder, "a.csv", "a,b\nZo\u00EB,b\n");
        assertThatThrownBy(() -> NamedGraph.of(latin, "", IdChoice.NAMES))
                .hasMessage(latin + ":2: byte 0xeb is not text, expected 'FROM TO'");
        Path longName = file("l.csv", "a,b\n" + "x".repeat(65_536) + ",b\n");
        assertThatThrownBy(() -> NamedGraph.of(longName, "", IdChoice.AUTO))
                .hasMessage(longName + ":2: a name of 65536 bytes begins with '" + "x".repeat(40)
                        + "...', expected at most 65535");
        assertThat(NamedGraph.of(file("m.csv", "a,b\n" + "x".repeat(65_535) + ",b\n"), "", IdChoice.AUTO)
                        .names())
                .hasSize(3);
    }

    static LongStream seeds() {
        return Seeds.upTo(12);
    }

    /// Against a map from names to numbers, filled line by line.
    @ParameterizedTest
    @MethodSource("seeds")
    void agreesWithAMapOfNames(long seed) {
        Random dice = new Random(seed);
        int pool = 1 + dice.nextInt(1 << dice.nextInt(18));
        char separator = ",;\t|".charAt(dice.nextInt(4));
        StringBuilder text = new StringBuilder();
        List<String> expected = new ArrayList<>();
        Map<String, Integer> seen = new HashMap<>();
        for (int i = 0; i < 1 + dice.nextInt(60_000); i++) {
            String from = name(dice, pool, separator);
            String to = name(dice, pool, separator);
            text.append(field(dice, from, separator)).append(separator).append(field(dice, to, separator));
            text.append(dice.nextInt(9) == 0 ? separator + "7" : "").append(dice.nextInt(5) == 0 ? "\r\n" : "\n");
            expected.add(from + ">" + to);
            seen.putIfAbsent(from, seen.size());
            seen.putIfAbsent(to, seen.size());
        }
        Path file = file("a.txt", text.toString());
        Tuning tuning = new Tuning(1 + dice.nextInt(1 << 16), 1 + dice.nextInt(5_000), Integer.MAX_VALUE);
        NamedGraph graph = NamedGraph.of(file, NamedGraph.options("1,2", IdChoice.NAMES), 1 + dice.nextInt(3), tuning);
        assertThat(graph.edges()).as(Seeds.rerun(getClass(), seed)).isEqualTo(expected);
        byte[][] names = seen.keySet().stream()
                .map(name -> name.getBytes(StandardCharsets.UTF_8))
                .toArray(byte[][]::new);
        Arrays.sort(names, Arrays::compareUnsigned);
        assertThat(graph.names())
                .isEqualTo(Arrays.stream(names)
                        .map(name -> new String(name, StandardCharsets.UTF_8))
                        .toList());
    }

    private static String name(Random dice, int pool, char separator) {
        int number = dice.nextInt(pool);
        return switch (number % 7) {
            case 0 -> "prefix/that/is/longer/than/a/word/" + number;
            case 1 -> "é" + number;
            case 2 -> "a" + (separator == '\t' ? '+' : separator) + " \"b\" " + number;
            case 3 -> "日本 " + number;
            default -> "n" + number;
        };
    }

    private static String field(Random dice, String name, char separator) {
        boolean quote = name.indexOf(separator) >= 0 || name.indexOf('"') >= 0 || dice.nextInt(4) == 0;
        return quote ? '"' + name.replace("\"", "\"\"") + '"' : name;
    }
}
