package io.bitfront.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.file.GraphFormatException;
import io.bitfront.graph.EdgeRows;
import io.bitfront.graph.GraphInput;
import io.bitfront.input.choice.DirectionChoice;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import io.bitfront.testkit.EdgeFiles;
import io.bitfront.testkit.Shapes;
import io.bitfront.testkit.Share;
import io.bitfront.testkit.TestGraph;
import io.bitfront.testkit.TestGraphs;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("drawn")
class SerialisedGraphTest {
    /// 0 -> 1, 0 -> 2, 2 -> 0 and vertex 3 alone.
    private static final TestGraph DIRECTED =
            new TestGraph("directed", 4, new int[] {0, 0, 2}, new int[] {1, 2, 0}, true);

    private static final TestGraph UNDIRECTED =
            new TestGraph("undirected", 4, new int[] {0, 0}, new int[] {1, 2}, false);
    private static final int OFFSETS = 17;
    private static final int NEIGHBOURS = OFFSETS + 5 * Long.BYTES;

    @TempDir
    private Path folder;

    static List<TestGraph> graphs() {
        return Share.of(SerialisedGraphTest.class, TestGraphs.all());
    }

    @ParameterizedTest
    @MethodSource("graphs")
    void streamsTheOutNeighbours(TestGraph expected) {
        Path file = ReadGraph.write(folder, "a.sg", EdgeFiles.sg(expected));
        List<String> edges = new ArrayList<>();
        int[][] neighbours = expected.outNeighbours();
        for (int v = 0; v < neighbours.length; v++) {
            for (int w : neighbours[v]) {
                edges.add(v + ">" + w);
            }
        }
        ReadGraph graph = ReadGraph.of(file);
        assertThat(graph.edges()).isEqualTo(edges);
        assertThat(graph.ids()).hasSize(expected.vertexCount());
        boolean bothWays = expected.directed() && ReadGraph.bothWays(expected);
        assertThat(graph.alreadySymmetric()).isEqualTo(!expected.directed() || bothWays);
        assertThat(graph.symmetrise()).isFalse();
        assertThat(graph.format()).isEqualTo("sg");
        assertThat(graph.note()).isEqualTo(bothWays ? ReadGraph.BOTH_WAYS : "");
    }

    @Test
    void cutsEdgesIntoPartitionsThatAnyThreadMayStreamAgain() {
        TestGraph star = Shapes.star(140_000);
        Path file = ReadGraph.write(folder, "star.sg", EdgeFiles.sg(star));
        ReadGraph graph = ReadGraph.of(file);
        List<String> expected = new ArrayList<>();
        for (int leaf = 1; leaf < 140_000; leaf++) {
            expected.add("0>" + leaf);
        }
        for (int leaf = 1; leaf < 140_000; leaf++) {
            expected.add(leaf + ">0");
        }
        assertThat(graph.edges().equals(expected)).isTrue();
    }

    @ParameterizedTest
    @MethodSource("graphs")
    void itsRowsAreTheOutNeighboursAsTheyStandInTheFile(TestGraph expected) {
        byte[] bytes = EdgeFiles.sg(expected);
        Path file = ReadGraph.write(folder, "a.sg", bytes);
        try (Workers workers = new Workers(1);
                GraphInput input = GraphReader.read(file, ReadOptions.AUTO, workers, Progress.NONE)) {
            EdgeRows rows = input.edges().rows().orElseThrow();
            int targets = OFFSETS + (expected.vertexCount() + 1) * Long.BYTES;
            int end = targets + (int) expected.cleanEdges() * Integer.BYTES;
            assertThat(rows.starts().toArray(ValueLayout.JAVA_BYTE))
                    .isEqualTo(Arrays.copyOfRange(bytes, OFFSETS, targets));
            assertThat(rows.targets().toArray(ValueLayout.JAVA_BYTE))
                    .isEqualTo(Arrays.copyOfRange(bytes, targets, end));
        }
    }

    @Test
    void takesDirectionFromTheOptionsWhereTheyHaveOne() {
        Path directed = ReadGraph.write(folder, "directed.sg", EdgeFiles.sg(DIRECTED));
        Path undirected = ReadGraph.write(folder, "undirected.sg", EdgeFiles.sg(UNDIRECTED));
        assertThat(ReadGraph.of(directed, DirectionChoice.DIRECTED).directed()).isTrue();
        assertThat(ReadGraph.of(directed, DirectionChoice.UNDIRECTED).symmetrise())
                .isTrue();
        assertThat(ReadGraph.of(undirected, DirectionChoice.UNDIRECTED).alreadySymmetric())
                .isTrue();
        for (DirectionChoice any : DirectionChoice.values()) {
            assertThat(ReadGraph.of(directed, any).note()).isEmpty();
        }
        assertThat(ReadGraph.of(undirected, DirectionChoice.UNDIRECTED).note()).isEmpty();
        ReadGraph asStored = ReadGraph.of(undirected, DirectionChoice.DIRECTED);
        assertThat(asStored.directed()).isTrue();
        assertThat(asStored.edges()).containsExactly("0>1", "0>2", "1>0", "2>0");
        assertThat(asStored.note())
                .isEqualTo("the file is undirected: both directions of every edge are kept as stored");
    }

    @Test
    void addsTheDirectionsAnUndirectedFileLacks() {
        byte[] bytes = EdgeFiles.sg(UNDIRECTED);
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(NEIGHBOURS + 3 * Integer.BYTES, 3);
        Path file = ReadGraph.write(folder, "a.sg", bytes);
        ReadGraph graph = ReadGraph.of(file);
        assertThat(graph.edges()).containsExactly("0>1", "0>2", "1>0", "2>3");
        assertThat(graph.symmetrise()).isTrue();
        assertThat(graph.note())
                .isEqualTo("the file says undirected but holds some edges one way only: the other way is added");
        assertThat(ReadGraph.of(file, DirectionChoice.DIRECTED).note())
                .isEqualTo("the file says undirected but holds some edges one way only: taken as directed");
    }

    @Test
    void isRecognisedWithoutASuffix() {
        assertThat(ReadGraph.of(ReadGraph.write(folder, "graph", EdgeFiles.sg(DIRECTED)))
                        .format())
                .isEqualTo("sg");
    }

    @Test
    void rejectsEveryTruncationAndEveryExtraByte() {
        byte[] whole = EdgeFiles.sg(DIRECTED);
        for (int length = 1; length <= whole.length + 3; length++) {
            if (length != whole.length) {
                String expected = length < OFFSETS
                        ? "the file has %d bytes, expected at least the 17 of a header".formatted(length)
                        : "the file has %d bytes, expected 121 for 4 vertices and 3 directed edges".formatted(length);
                rejects(Arrays.copyOf(whole, length), expected);
            }
        }
    }

    @Test
    void rejectsAHeaderThatCannotBe() {
        rejects(DIRECTED, 0, 1, 37, "byte 0 is 37, expected 0 (undirected) or 1 (directed)");
        rejects(DIRECTED, 0, 1, 0, "the file has 121 bytes, expected 69 for 4 vertices and 3 undirected edges");
        rejects(DIRECTED, 1, 8, -3, "the header declares -3 edges, expected 0 or more");
        rejects(
                DIRECTED,
                1,
                8,
                Long.MAX_VALUE,
                "the file has 121 bytes, expected far more for 4 vertices and 9223372036854775807 directed edges");
        rejects(DIRECTED, 1, 8, 4, "the file has 121 bytes, expected 129 for 4 vertices and 4 directed edges");
        rejects(DIRECTED, 9, 8, -1, "the header declares -1 vertices, expected 0..2147483647");
        rejects(DIRECTED, 9, 8, 1L << 31, "the header declares 2147483648 vertices, expected 0..2147483647");
    }

    @Test
    void rejectsOffsetsThatDoNotAscendWithinTheFile() {
        rejects(DIRECTED, OFFSETS, 8, 1, "offset 0 is 1, expected 0..0");
        rejects(DIRECTED, OFFSETS + 8, 8, -1, "offset 1 is -1, expected 0..3");
        rejects(DIRECTED, OFFSETS + 16, 8, 1, "offset 2 is 1, expected 2..3");
        rejects(DIRECTED, OFFSETS + 24, 8, 4, "offset 3 is 4, expected 2..3");
        rejects(UNDIRECTED, OFFSETS + 32, 8, 3, "offset 4 is 3, expected 4..4");
        byte[] short3 = EdgeFiles.sg(DIRECTED);
        ByteBuffer.wrap(short3)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(OFFSETS + 24, 2)
                .putLong(OFFSETS + 32, 2);
        rejects(short3, "the last offset is 2, expected the 3 edges that the header declares");
    }

    @Test
    void rejectsNeighboursOutsideTheGraph() {
        rejects(DIRECTED, NEIGHBOURS, 4, 4, "neighbour 0 is vertex 4, expected 0..3");
        rejects(DIRECTED, NEIGHBOURS + 8, 4, -1, "neighbour 2 is vertex -1, expected 0..3");
        rejects(UNDIRECTED, NEIGHBOURS + 4, 4, 1 << 30, "neighbour 1 is vertex 1073741824, expected 0..3");
    }

    private void rejects(TestGraph graph, int at, int width, long value, String message) {
        byte[] bytes = EdgeFiles.sg(graph);
        ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        switch (width) {
            case 1 -> buffer.put(at, (byte) value);
            case 4 -> buffer.putInt(at, (int) value);
            default -> buffer.putLong(at, value);
        }
        rejects(bytes, message);
    }

    private void rejects(byte[] bytes, String message) {
        Path file = ReadGraph.write(folder, "bad.sg", bytes);
        assertThatThrownBy(() -> ReadGraph.of(file))
                .isInstanceOf(GraphFormatException.class)
                .hasMessage(file + ": " + message);
        ReadGraph.requireLetGo(file);
    }
}
