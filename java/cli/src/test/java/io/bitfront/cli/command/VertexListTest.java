package io.bitfront.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.cache.Graph;
import io.bitfront.file.GraphFormatException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

    /// More than are kept in one piece, whose length divides some of them.
    @ParameterizedTest
    @ValueSource(ints = {1, 65_535, 65_536, 65_537, 131_072, 140_000})
    void takesAnyNumberOfIds(int count) throws IOException {
        long[] ids = IntStream.range(0, count).mapToLong(i -> i % 7 % 3).toArray();
        Path file = Files.writeString(
                folder.resolve("list.txt"),
                Arrays.stream(ids).mapToObj(Long::toString).collect(Collectors.joining("\n")));
        assertThat(read(file, VertexList.Reading.AS_LISTED)).isEqualTo(ids);
    }

    /// Blanks round an id belong to no word, however many; 65,536 characters are a line.
    @Test
    void passesOverBlanksAndComments() throws IOException {
        String longest = " ".repeat(65_535) + "2";
        Path file = Files.writeString(
                folder.resolve("list.txt"), "% a\n  1\t\r\n # b\n" + longest + "\n\n0", StandardCharsets.UTF_8);
        assertThat(read(file, VertexList.Reading.AS_LISTED)).containsExactly(1, 2, 0);
        Path longer = Files.writeString(folder.resolve("longer.txt"), "1\n " + longest + "\n");
        assertThatThrownBy(() -> read(longer, VertexList.Reading.AS_LISTED))
                .hasMessage(longer + ":2: over 65,536 characters, expected one vertex id a line");
    }

    @Test
    void showsTheBeginningOfALongWord() throws IOException {
        Path file = folder.resolve("list.txt");
        Files.writeString(file, "x".repeat(40) + "\n");
        assertThatThrownBy(() -> read(file, VertexList.Reading.AS_LISTED))
                .hasMessage(file + ":1: expected one vertex id, found '" + "x".repeat(40) + "'");
        Files.writeString(file, "x".repeat(38) + "\u00e9\u0001x\n");
        assertThatThrownBy(() -> read(file, VertexList.Reading.AS_LISTED))
                .hasMessage(file + ":1: expected one vertex id, found '" + "x".repeat(38) + "??...'");
        Files.writeString(file, "\n3\n");
        assertThatThrownBy(() -> read(file, VertexList.Reading.AS_LISTED))
                .hasMessageStartingWith(file + ":2: vertex 3 is not in the graph");
    }

    /// A copy of it may be read.
    @Test
    void isCalledWhatTheUserCallsIt() throws IOException {
        Path copy = Files.writeString(folder.resolve("copy.txt"), "1\nx\n");
        try (Graph graph = Graph.of(3, new int[] {0, 1}, new int[] {1, 2}).undirected()) {
            assertThatThrownBy(() -> VertexList.read(
                            copy, "hdfs://host/list.txt", graph, VertexList.Reading.EACH_ONCE, said::add))
                    .hasMessage("hdfs://host/list.txt:2: expected one vertex id, found 'x'");
        }
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
            return VertexList.read(file, file.toString(), graph, reading, said::add);
        }
    }
}
