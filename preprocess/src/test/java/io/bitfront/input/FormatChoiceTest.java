package io.bitfront.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.file.GraphFormatException;
import io.bitfront.input.choice.DirectionChoice;
import io.bitfront.input.source.FileNames;
import io.bitfront.input.source.Tuning;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class FormatChoiceTest {
    private static final String MATRIX = "%%MatrixMarket matrix coordinate pattern general\n3 3 1\n1 2\n";

    private static final String ARCS = "p sp 3 2\na 1 2 7\na 2 3 1\n";

    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource(GraphFormat.class)
    void parsesItsOwnWords(GraphFormat format) {
        assertThat(GraphFormat.parse(format.word())).isEqualTo(format);
    }

    @Test
    void listsTheFormatsThatExist() {
        assertThatThrownBy(() -> GraphFormat.parse("xml"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("format 'xml' is unknown; expected one of auto, mtx, ")
                .hasMessageContainingAll(Arrays.stream(GraphFormat.values())
                        .map(GraphFormat::word)
                        .toArray(String[]::new));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a.mtx", "a.MTX", "a.txt", "a.el", "a.dat", "matrix"})
    void takesAMatrixMarketBannerForWhatItIs(String name) {
        assertThat(ReadGraph.ofText(folder, name, MATRIX).format()).isEqualTo("mtx");
        assertThat(ReadGraph.ofText(folder, name, "\u00EF\u00BB\u00BF" + MATRIX).format())
                .isEqualTo("mtx");
    }

    /// Some of whose lines are edges between words.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "XML, as GraphML and GEXF are | <?xml version='1.0'?>;<graphml/>",
                "XML, as GraphML and GEXF are | <graphml xmlns='x'>;<edge/>",
                "a graph in DOT | graph g {;a -- b }",
                "a graph in DOT | // by hand;strict digraph {;1 -> 2 }",
                "a graph in DOT | digraph \"a b\" {;1 -> 2 }",
                "a graph in GML | Creator \"me\";graph [;directed 1 ]",
                "a graph in GML | graph;[;node [ id 1 ] ]",
                "a Pajek network | % by hand;*Vertices 3;1 2;2 3",
                "JSON | {\"nodes\": [];}",
                "JSON | [;[1, 2],;[2, 3] ]"
            })
    void namesAFormatThatIsNotRead(String what, String lines) {
        String text = lines.replace(';', '\n') + "\n";
        for (String name : List.of("a.txt", "a.csv", "a.el", "a.dat")) {
            assertThatThrownBy(() -> ReadGraph.ofText(folder, name, text))
                    .isInstanceOf(GraphFormatException.class)
                    .hasMessageContainingAll(
                            name + ": the file is " + what + ", which is not read, expected a graph in one of mtx, ",
                            " (--format takes it for one)");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"graph theory", "<a> <b>", "{a} {b}", "digraph 1", "*a *b", "[1] [2]", "Creator graph"})
    void namesThatBeginLikeAnotherFormatAreNames(String edge) {
        ReadGraph read = ReadGraph.ofText(folder, "a.el", edge + "\n");
        assertThat(read.format()).isEqualTo("edges");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a.gr", "a.txt", "a.csv", "a.el", "a.dat", "arcs"})
    void takesTheProblemLineOfDimacsForWhatItIs(String name) {
        for (String text : List.of(ARCS, "c made by hand\nc\n\n" + ARCS, "\u00EF\u00BB\u00BF" + ARCS)) {
            ReadGraph read = ReadGraph.ofText(folder, name, text);
            assertThat(read.format()).isEqualTo("gr");
            assertThat(read.edges()).containsExactly("1>2", "2>3");
        }
    }

    /// People may be called so.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "c d\nd e\n",
                "carol dave\np sp 3 2\n",
                "p sp\na b\n",
                "p sp 3\na b 1\n",
                "p sp x 2\na b y 3\n",
                "p q 3 2\na b 1 7\n",
                "a 1 2 7\np sp 3 2\n"
            })
    void takesNamesThatBeginLikeDimacsAsNames(String text) {
        assertThat(ReadGraph.ofText(folder, "names.txt", text).format()).isEqualTo("edges");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "edges | 0 1;1 2;",
                "edges | # comment;;0,1;",
                "edges | c;d e;0 1 3;",
                "edges | % sym;0 1 3;",
                "gr    | c comment;p sp 2 1;a 1 2 1;",
                "gr    | p sp 2 1;a 1 2 1;"
            })
    void recognisesTextWithoutASuffix(String format, String lines) {
        String text = lines.replace(';', '\n');
        assertThat(GraphReader.inputOf(ReadGraph.write(folder, "graph", text), ReadOptions.AUTO)
                        .format()
                        .word())
                .isEqualTo(format);
    }

    @Test
    void obeysTheFormatAskedFor() {
        Path file = ReadGraph.write(folder, "a.mtx", MATRIX);
        ReadOptions edges = new ReadOptions(GraphFormat.EDGES, DirectionChoice.AS_FORMAT);
        assertThat(ReadGraph.of(file, edges, 1, Tuning.DEFAULT).edges()).containsExactly("3>3", "1>2");
        ReadOptions dimacs = new ReadOptions(GraphFormat.GR, DirectionChoice.AS_FORMAT);
        assertThatThrownBy(() -> ReadGraph.of(file, dimacs, 1, Tuning.DEFAULT))
                .hasMessage(file + ":1: '%%MatrixMarket matrix coordinate pattern...' is not the problem line,"
                        + " expected 'p sp VERTICES ARCS'");
        ReadOptions serialised = new ReadOptions(GraphFormat.SG, DirectionChoice.AS_FORMAT);
        assertThatThrownBy(() -> ReadGraph.of(file, serialised, 1, Tuning.DEFAULT))
                .hasMessage(file + ": byte 0 is 37, expected 0 (undirected) or 1 (directed)");
    }

    @Test
    void saysWhatCannotBeRead() {
        assertThatThrownBy(() -> ReadGraph.of(folder))
                .hasMessage(
                        folder + ": this is a directory without a .parquet file, expected a graph file or a folder of"
                                + " such parts");
        Path missing = folder.resolve("missing.mtx");
        assertThatThrownBy(() -> ReadGraph.of(missing))
                .isInstanceOf(GraphFormatException.class)
                .hasMessage(missing + ": there is no such file");
        Path device = Path.of("/dev/null");
        assertThatThrownBy(() -> ReadGraph.of(device))
                .hasMessage("/dev/null: this is a pipe or device, expected a regular file (the graph is mapped)");
    }

    @Test
    void saysThatAFileMayNotBeRead() {
        Path file = Path.of("secret.mtx");
        assertThat(GraphFormatException.unreadable(file, new AccessDeniedException("secret.mtx")))
                .isInstanceOf(GraphFormatException.class)
                .hasMessage("secret.mtx: the file may not be read, expected read permission");
        assertThat(GraphFormatException.unreadable(file, new IOException("Input/output error")))
                .hasMessage("secret.mtx: Input/output error");
    }

    @ParameterizedTest
    @CsvSource({
        "road.mtx, road",
        "road.mtx.gz, road",
        "road.tar.gz, road",
        "a.b.tar.gz, a.b",
        "road.tgz, road",
        "road, road",
        ".hidden, .hidden"
    })
    void knowsTheStemOfAName(String name, String stem) {
        assertThat(FileNames.stem(folder.resolve(name))).isEqualTo(stem);
    }
}
