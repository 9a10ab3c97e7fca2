package io.bitfront.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.cache.CacheFacts;
import io.bitfront.engine.ClosenessJob;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.CRC32C;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SourceCountTest {
    private static final CacheFacts CACHE = new CacheFacts(100, 1_000, false, 10_000, 7, false);

    @TempDir
    private Path folder;

    private SourceCount of(ClosenessJob job, String list) {
        return SourceCount.of(job, list, CACHE, new Configuration());
    }

    @Test
    void isThatOfAllVerticesOrOfTheSample() {
        assertThat(of(ClosenessJob.allSources(), null)).isEqualTo(new SourceCount(100, 0));
        assertThat(of(ClosenessJob.sample(99, 1), null)).isEqualTo(new SourceCount(99, 0));
        assertThat(of(ClosenessJob.sample(101, 1), null)).isEqualTo(new SourceCount(100, 0));
        ClosenessJob growing = ClosenessJob.allSources().withSources(new ClosenessJob.Sources.Error(0.1, 1));
        assertThatThrownBy(() -> of(growing, null)).hasMessageStartingWith("--sources error:E grows its sample");
    }

    /// Lines that are not empty, repetitions and comments included; the checksum is that of all bytes.
    @ParameterizedTest
    @ValueSource(strings = {"5", "5\n5\n7\n", "# of\n\n 5 \r\n%\n\t\n7", "#5\n6 #\n", "\uFEFF5\n%a\n\u2003\n"})
    void isThatOfTheLinesOfAList(String text) throws IOException {
        Path file = folder.resolve("list.txt");
        Files.writeString(file, text);
        CRC32C crc = new CRC32C();
        crc.update(text.getBytes(StandardCharsets.UTF_8));
        // Bytes are told apart, not characters: a line of other spaces counts.
        long lines = text.lines().filter(line -> line.matches(".*[^ \\t].*")).count();
        assertThat(of(ClosenessJob.sources(List.of(5L)), file.toString()))
                .isEqualTo(new SourceCount((int) lines, (int) crc.getValue()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n", " \n\t\r\n"})
    void ofAListWithoutALineIsRefused(String text) throws IOException {
        Path file = Files.writeString(folder.resolve("list.txt"), text);
        assertThatThrownBy(() -> of(ClosenessJob.sources(List.of(5L)), file.toString()))
                .isInstanceOf(ClusterException.class)
                .hasMessage(file + ": no vertex id, expected one per line");
    }

    @Test
    void ofAListThatIsNotThereIsRefused() {
        String missing = folder.resolve("none.txt").toString();
        assertThatThrownBy(() -> of(ClosenessJob.sources(List.of(5L)), missing))
                .isInstanceOf(ClusterException.class)
                .hasMessageContaining("none.txt");
    }
}
