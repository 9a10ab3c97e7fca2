package io.bitfront.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.input.choice.DirectionChoice;
import io.bitfront.input.source.Tuning;
import io.bitfront.testkit.GraphKind;
import io.bitfront.testkit.Share;
import io.bitfront.testkit.TestGraph;
import io.bitfront.testkit.TestGraphs;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("drawn")
class MetisTest {
    @TempDir
    private Path folder;

    static List<TestGraph> graphs() {
        return Stream.concat(
                        Share.of(MetisTest.class, TestGraphs.all()).stream(),
                        Stream.of(GraphKind.SCALE_FREE.draw(3, 2_000)))
                .filter(graph -> !graph.directed())
                .toList();
    }

    private static String metis(TestGraph graph) {
        int[][] neighbours = graph.outNeighbours();
        long ends = 0;
        StringBuilder lines = new StringBuilder();
        for (int[] list : neighbours) {
            for (int w : list) {
                lines.append(w + 1).append(' ');
            }
            ends += list.length;
            lines.append('\n');
        }
        return "%% made for a test\n%d %d\n".formatted(graph.vertexCount(), ends / 2) + lines;
    }

    private static List<String> edges(TestGraph graph) {
        List<String> edges = new ArrayList<>();
        int[][] neighbours = graph.outNeighbours();
        for (int v = 0; v < neighbours.length; v++) {
            for (int w : neighbours[v]) {
                edges.add(v + 1 + ">" + (w + 1));
            }
        }
        return edges;
    }

    @ParameterizedTest
    @MethodSource("graphs")
    void listsTheNeighboursOfEachVertexWhereverTheTextIsCut(TestGraph graph) {
        Path file = ReadGraph.write(folder, "a.graph", metis(graph));
        for (int chunkBytes : new int[] {1, 7, 64, 1 << 18}) {
            for (int threads : new int[] {1, 3}) {
                Tuning tuning = new Tuning(chunkBytes, 64, Integer.MAX_VALUE);
                ReadGraph read = ReadGraph.of(file, ReadOptions.AUTO, threads, tuning);
                assertThat(read.edges()).isEqualTo(edges(graph));
                assertThat(read.ids()).hasSize(graph.vertexCount());
                assertThat(read.alreadySymmetric()).isTrue();
                assertThat(read.symmetrise()).isFalse();
                assertThat(read.format()).isEqualTo("metis");
                assertThat(read.note()).isEmpty();
            }
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "3 2                | 2;1 3;2",
                "3 2 0              | 2;1 3;2",
                "3 2 1              | 2 7;1 7 3 -2.5;2 1e3",
                "3 2 001            | 2 7;1 7 3 8;2 8",
                "3 2 10             | 5 2;5 1 3;5 2",
                "3 2 011            | 5 2 7;5 1 7 3 8;5 2 8",
                "3 2 100            | 9 2;9 1 3;9 2",
                "3 2 111 2          | 9 5 6 2 7;9 5 6 1 7 3 8;9 5 6 2 8",
                "3 2                | 2;% in the middle; 1\t3 ;2;;",
            })
    void passesOverSizesAndWeights(String head, String lines) {
        String text = head + "\n" + lines.replace(';', '\n') + "\n";
        for (String end : List.of("\n", "\r\n")) {
            ReadGraph graph = ReadGraph.ofText(folder, "a.graph", text.replace("\n", end));
            assertThat(graph.edges()).containsExactly("1>2", "2>1", "2>3", "3>2");
            assertThat(graph.note()).isEqualTo(head.matches("\\S+ \\S+ 0*1.*") ? "weights are ignored" : "");
        }
    }

    /// Line by line, whether lines end as on Windows or not; `;` stands for a line's end.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "3 2;2;1 3 2.;2      | 3: '2.' is not a vertex, expected a whole number in 1..3",
                "3 2;2;1\t-3;2       | 3: '-3' is not a vertex, expected a whole number in 1..3",
                "3 2;2;1 3;x         | 4: 'x' is not a vertex, expected a whole number in 1..3",
                "3 2;2;1 4;2         | 3: vertex 4 is outside 1..3, the range the header declares",
                "3 2;2;1 0 3;2       | 3: vertex 0 is outside 1..3, the range the header declares",
                "3 2;2;1 12345678x;2 | 3: '12345678x' is not a vertex, expected a whole number in 1..3",
                "3 2 1;2 5;1 5 3;2 5 | 3: a number is missing, expected 'NEIGHBOUR WEIGHT ...'",
                "3 2 1;2 5;1 5 3 5x;2 5 | 3: '5x' is not a number, expected 'NEIGHBOUR WEIGHT ...'",
                "3 2 10;5 2;5 1 3;. 2 | 4: '.' is not a number, expected 'NUMBER NEIGHBOUR ...'",
                "3 2 110;5 7 2;5 1;5 7 2 | 4: the text lists 2 neighbours, expected 4: both ends of the 2 edges that line"
                        + " 1 declares",
                "3;2;1 3;2           | 1: '3' is not the size line, expected 'VERTICES EDGES [FORMAT [WEIGHTS]]'",
                "3 2 0 0 0;2;1 3;2   | 1: '3 2 0 0 0' is not the size line, expected 'VERTICES EDGES [FORMAT [WEIGHTS]]'",
                "3 2 11 1025;2;1 3;2 | 1: a vertex has 1025 weights, expected 1..1024 by format 11",
                "3 2 11 0;2;1 3;2    | 1: a vertex has 0 weights, expected 1..1024 by format 11",
                "3 2 0 1;2;1 3;2     | 1: a vertex has 1 weights, expected 0 by format 0",
                "3 2 0000;2;1 3;2    | 1: '0000' is not a format, expected up to three of 0 and 1: vertex sizes, vertex"
                        + " weights, edge weights",
                "2 1;2;1;  % c;\t% d; 1;2 | 6: these are the neighbours of vertex 3, expected 2 vertices as line 1 declares",
                " ;% a; % b;2 1;2;1;;;1 | 9: these are the neighbours of vertex 5, expected 2 vertices as line 4 declares",
                "2 1;2               | 2: the text ends after the neighbours of vertex 1, expected 2 vertices as line 1"
                        + " declares"
            })
    void saysWhatIsWrongWithWhichLine(String lines, String message) {
        for (String end : List.of("\n", "\r\n")) {
            Path file = ReadGraph.write(folder, "a.graph", lines.replace(";", end) + end);
            for (int chunkBytes : new int[] {3, 1 << 18}) {
                Tuning tuning = new Tuning(chunkBytes, 64, Integer.MAX_VALUE);
                assertThatThrownBy(() -> ReadGraph.of(file, ReadOptions.AUTO, 2, tuning))
                        .hasMessage(file + ":" + message);
            }
        }
    }

    @Test
    void passesOverAThousandWeights() {
        String weights = "7 ".repeat(1_024);
        ReadGraph graph = ReadGraph.ofText(folder, "a.graph", "2 1 010 1024\n%s2\n%s1\n".formatted(weights, weights));
        assertThat(graph.edges()).containsExactly("1>2", "2>1");
    }

    /// Eight digits are read at once, more of them one by one.
    @Test
    void readsNumbersOfAnyLength() {
        ReadGraph graph =
                ReadGraph.ofText(folder, "a.graph", "3 2\n00000002\n000000001 0000000000000000000000003\n0000002\n");
        assertThat(graph.edges()).containsExactly("1>2", "2>1", "2>3", "3>2");
        for (String large : List.of("4", "10000000", "100000002", "12345678901", "99999999999999999999999")) {
            Path file = ReadGraph.write(folder, "b.graph", "3 2\n%s\n1 3\n2\n".formatted(large));
            assertThatThrownBy(() -> ReadGraph.of(file))
                    .hasMessageStartingWith(file + ":2: vertex " + large + " is outside 1..3");
        }
    }

    @Test
    void blankLinesAreVerticesWithoutNeighbours() {
        ReadGraph graph = ReadGraph.ofText(folder, "a.graph", "4 1\n\n4\n\n2");
        assertThat(graph.edges()).containsExactly("2>4", "4>2");
        assertThat(graph.ids()).containsExactly(1L, 2L, 3L, 4L);
    }

    @Test
    void addsTheOtherWayOfEdgesListedAtOneEnd() {
        ReadGraph graph = ReadGraph.ofText(folder, "a.graph", "3 2\n2 3\n3\n1\n");
        assertThat(graph.symmetrise()).isTrue();
        assertThat(graph.note()).isEqualTo("the file lists some edges at one end only: the other way is added");
    }

    @Test
    void obeysTheDirectionAskedFor() {
        Path file = ReadGraph.write(folder, "a.metis", "2 1\n2\n1\n");
        ReadGraph directed = ReadGraph.of(file, DirectionChoice.DIRECTED);
        assertThat(directed.directed()).isTrue();
        assertThat(directed.note()).isEqualTo("the graph is taken as directed: every edge goes the way it is listed");
        assertThat(ReadGraph.of(file, DirectionChoice.UNDIRECTED).alreadySymmetric())
                .isTrue();
    }

    @Test
    void readsCompressedText() throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream stream = new GZIPOutputStream(packed)) {
            stream.write("3 2\n2\n1 3\n2\n".getBytes(StandardCharsets.US_ASCII));
        }
        Path file = ReadGraph.write(folder, "a.graph.gz", packed.toByteArray());
        assertThat(ReadGraph.of(file).edges()).containsExactly("1>2", "2>1", "2>3", "3>2");
    }

    @Test
    void needsNoMoreMemoryThanItEstimates() {
        TestGraph graph = GraphKind.UNIFORM.draw(5, 2_000);
        Path file = ReadGraph.write(folder, "a.graph", metis(graph));
        assertThat(GraphReader.memoryNeeded(file, ReadOptions.AUTO))
                .isGreaterThan(8L * edges(graph).size());
    }
}
