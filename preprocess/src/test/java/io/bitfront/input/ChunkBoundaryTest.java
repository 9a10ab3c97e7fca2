package io.bitfront.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.input.source.Tuning;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ChunkBoundaryTest {
    private static final String TEXT = "# head\n\n0 1\n12 345\r\n\n# a comment longer than most chunks\n6789 0 extra\n"
            + "1000000 12345678\n123456789 5\n9999999999 8888888888888\n\n3 4";
    private static final String[] EDGES = {
        "0>1", "12>345", "6789>0", "1000000>12345678", "123456789>5", "9999999999>8888888888888", "3>4"
    };

    @TempDir
    private Path folder;

    @Test
    void cutsATextAnywhereWithoutLosingOrRepeatingALine() {
        Path file = ReadGraph.write(folder, "a.el", TEXT);
        Path ended = ReadGraph.write(folder, "b.el", TEXT + "\n");
        for (int threads : new int[] {1, 2, 5}) {
            for (int chunkBytes = 1; chunkBytes <= TEXT.length() + 2; chunkBytes++) {
                Tuning tuning = new Tuning(chunkBytes, chunkBytes, Integer.MAX_VALUE);
                assertThat(ReadGraph.of(file, ReadOptions.AUTO, threads, tuning).edges())
                        .as("chunks of %d bytes, %d threads", chunkBytes, threads)
                        .containsExactly(EDGES);
                assertThat(ReadGraph.of(ended, ReadOptions.AUTO, threads, tuning)
                                .edges())
                        .containsExactly(EDGES);
            }
        }
    }

    @Test
    void countsLinesAcrossChunks() {
        Path file = ReadGraph.write(folder, "a.el", TEXT + "\n\n5\n6\n");
        for (int chunkBytes = 1; chunkBytes <= TEXT.length() + 8; chunkBytes++) {
            Tuning tuning = new Tuning(chunkBytes, 64, Integer.MAX_VALUE);
            assertThatThrownBy(() -> ReadGraph.of(file, ReadOptions.AUTO, 3, tuning))
                    .hasMessage(file + ":14: a vertex is missing, expected 'FROM TO'");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 100, 1 << 18, 1 << 23})
    void namesALineTooLongToBeOne(int chunkBytes) {
        byte[] bytes = new byte[(1 << 24) + (1 << 23) + 100];
        Arrays.fill(bytes, (byte) '7');
        byte[] begin = "0 1\n1 2\n".getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(begin, 0, bytes, 0, begin.length);
        Path file = ReadGraph.write(folder, "a.el", bytes);
        assertThatThrownBy(() -> ReadGraph.of(file, ReadOptions.AUTO, 2, new Tuning(chunkBytes, 64, Integer.MAX_VALUE)))
                .hasMessage(file + ":3: the line is longer than 16,777,216 bytes, the most that is read of one");
    }

    /// In a table and in lists of neighbours, too.
    @ParameterizedTest
    @CsvSource({
        "a.csv, '0,1;1,2;'",
        "b.csv, 'id,from,to;9,0,1;8,1,2;'",
        "a.metis, '3 2;2;1 3;'",
        "a.mtx, '%%MatrixMarket matrix coordinate pattern general;3 3 3;1 2;'"
    })
    void namesALineTooLongToBeOneInEveryFormat(String name, String begin) {
        byte[] bytes = new byte[(1 << 24) + (1 << 23)];
        Arrays.fill(bytes, (byte) '7');
        byte[] lines = begin.replace(';', '\n').getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(lines, 0, bytes, 0, lines.length);
        Path file = ReadGraph.write(folder, name, bytes);
        int line = 1 + (int) begin.chars().filter(each -> each == ';').count();
        assertThatThrownBy(() -> ReadGraph.of(file, ReadOptions.AUTO, 2, new Tuning(1 << 18, 64, Integer.MAX_VALUE)))
                .hasMessageStartingWith(file + ":" + line + ": the line is longer than 16,777,216 bytes,");
    }

    @Test
    void namesAFirstLineTooLongToBeOne() {
        byte[] bytes = new byte[(1 << 24) + (1 << 19)];
        Arrays.fill(bytes, (byte) '7');
        Path file = ReadGraph.write(folder, "a.el", bytes);
        assertThatThrownBy(() -> ReadGraph.of(file))
                .hasMessage(file + ":1: the line is longer than 16,777,216 bytes, the most that is read of one");
    }

    @Test
    void readsALineLongerThanAChunk() {
        String text = "0 1 " + "x".repeat(1_000_000) + "\n1 2\n";
        Path file = ReadGraph.write(folder, "a.el", text);
        assertThat(ReadGraph.of(file).edges()).containsExactly("0>1", "1>2");
    }
}
