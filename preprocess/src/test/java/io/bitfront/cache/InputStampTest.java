package io.bitfront.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.file.FileState;
import io.bitfront.input.GraphFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class InputStampTest {
    @TempDir
    private Path folder;

    private Path graph;
    private Path cache;
    private Path file;
    private InputStamp stamp;

    @BeforeEach
    void keepAHash() throws IOException {
        graph = Files.writeString(folder.resolve("g.el"), "0 1\n");
        cache = folder.resolve("g.el.bvss");
        file = InputStamp.fileOf(cache);
        stamp = InputStamp.of(graph, GraphFormat.AUTO);
        stamp.keep(cache, "abc", Instant.now().plusSeconds(60));
    }

    @Test
    void isBelievedWhileAllOfItIsTheSame() throws IOException {
        assertThat(file).isEqualTo(folder.resolve(".g.el.bvss.stamp"));
        assertThat(stamp.size()).isEqualTo(4);
        assertThat(stamp.keptHash(cache)).isEqualTo("abc");
        List<String> lines = Files.readAllLines(file);
        assertThat(lines).hasSize(2).last().isEqualTo("hash abc");
        for (String other : List.of(
                lines.get(0) + "\n",
                lines.get(0) + "\nhush abc\n",
                lines.get(0) + "x\nhash abc\n",
                lines.get(0) + "\nhash abc\nmore\n",
                "")) {
            Files.writeString(file, other);
            assertThat(stamp.keptHash(cache)).as(other).isNull();
        }
        Files.delete(file);
        assertThat(stamp.keptHash(cache)).isNull();
    }

    @Test
    void isOfThisStateOfTheGraph() throws IOException {
        Files.writeString(graph, "0 2\n");
        assertThat(InputStamp.of(graph, GraphFormat.AUTO).keptHash(cache)).isNull();
        Path moved = Files.move(file, folder.resolve("elsewhere"));
        Files.createSymbolicLink(file, moved);
        assertThat(stamp.keptHash(cache)).as("by a link").isNull();
    }

    /// One that may still change, and one where no file can be made.
    @Test
    void isNotKeptOfAGraphThatMayChange() throws IOException {
        Files.delete(file);
        stamp.keep(cache, "abc", FileState.of(graph).changed());
        assertThat(file).doesNotExist();
        Files.createDirectory(file);
        stamp.keep(cache, "abc", Instant.now().plusSeconds(60));
        assertThat(file).isDirectory();
        assertThat(stamp.keptHash(cache)).isNull();
    }

    /// Of a folder its parts, by their names.
    @Test
    void isOfEveryPart() throws IOException {
        Path parts = Files.createDirectory(folder.resolve("edges"));
        Files.writeString(parts.resolve("a.parquet"), "12345");
        Files.writeString(parts.resolve("b.parquet"), "123");
        InputStamp two = InputStamp.of(parts, GraphFormat.AUTO);
        assertThat(two.names()).containsExactly("a.parquet", "b.parquet");
        assertThat(two.size()).isEqualTo(8);
        two.keep(cache, "def", Instant.now().plusSeconds(60));
        assertThat(InputStamp.of(parts, GraphFormat.AUTO).keptHash(cache)).isEqualTo("def");
        assertThat(Files.readAllLines(file)).first().asString().startsWith("parts=2 state=");
        Files.move(parts.resolve("b.parquet"), parts.resolve("c.parquet"));
        assertThat(InputStamp.of(parts, GraphFormat.AUTO).keptHash(cache)).isNull();
    }
}
