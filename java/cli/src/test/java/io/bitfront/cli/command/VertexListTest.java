package io.bitfront.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.cache.Graph;
import io.bitfront.file.GraphFormatException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class VertexListTest {
    @TempDir
    private Path folder;

    private final List<String> said = new ArrayList<>();

    @Test
    void takesAnIdThatIsListedAgainAsItIsAsked() throws IOException {
        Path file = Files.writeString(folder.resolve("list.txt"), "# ids\n2\n0\n\n2\n0\n2\n");
        assertThat(read(file, VertexList.Reading.AS_LISTED)).containsExactly(2, 0, 2, 0, 2);
        assertThat(read(file, VertexList.Reading.EACH_ONCE)).containsExactly(2, 0);
        assertThat(said).isEmpty();
    }

    /// It is no end of the list.
    @Test
    void refusesALineThatBeginsWithAZeroByte() throws IOException {
        Path file = Files.writeString(folder.resolve("list.txt"), "1\n\0002\n");
        assertThatThrownBy(() -> read(file, VertexList.Reading.AS_LISTED))
                .isInstanceOf(GraphFormatException.class)
                .hasMessageStartingWith(file + ":2: ");
    }

    @Test
    @Timeout(60)
    void saysThatItWaitsForAPipe() throws IOException, InterruptedException {
        Path pipe = folder.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        CompletableFuture<long[]> reading =
                CompletableFuture.supplyAsync(() -> read(pipe, VertexList.Reading.AS_LISTED));
        Files.writeString(pipe, "1\n");
        assertThat(reading.join()).containsExactly(1);
        assertThat(said)
                .containsExactly("reading vertices from %s, which is no regular file, until it ends".formatted(pipe));
    }

    private long[] read(Path file, VertexList.Reading reading) {
        try (Graph graph = Graph.of(3, new int[] {0, 1}, new int[] {1, 2}).undirected()) {
            return VertexList.read(file, graph, reading, said::add);
        }
    }
}
