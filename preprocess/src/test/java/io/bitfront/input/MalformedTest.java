package io.bitfront.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.file.GraphFormatException;
import io.bitfront.input.source.Tuning;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// One file per defect, named after it; each line of `messages.txt` is a whole message, less the folder.
class MalformedTest {
    private static final Path FOLDER = folder();

    private static Path folder() {
        try {
            return Path.of(MalformedTest.class.getResource("/malformed").toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    static List<String> messages() throws IOException {
        return Files.readAllLines(FOLDER.resolve("messages.txt"));
    }

    @ParameterizedTest
    @MethodSource("messages")
    void namesTheLineAndWhatWasExpectedAndLetsGoOfTheFile(String message) {
        Path file = FOLDER.resolve(graphOf(message));
        for (int threads : new int[] {1, 3}) {
            for (int chunkBytes : new int[] {1, 5, 1 << 18}) {
                Tuning tuning = new Tuning(chunkBytes, 64, Integer.MAX_VALUE);
                try (Workers workers = new Workers(threads)) {
                    assertThatThrownBy(() -> GraphReader.read(file, ReadOptions.AUTO, workers, Progress.NONE, tuning))
                            .as("%d threads, chunks of %d bytes", threads, chunkBytes)
                            .isInstanceOf(GraphFormatException.class)
                            .hasMessage(FOLDER + "/" + message);
                }
            }
        }
        ReadGraph.requireLetGo(file);
    }

    @Test
    void hasAMessageForEveryFile() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            assertThat(files.map(file -> file.getFileName().toString())
                            .filter(name -> !name.startsWith(".") && !name.equals("messages.txt"))
                            .filter(name -> name.equals(graphOf(name + ":"))))
                    .containsExactlyInAnyOrderElementsOf(
                            messages().stream().map(MalformedTest::graphOf).toList());
        }
    }

    /// The graph a message is about: it may name a file beside it.
    private static String graphOf(String message) {
        return message.substring(0, message.indexOf(':')).replaceFirst("\\.(properties|offsets)$", ".graph");
    }
}
