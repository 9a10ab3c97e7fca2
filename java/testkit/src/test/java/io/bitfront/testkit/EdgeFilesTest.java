package io.bitfront.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EdgeFilesTest {
    private static final TestGraph DIRECTED =
            new TestGraph("arcs", 3, new int[] {0, 2, 1, 1}, new int[] {2, 0, 1, 2}, true);
    private static final TestGraph UNDIRECTED = new TestGraph("edges", 3, DIRECTED.from(), DIRECTED.to(), false);

    @TempDir
    private Path folder;

    @Test
    void writesADirectedGraphAsAGeneralMatrix() {
        assertThat(EdgeFiles.mtx(DIRECTED))
                .isEqualTo("%%MatrixMarket matrix coordinate pattern general\n% arcs\n3 3 4\n1 3\n3 1\n2 2\n2 3\n");
    }

    @Test
    void writesAnUndirectedGraphAsALowerTriangle() {
        assertThat(EdgeFiles.mtx(UNDIRECTED))
                .isEqualTo("%%MatrixMarket matrix coordinate pattern symmetric\n% edges\n3 3 4\n3 1\n3 1\n2 2\n3 2\n");
    }

    @Test
    void writesTextBySuffix() throws IOException {
        assertThat(Files.readString(EdgeFiles.write(DIRECTED, folder.resolve("a.el"))))
                .isEqualTo("0 2\n2 0\n1 1\n1 2\n");
        assertThat(Files.readString(EdgeFiles.write(UNDIRECTED, folder.resolve("a.gr"))))
                .startsWith("c edges\np sp 3 8\na 1 3 1\na 3 1 1\n");
        assertThatThrownBy(() -> EdgeFiles.write(DIRECTED, folder.resolve("a.txt")))
                .hasMessageEndingWith("a.txt: expected .mtx, .el, .gr or .sg");
    }

    @Test
    void writesAGapFileOfBothSides() {
        assertThat(EdgeFiles.sg(Shapes.oneWayChain(2)))
                .isEqualTo(bytes(
                        1, 1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0,
                        0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0,
                        0, 0, 0, 0, 0, 0, 0, 0, 0));
        assertThat(EdgeFiles.sg(UNDIRECTED)).hasSize(17 + 4 * 8 + 4 * 4);
    }

    private static byte[] bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return bytes;
    }
}
