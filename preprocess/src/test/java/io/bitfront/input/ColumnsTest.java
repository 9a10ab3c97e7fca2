package io.bitfront.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.file.GraphFormatException;
import io.bitfront.input.choice.ColumnChoice;
import io.bitfront.input.choice.IdChoice;
import io.bitfront.input.source.Tuning;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// In the tables, `;` stands for a line's end.
class ColumnsTest {
    @TempDir
    private Path folder;

    private Path file(String lines) {
        return ReadGraph.write(folder, "a.csv", lines.replace(';', '\n').getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "id,from,to;9,0,1;8,1,2         | from (2) to column to (3)",
                "from,weight,to;0,7,1;1,7,2     | from (1) to column to (3)",
                "to,from;1,0;2,1                | from (2) to column to (1)",
                "Source,Target,Type,Id;0,1,x,3;1,2,y,4 | Source (1) to column Target (2)",
                "weight,src,dst;0.5,0,1;0.25,1,2 | src (2) to column dst (3)",
                "label,FROM_NODE_ID,to_node_id;a,0,1;b,1,2 | FROM_NODE_ID (2) to column to_node_id (3)",
                ",source,target;0,0,1;1,1,2     | source (2) to column target (3)",
                "von,nach,Länge;0,1,5;1,2,6     | von (1) to column nach (2)"
            })
    void readsTheColumnsThatAHeaderNames(String lines, String said) {
        NamedGraph graph = NamedGraph.of(file(lines), "", IdChoice.AUTO);
        assertThat(graph.edges()).containsExactly("0>1", "1>2");
        assertThat(graph.note()).isEqualTo("edges go from column " + said);
    }

    /// Commas within numbers and names separate nothing where the header says otherwise.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "from#to#weight;a#b#0,5;b#c#1,5;c#a#2,5 | from (1) to column to (2)",
                "id#from#to;0,1#a#b;0,2#b#c;0,3#c#a | from (2) to column to (3)",
                "from#to;Smith, J.#Doe, A.;b, B.#c | from (1) to column to (2)"
            })
    void separatesRowsAsTheHeaderIsSeparated(String lines, String said) {
        for (String separator : new String[] {";", "\t"}) {
            NamedGraph graph = NamedGraph.of(
                    ReadGraph.write(
                            folder,
                            "b.csv",
                            lines.replace(';', '\n').replace("#", separator).getBytes(StandardCharsets.UTF_8)),
                    "",
                    IdChoice.AUTO);
            if (lines.contains("Smith")) {
                assertThat(graph.edges()).containsExactly("Smith, J.>Doe, A.", "b, B.>c");
            } else {
                assertThat(graph.edges()).containsExactly("a>b", "b>c", "c>a");
            }
            assertThat(graph.note()).startsWith("edges go from column " + said);
        }
    }

    @Test
    void passesCommentsHoweverManyAndAroundAHeader() {
        String many = "# a line of comment that is of no use to anybody\n".repeat(25_000);
        NamedGraph below =
                NamedGraph.of(file(many + "id,from,to;# note, here;;% more;1,a,b;2,#b,c"), "", IdChoice.AUTO);
        assertThat(below.edges()).containsExactly("a>b", "#b>c");
        NamedGraph columns = NamedGraph.of(file(many + "5,10,20;6,20,30"), "2,3", IdChoice.AUTO);
        assertThat(columns.edges()).containsExactly("10>20", "20>30");
        NamedGraph names = NamedGraph.of(file(many + "1,2;2,3"), "", IdChoice.NAMES);
        assertThat(names.edges()).containsExactly("1>2", "2>3");
    }

    /// Rows may be wider than a header of two words, which then are those of the first two columns.
    @Test
    void takesAHeaderOfTwoUnknownWordsOverWiderRows() {
        NamedGraph graph = NamedGraph.of(file("a,b;0,1,9;1,2,9"), "", IdChoice.AUTO);
        assertThat(graph.edges()).containsExactly("0>1", "1>2");
        assertThat(graph.note()).isEqualTo("edges go from column a (1) to column b (2)");
        assertThatThrownBy(() -> NamedGraph.of(file("a,b,c;0,1,9;1,2,9"), "", IdChoice.AUTO))
                .isInstanceOf(GraphFormatException.class)
                .hasMessageContaining("--columns");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a,b,c;7,0,1;7,1,2        | b,c",
                "a,b,c;7,0,1;7,1,2        | B,C",
                "b,B,c;7,0,1;7,1,2        | B,c",
                "C,B,c;7,0,1;7,1,2        | b,c",
                "a,b,c;7,0,1;7,1,2        | 2,3",
                "x,0,1;y,1,2              | 2,3",
                "1,q,0;2,q,1              | 3,1",
                "from,to,u,v;9,9,0,1;8,8,1,2 | u,v",
                "from,to,from;9,1,0;8,2,1 | 3,2",
                "\"a,b\",c;0,1;1,2        | 1,2"
            })
    void readsTheColumnsAskedFor(String lines, String columns) {
        assertThat(NamedGraph.of(file(lines), columns, IdChoice.NUMBERS).edges())
                .containsExactly("0>1", "1>2");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a,b,c;7,0,1;7,1,2 | | 1: the header names a, b, c, none of them known as the ends of edges; expected"
                        + " --columns with two of them",
                "from,to,source,target;1,2,3,4 | | 1: the header names ends of edges more than once: source,target or"
                        + " from,to; expected --columns with one of these pairs",
                "from,to,from;1,2,3 | | 1: the header names ends of edges more than once: 1,2 or 3,2; expected"
                        + " --columns with one of these pairs",
                "a,b;0,1 | a,c | 1: no column is called 'c', expected --columns with two of a, b",
                "a,b;0,1 | a,A | 1: --columns a,A is one column, expected two of a, b",
                "a,b,a;0,1,2 | a,b | 1: 2 columns are called 'a', expected --columns by number",
                "0,1;1,2 | a,b | 1: the first line is no header, expected --columns with two numbers from 1 to 2",
                "0,1;1,2 | 1,3 | 1: the line has 2 columns, expected at least 3: edges go from column 1 to column 3",
                "a,b,c;7,0,1;7,x,2 | b,c | 3: 'x' is not a vertex, expected a whole number in 0..9223372036854775807",
                "a,b,c;7,0,1;7,,2 | b,c | 3: '' is not a vertex, expected a whole number in 0..9223372036854775807",
                "a,b,c;7,0,1;7,-1,2 | b,c | 3: '-1' is not a vertex, expected a whole number in 0..9223372036854775807",
                "a,b,c;7,0,1;7,1:,2 | b,c | 3: '1:' is not a vertex, expected a whole number in 0..9223372036854775807",
                "a,b,c;7,0,1;7,/1,2 | b,c | 3: '/1' is not a vertex, expected a whole number in 0..9223372036854775807",
                "a,b,c;7,0,1;7,1,9223372036854775808 | b,c | 3: vertex 9223372036854775808 is too large, expected a whole"
                        + " number in 0..9223372036854775807",
                "a,b,c;7,0,1;7,92233720368547758070,1 | b,c | 3: vertex 92233720368547758070 is too large, expected a"
                        + " whole number in 0..9223372036854775807",
                "a,b,c;7,0,99999999999999999999;7,0,2 | b,c | 2: vertex 99999999999999999999 is too large, expected a"
                        + " whole number in 0..9223372036854775807"
            })
    void neverGuesses(String lines, String columns, String message) {
        Path file = file(lines);
        assertThatThrownBy(() -> NamedGraph.of(file, columns == null ? "" : columns, IdChoice.NUMBERS))
                .isInstanceOf(GraphFormatException.class)
                .hasMessage(file + ":" + message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a     | --columns a: expected FROM,TO: two columns by name or by number",
                "a,b,c | --columns a,b,c: expected FROM,TO: two columns by name or by number",
                "a,    | --columns a,: expected FROM,TO: two columns by name or by number",
                "1,b   | --columns 1,b: expected either two names or two numbers from 1",
                "0,1   | --columns 0,1: expected either two names or two numbers from 1",
                "1,1   | --columns 1,1: expected two different columns",
                "a, a  | --columns a, a: expected two different columns"
            })
    void refusesWhatNamesNoTwoColumns(String words, String message) {
        assertThatThrownBy(() -> ColumnChoice.parse(words)).hasMessage(message);
    }

    @Test
    void namesHaveUpToAHundredCharacters() {
        String longest = "n".repeat(100);
        String other = "m".repeat(100);
        assertThat(ColumnChoice.parse(longest + "," + other)).isEqualTo(new ColumnChoice(longest, other));
        for (String words : new String[] {longest + "n,b", "a,n" + longest}) {
            assertThatThrownBy(() -> ColumnChoice.parse(words))
                    .hasMessage("--columns: a name is longer than 100 bytes; expected its number");
        }
    }

    /// Up to 2^63 - 1, whatever zeros stand before them.
    @Test
    void readsTheLargestNumbers() {
        assertThat(NamedGraph.of(file("a,b,c;7,0009,9223372036854775807;7,0,00"), "b,c", IdChoice.NUMBERS)
                        .edges())
                .containsExactly("9>9223372036854775807", "0>0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a.csv", "a.tsv", "a.txt"})
    void readsEverySeparator(String name) {
        for (String separator : new String[] {",", ";", "\t", "|", " , ", "  "}) {
            String text = "id,from,to\n9,0,1\n8,1,2\n".replace(",", separator);
            Path file = ReadGraph.write(folder, name, text);
            assertThat(NamedGraph.of(file, "", IdChoice.AUTO).edges())
                    .as(separator)
                    .containsExactly("0>1", "1>2");
        }
    }

    @Test
    void refusesAChoiceWhereThereIsNone() {
        Path file = ReadGraph.write(folder, "a.mtx", "%%MatrixMarket matrix coordinate pattern general\n3 3 1\n1 2\n");
        for (ReadOptions options :
                new ReadOptions[] {NamedGraph.options("1,2", IdChoice.AUTO), NamedGraph.options("", IdChoice.NAMES)}) {
            assertThatThrownBy(() -> ReadGraph.of(file, options, 1, Tuning.DEFAULT))
                    .isInstanceOf(GraphFormatException.class)
                    .hasMessage(file + ": a file of format mtx has no columns and numbers its vertices,"
                            + " expected no --columns or --ids names");
        }
    }

    @Test
    void passesOverCommentsAmongNumbers() {
        assertThat(NamedGraph.of(file("# a;id,from,to;9,0,1;# b;;8,1,2"), "", IdChoice.AUTO)
                        .edges())
                .containsExactly("0>1", "1>2");
    }
}
