package io.bitfront.input.webgraph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.file.GraphFormatException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class WebGraphPropertiesTest {
    @TempDir
    Path folder;

    /// Where lists copy from few others, or from none, all workers decode; where copies of copies go on without limit,
    /// or so deep that decoding a list alone would decode thousands, one worker goes through the file.
    @ParameterizedTest
    @CsvSource({"-1, true", "0, false", "1, false", "3, false", "100, false", "10000, true", "2147483647, true"})
    void leaveOneWorkerOnlyGraphsWhoseCopiesGoDeep(int copies, boolean sequential) throws IOException {
        assertThat(read("maxrefcount", Integer.toString(copies)).sequentialOnly())
                .isEqualTo(sequential);
    }

    /// Of a graph file of 8 bytes.
    private WebGraphProperties read(String name, String value) throws IOException {
        Map<String, String> values = new TreeMap<>(Map.of(
                "graphclass",
                "it.unimi.dsi.webgraph.BVGraph",
                "nodes",
                "3",
                "arcs",
                "2",
                "windowsize",
                "7",
                "minintervallength",
                "4",
                "maxrefcount",
                "3"));
        values.put(name, value);
        Files.writeString(
                folder.resolve("g.properties"),
                values.entrySet().stream()
                        .filter(each -> !each.getValue().isEmpty())
                        .map(each -> each.getKey() + "=" + each.getValue() + "\n")
                        .collect(Collectors.joining()));
        return WebGraphProperties.read(Files.write(folder.resolve("g.graph"), new byte[8]), 1_000);
    }

    private void refuses(String name, String value, String message) {
        assertThatThrownBy(() -> read(name, value))
                .isInstanceOf(GraphFormatException.class)
                .hasMessage(folder.resolve("g.properties") + ": " + message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"g.properties", "g.offsets"})
    void whatLiesBesideAGraphNamesIt(String name) throws IOException {
        Path file = Files.writeString(folder.resolve(name), "graphclass=it.unimi.dsi.webgraph.BVGraph\nnodes=3\n");
        assertThatThrownBy(() -> WebGraphProperties.read(file, 1_000))
                .isInstanceOf(GraphFormatException.class)
                .hasMessage(file + ": it lies beside a WebGraph graph, expected " + folder.resolve("g.graph"));
    }

    /// @param least and the most that a property may be
    @ParameterizedTest
    @CsvSource({
        "version, 0, 0",
        "nodes, 0, 1000",
        "arcs, 0, 9223372036854775807",
        "windowsize, 0, 1024",
        "maxrefcount, -1, 2147483647",
        "minintervallength, 0, 2147483647",
        "zetak, 1, 32"
    })
    void numbersLieInTheirRanges(String name, long least, long most) throws IOException {
        String expected = "property %s is '%s', expected a whole number in %d..%d";
        refuses(name, Long.toString(least - 1), expected.formatted(name, least - 1, least, most));
        refuses(name, "x", expected.formatted(name, "x", least, most));
        if (most < Long.MAX_VALUE) {
            refuses(name, Long.toString(most + 1), expected.formatted(name, most + 1, least, most));
        }
        if (name.equals("version") || name.equals("zetak")) {
            assertThat(read(name, "").zetaK()).isEqualTo(3);
        } else {
            refuses(name, "", "property %s is missing, expected a whole number in %d..%d".formatted(name, least, most));
        }
    }

    @Test
    void numbersAreTheGraphs() throws IOException {
        assertThat(read("nodes", "0").vertices()).isZero();
        assertThat(read("nodes", "64").vertices()).isEqualTo(64);
        assertThat(read("windowsize", "0").window()).isZero();
        assertThat(read("windowsize", "1024").window()).isEqualTo(1_024);
        assertThat(read("maxrefcount", "2147483647").mostReferences()).isEqualTo(Integer.MAX_VALUE);
        assertThat(read("minintervallength", "0").leastInterval()).isZero();
        assertThat(read("zetak", "1").zetaK()).isEqualTo(1);
        assertThat(read("zetak", "32").zetaK()).isEqualTo(32);
    }

    /// 2^20 arcs and 1,024 for each byte of the graph; a list takes a bit.
    @Test
    void aFileOfFewBytesStandsForFewArcsAndVertices() throws IOException {
        long most = (1 << 20) + 8 * 1_024;
        Path graph = folder.resolve("g.graph");
        assertThat(read("arcs", Long.toString(most)).arcs()).isEqualTo(most);
        refuses(
                "arcs",
                Long.toString(most + 1),
                "arcs is %d, more than the %d that the 8 bytes of %s may stand for".formatted(most + 1, most, graph));
        refuses("nodes", "65", "nodes is 65, more than the bits of %s, which has 8 bytes".formatted(graph));
    }

    /// A dozen lines; what is larger than 2^20 bytes is something else.
    @Test
    void propertiesAreASmallFile() throws IOException {
        read("version", "0");
        Path file = folder.resolve("g.properties");
        String text = Files.readString(file);
        Files.writeString(file, text + "#" + "x".repeat((1 << 20) - text.length() - 1));
        Path graph = folder.resolve("g.graph");
        assertThat(WebGraphProperties.read(graph, 10).vertices()).isEqualTo(3);
        Files.writeString(file, "x", StandardOpenOption.APPEND);
        assertThatThrownBy(() -> WebGraphProperties.read(graph, 10))
                .hasMessage(file + ": the file has 1048577 bytes, expected at most 1048576");
    }
}
