package io.bitfront.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.input.choice.DirectionChoice;
import io.bitfront.input.source.Tuning;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EdgeListTest {
    @TempDir
    private Path folder;

    private ReadGraph read(String text) {
        return ReadGraph.ofText(folder, "a.txt", text);
    }

    @ParameterizedTest
    @ValueSource(strings = {" ", "\t", ",", ";", "   ", ", ", " , ", "\t;\t"})
    void readsEverySeparator(String separator) {
        ReadGraph graph = read("0" + separator + "1\n2" + separator + "0\n");
        assertThat(graph.edges()).containsExactly("0>1", "2>0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a.el", "a.txt", "a.tsv", "a.csv", "a.edges", "A.TXT", "a.b.el"})
    void readsEverySuffix(String name) {
        ReadGraph graph = ReadGraph.ofText(folder, name, "0 1\n");
        assertThat(graph.edges()).containsExactly("0>1");
        assertThat(graph.format()).isEqualTo("edges");
    }

    /// Both by the lines that are parsed fast and by those that begin with a blank.
    /// As many as several batches of them, and a gap of one.
    @Test
    void idsThatFollowEachOtherAreARange() {
        for (int first : new int[] {0, 1, 63, 64, 65, 1_000, 4_095}) {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < 2_100; i++) {
                text.append(first + i).append(' ').append(first + i + 1).append('\n');
            }
            ReadGraph graph = ReadGraph.ofText(folder, "range.el", text.toString());
            assertThat(graph.range()).isTrue();
            assertThat(graph.ids()).hasSize(2_101).startsWith((long) first);
            assertThat(graph.edges()).hasSize(2_100).contains("%d>%d".formatted(first + 2_099, first + 2_100));
            text.append(first).append(' ').append(first + 2_102).append('\n');
            assertThat(ReadGraph.ofText(folder, "gap.el", text.toString()).range())
                    .isFalse();
        }
    }

    @Test
    void keepsIdsOfNineteenDigitsApart() {
        long last = Long.MAX_VALUE;
        for (String blank : new String[] {"", " "}) {
            ReadGraph graph = read("%s%d %d\n%s%d %d\n".formatted(blank, last - 7, last, blank, last - 1, last - 8));
            assertThat(graph.edges())
                    .containsExactly("%d>%d".formatted(last - 7, last), "%d>%d".formatted(last - 1, last - 8));
        }
    }

    @Test
    void passesOverEveryKindOfCommentAndBlankLines() {
        ReadGraph graph = read("# a\n% b\n// c\n\n  # indented\n0 1\n#1 2\n%1 2\n//1 2\n \t \n1 0\n# end");
        assertThat(graph.edges()).containsExactly("0>1", "1>0");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "source,target",
                "FromNodeId\tToNodeId",
                "a b c d",
                "\"id1\";\"id2\"",
                ",x,1",
                "von nach L\u00E4nge"
            })
    void toleratesALineThatNamesTheColumns(String header) {
        assertThat(read("# comment\n" + header + "\n0 1\n").edges()).containsExactly("0>1");
    }

    @Test
    void ignoresFurtherColumnsWhateverTheyHold() {
        ReadGraph graph = read("0 1 0.5 text\n1,2,\"a, b\"\r\n2\t3\tM\u00FCnchen 2024-01-01\n3 0 \n0 2,\n");
        assertThat(graph.edges()).containsExactly("0>1", "1>2", "2>3", "3>0", "0>2");
    }

    @Test
    void readsWindowsLinesAByteOrderMarkAndNoLastLineEnd() {
        ReadGraph graph = read("\u00EF\u00BB\u00BF0 1\r\n1 2\r\n\r\n2 0");
        assertThat(graph.edges()).containsExactly("0>1", "1>2", "2>0");
    }

    @Test
    void isDirectedAndSaysSoUnlessAFlagDecides() {
        Path file = ReadGraph.write(folder, "a.el", "0 1\n");
        ReadGraph plain = ReadGraph.of(file, DirectionChoice.AS_FORMAT);
        assertThat(plain.directed()).isTrue();
        assertThat(plain.note())
                .isEqualTo(
                        "an edge list is taken as directed; --undirected makes every edge stand for both directions");
        assertThat(ReadGraph.of(file, DirectionChoice.DIRECTED).directed()).isTrue();
        assertThat(ReadGraph.of(file, DirectionChoice.DIRECTED).note()).isEmpty();
        assertThat(ReadGraph.of(file, DirectionChoice.UNDIRECTED).symmetrise()).isTrue();
        assertThat(ReadGraph.of(file, DirectionChoice.UNDIRECTED).note()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0 1\n1 0\n", "5 7\n2 2\n7 5\n", "0 1\n1 0\n1 0\n0 1\n", "0 1\n2 0\n1 0\n0 2\n"})
    void isUndirectedWhereEveryEdgeIsThereBothWays(String text) {
        Path file = ReadGraph.write(folder, "a.el", text);
        ReadGraph plain = ReadGraph.of(file, DirectionChoice.AS_FORMAT);
        assertThat(plain.alreadySymmetric()).isTrue();
        assertThat(plain.symmetrise()).isFalse();
        assertThat(plain.note()).isEqualTo(ReadGraph.BOTH_WAYS);
        ReadGraph directed = ReadGraph.of(file, DirectionChoice.DIRECTED);
        assertThat(directed.directed()).isTrue();
        assertThat(directed.note()).isEmpty();
        assertThat(ReadGraph.of(file, DirectionChoice.UNDIRECTED).note()).isEmpty();
    }

    /// The last one's vertices have neighbours whose numbers, from 1 on, sum up to the same each way.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "3 3\n",
                "0 1\n1 0\n0 1\n",
                "0 1\n1 0\n1 2\n",
                "0 1\n1 2\n2 0\n",
                "1 0\n0 2\n0 3\n4 0\n1 3\n4 1\n3 2\n2 4\n"
            })
    void isDirectedWhereOneIsNot(String text) {
        ReadGraph graph = ReadGraph.of(ReadGraph.write(folder, "a.el", text));
        assertThat(graph.directed()).isTrue();
        assertThat(graph.note()).startsWith("an edge list is taken as directed");
    }

    @Test
    void keepsConsecutiveIdsFromAnyFirstOneAsARange() {
        ReadGraph fromZero = read("2 0\n1 2\n");
        assertThat(fromZero.ids()).containsExactly(0L, 1L, 2L);
        assertThat(fromZero.range()).isTrue();
        ReadGraph fromOne = read("3 1\n2 3\n");
        assertThat(fromOne.ids()).containsExactly(1L, 2L, 3L);
        assertThat(fromOne.edges()).containsExactly("3>1", "2>3");
        assertThat(fromOne.range()).isTrue();
        ReadGraph fromFar = read("8000000000000000002 8000000000000000001\n8000000000000000003 8000000000000000001\n");
        assertThat(fromFar.ids()).containsExactly(8000000000000000001L, 8000000000000000002L, 8000000000000000003L);
        assertThat(fromFar.edges())
                .containsExactly("8000000000000000002>8000000000000000001", "8000000000000000003>8000000000000000001");
        assertThat(fromFar.range()).isTrue();
    }

    @Test
    void numbersSparseIdsByAscendingId() {
        ReadGraph graph = read("70 5\n5 900\n900 900\n0 70\n");
        assertThat(graph.ids()).containsExactly(0L, 5L, 70L, 900L);
        assertThat(graph.edges()).containsExactly("70>5", "5>900", "900>900", "0>70");
        assertThat(graph.range()).isFalse();
    }

    @Test
    void readsIdsOfEveryLengthUpToTheLargest() {
        StringBuilder text = new StringBuilder();
        List<String> expected = new ArrayList<>();
        long id = 1;
        for (int digits = 1; digits <= 19; digits++) {
            text.append(id).append(' ').append(id * 9 / 10).append('\n');
            expected.add(id + ">" + id * 9 / 10);
            id = digits < 18 ? id * 10 + digits % 10 : Long.MAX_VALUE / 9;
        }
        text.append("9223372036854775807 2147483647\n2147483648 4294967296\n");
        expected.add("9223372036854775807>2147483647");
        expected.add("2147483648>4294967296");
        assertThat(read(text.toString()).edges()).containsExactlyElementsOf(expected);
    }

    /// 18446744073709551617 is 1 modulo 2⁶⁴.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "9223372036854775808",
                "9999999999999999999",
                "10000000000000000000",
                "18446744073709551615",
                "18446744073709551616",
                "18446744073709551617",
                "27670116110564327424",
                "99999999999999999999",
                "184467440737095516170"
            })
    void refusesIdsBeyondTheLargest(String id) {
        for (String line : List.of("0 " + id, id + " 0", "0\t" + id + " 7")) {
            Path file = ReadGraph.write(folder, "large.el", "0 1\n" + line + "\n");
            assertThatThrownBy(() -> ReadGraph.of(file, DirectionChoice.AS_FORMAT))
                    .hasMessage("%s:2: vertex %s is too large, expected a whole number in 0..9223372036854775807"
                            .formatted(file, id));
        }
    }

    @Test
    void readsIdsWithLeadingZeros() {
        assertThat(read("000 0000000000000000000000000001\n00000001 000000002\n")
                        .edges())
                .containsExactly("0>1", "1>2");
    }

    @Test
    void limitsTheNumberOfVertices() {
        Path few = ReadGraph.write(folder, "few.el", "0 1\n2 0\n");
        Path sparse = ReadGraph.write(folder, "sparse.el", "0 9000000000\n2 0\n");
        Tuning two = new Tuning(16, 64, 2);
        assertThatThrownBy(() -> ReadGraph.of(few, ReadOptions.AUTO, 2, two))
                .hasMessage(few + ": the graph has 3 vertices, expected at most 2");
        assertThatThrownBy(() -> ReadGraph.of(sparse, ReadOptions.AUTO, 2, two))
                .hasMessage(sparse + ": the graph has 3 vertices, expected at most 2");
    }

    @Test
    void saysThatFurtherColumnsAreIgnored() {
        String ignored = "what follows the first two columns is ignored";
        for (String text : List.of(
                "1 2 0.5\n2 3 1\n",
                "1\t2\t7\t9\n2\t3\t7\t9\n",
                "a,b,3\nb,c,4\n",
                "\t1\t2\tx\n\t2\t3\tx\n",
                "1;2; x\n2;3; x\n",
                "a,b,,3\nb,c,,4\n")) {
            Path file = ReadGraph.write(folder, "wide.txt", text);
            assertThat(ReadGraph.of(file, DirectionChoice.DIRECTED).note())
                    .as(text)
                    .contains(ignored);
        }
        for (String text : List.of(
                "1 2\n2 3\n",
                "1 2\n2 3\n3 4 5\n",
                "1,2,\n2,3,\n",
                "1,2,\r\n2,3,\r\n",
                "1;2;\n2;3;\n",
                "1;2;;\n2;3;;\n",
                "1\t2\t\n2\t3\t\n",
                " 1   2 \n 2   3 \n",
                "\t1\t2\n\t2\t3\n",
                "\t1 2\t \n\t2 3\t \n",
                "a,b,\nb,c,\n",
                " a   b \n b   c \n")) {
            Path file = ReadGraph.write(folder, "narrow.txt", text);
            assertThat(ReadGraph.of(file, DirectionChoice.DIRECTED).note())
                    .as(text)
                    .doesNotContain(ignored);
        }
    }
}
