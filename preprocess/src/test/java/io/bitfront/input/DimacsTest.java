package io.bitfront.input;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.input.choice.DirectionChoice;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DimacsTest {
    @TempDir
    private Path folder;

    @Test
    void readsArcsAsDirectedEdgesAmongComments() {
        ReadGraph graph = ReadGraph.ofText(
                folder, "a.gr", "c 9th DIMACS\nc\n\np sp 4 3\ncomment\na 1 2 803\nc x\n\na 2 1 803\n a\t4  1\t-2.5 \n");
        assertThat(graph.ids()).containsExactly(1L, 2L, 3L, 4L);
        assertThat(graph.edges()).containsExactly("1>2", "2>1", "4>1");
        assertThat(graph.directed()).isTrue();
        assertThat(graph.format()).isEqualTo("gr");
        assertThat(graph.note()).isEqualTo("weights are ignored");
    }

    @Test
    void readsWindowsLinesAndNoLastLineEnd() {
        ReadGraph graph = ReadGraph.ofText(folder, "a.gr", "c\r\np sp 2 2\r\na 1 2 1\r\na 2 1 1");
        assertThat(graph.edges()).containsExactly("1>2", "2>1");
    }

    @Test
    void symmetrisesOnRequest() {
        Path file = ReadGraph.write(folder, "a.gr", "p sp 2 1\na 1 2 1\n");
        assertThat(ReadGraph.of(file, DirectionChoice.UNDIRECTED).symmetrise()).isTrue();
        assertThat(ReadGraph.of(file, DirectionChoice.DIRECTED).directed()).isTrue();
    }

    @Test
    void keepsVerticesWithoutArcs() {
        assertThat(ReadGraph.ofText(folder, "a.gr", "p sp 3 0\n").ids()).containsExactly(1L, 2L, 3L);
    }
}
