package io.bitfront.input.webgraph;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class WebGraphPropertiesTest {
    @TempDir
    Path folder;

    /// Where lists copy from few others, or from none, all workers decode; where copies of copies go on without limit,
    /// or so deep that decoding a list alone would decode thousands, one worker goes through the file.
    @ParameterizedTest
    @CsvSource({"-1, true", "0, false", "1, false", "3, false", "100, false", "10000, true", "2147483647, true"})
    void leaveOneWorkerOnlyGraphsWhoseCopiesGoDeep(int copies, boolean sequential) throws IOException {
        Path graph = folder.resolve("g.graph");
        Files.write(graph, new byte[8]);
        Files.writeString(folder.resolve("g.properties"), """
                        graphclass=it.unimi.dsi.webgraph.BVGraph
                        nodes=3
                        arcs=2
                        windowsize=7
                        minintervallength=4
                        maxrefcount=%d
                        """.formatted(copies));
        assertThat(WebGraphProperties.read(graph, 10).sequentialOnly()).isEqualTo(sequential);
    }
}
