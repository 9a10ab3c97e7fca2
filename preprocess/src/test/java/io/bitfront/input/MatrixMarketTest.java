package io.bitfront.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.file.GraphFormatException;
import io.bitfront.input.choice.DirectionChoice;
import io.bitfront.input.source.Tuning;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class MatrixMarketTest {
    @TempDir
    private Path folder;

    static List<List<String>> variants() {
        List<List<String>> variants = new ArrayList<>();
        for (String symmetry : List.of("general", "symmetric", "skew-symmetric", "hermitian")) {
            variants.add(List.of("pattern", "", symmetry));
            variants.add(List.of("integer", " -7", symmetry));
            variants.add(List.of("real", " 0.25e-3", symmetry));
            variants.add(List.of("complex", " 1.5 -2E+10", symmetry));
        }
        return variants;
    }

    @ParameterizedTest
    @MethodSource("variants")
    void readsEveryFieldAndSymmetry(List<String> variant) {
        String value = variant.get(1);
        String text = "%%MatrixMarket matrix coordinate " + variant.get(0) + " " + variant.get(2) + "\n5 5 3\n" + "2 1"
                + value + "\n5 2" + value + "\n3 3" + value + "\n";
        ReadGraph graph = ReadGraph.ofText(folder, "a.mtx", text);
        assertThat(graph.ids()).containsExactly(1L, 2L, 3L, 4L, 5L);
        assertThat(graph.edges()).containsExactly("2>1", "5>2", "3>3");
        assertThat(graph.symmetrise()).isEqualTo(!variant.get(2).equals("general"));
        assertThat(graph.alreadySymmetric()).isFalse();
        assertThat(graph.range()).isTrue();
        assertThat(graph.format()).isEqualTo("mtx");
        assertThat(graph.note())
                .isEqualTo(
                        value.isEmpty() ? "" : "values are ignored: every stored entry is an edge, also where it is 0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1 2.5", "1 2e1", "1 2,5", "1 2-5"})
    void aColumnAndAValueStandApart(String line) {
        assertThatThrownBy(() -> ReadGraph.ofText(
                        folder, "apart.mtx", "%%MatrixMarket matrix coordinate real general\n3 3 1\n" + line + "\n"))
                .isInstanceOf(GraphFormatException.class)
                .hasMessageContaining("apart.mtx:3: ");
    }

    @Test
    void readsBannerInAnyCaseAmongBlanks() {
        ReadGraph graph = ReadGraph.ofText(
                folder, "a.mtx", "%%matrixmarket  MATRIX\tCoordinate Pattern   GENERAL \n2 2 1\n1 2\n");
        assertThat(graph.edges()).containsExactly("1>2");
    }

    @Test
    void passesOverCommentsAndBlankLinesAnywhere() {
        ReadGraph graph = ReadGraph.ofText(
                folder,
                "a.mtx",
                "%%MatrixMarket matrix coordinate pattern general\n%\n% text 1 2\n\n \t\n 2\t2  2 \n\n1 2\n"
                        + "% between\n  % indented\n\t\n2 1\n\n% end");
        assertThat(graph.edges()).containsExactly("1>2", "2>1");
    }

    @Test
    void readsIndentedAlignedAndTrailingBlanks() {
        ReadGraph graph = ReadGraph.ofText(
                folder,
                "a.mtx",
                "%%MatrixMarket matrix coordinate real general\n"
                        + "100 100 3\n"
                        + "   1    2    0.5\n"
                        + "100\t1\t-1.0  \n"
                        + "  3 4 1 \t\n");
        assertThat(graph.edges()).containsExactly("1>2", "100>1", "3>4");
    }

    @Test
    void readsWindowsLinesAByteOrderMarkAndNoLastLineEnd() {
        ReadGraph graph = ReadGraph.ofText(
                folder,
                "a.mtx",
                "\u00EF\u00BB\u00BF%%MatrixMarket matrix coordinate pattern symmetric\r\n"
                        + "% c\r\n"
                        + "3 3 2\r\n"
                        + "2 1\r\n\r\n"
                        + "3 1");
        assertThat(graph.edges()).containsExactly("2>1", "3>1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0",
                "-0",
                "+1",
                "007",
                "1.",
                ".5",
                "-.5",
                "1.25",
                "1e5",
                "1E-05",
                "1.5e+300",
                "1.0D+00",
                "2d7",
                "12345678",
                "123456789.123456789",
                "nan",
                "NaN",
                "-inf",
                "Infinity",
                "0.00000000000000000000000001"
            })
    void takesAnyNumberForAValue(String value) {
        String head = "%%MatrixMarket matrix coordinate real general\n3 3 2\n";
        String text = head + "1 2 " + value + "\n2 3 " + value + "\r\n";
        assertThat(ReadGraph.ofText(folder, "a.mtx", text).edges()).containsExactly("1>2", "2>3");
    }

    @Test
    void keepsVerticesWithoutEntries() {
        ReadGraph graph =
                ReadGraph.ofText(folder, "a.mtx", "%%MatrixMarket matrix coordinate pattern general\n4 4 0\n");
        assertThat(graph.ids()).containsExactly(1L, 2L, 3L, 4L);
        assertThat(graph.edges()).isEmpty();
    }

    @Test
    void readsAMatrixOfNoRows() {
        ReadGraph graph =
                ReadGraph.ofText(folder, "a.mtx", "%%MatrixMarket matrix coordinate pattern symmetric\n0 0 0\n");
        assertThat(graph.ids()).isEmpty();
    }

    @Test
    void readsTheLargestVertex() {
        Path file = ReadGraph.write(
                folder,
                "a.mtx",
                "%%MatrixMarket matrix coordinate pattern general\n2147483647 2147483647 2\n"
                        + "2147483647 1\n1 00000002147483646\n");
        assertThat(ReadGraph.withoutIds(file, 2, Tuning.DEFAULT).edges())
                .containsExactly("2147483647>1", "1>2147483646");
    }

    @Test
    void takesDirectionFromTheOptionsWhereTheyHaveOne() {
        Path general = ReadGraph.write(
                folder, "general.mtx", "%%MatrixMarket matrix coordinate pattern general\n2 2 1\n2 1\n");
        Path symmetric = ReadGraph.write(
                folder, "symmetric.mtx", "%%MatrixMarket matrix coordinate pattern symmetric\n2 2 1\n2 1\n");
        assertThat(ReadGraph.of(general, DirectionChoice.AS_FORMAT).directed()).isTrue();
        assertThat(ReadGraph.of(general, DirectionChoice.DIRECTED).directed()).isTrue();
        assertThat(ReadGraph.of(general, DirectionChoice.UNDIRECTED).symmetrise())
                .isTrue();
        assertThat(ReadGraph.of(symmetric, DirectionChoice.AS_FORMAT).symmetrise())
                .isTrue();
        assertThat(ReadGraph.of(symmetric, DirectionChoice.UNDIRECTED).symmetrise())
                .isTrue();
        ReadGraph oneWay = ReadGraph.of(symmetric, DirectionChoice.DIRECTED);
        assertThat(oneWay.directed()).isTrue();
        assertThat(oneWay.note())
                .isEqualTo("symmetric storage is taken as directed: an entry stands for its own direction only");
    }
}
