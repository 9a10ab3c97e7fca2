package io.bitfront.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.file.GraphFormatException;
import io.bitfront.testkit.EdgeFiles;
import io.bitfront.testkit.Shapes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MemoryEstimateTest {
    private static final long WORKERS = Runtime.getRuntime().availableProcessors() * (2L << 20);

    @TempDir
    private Path folder;

    private static long needed(Path file) {
        return GraphReader.memoryNeeded(file, ReadOptions.AUTO) - WORKERS;
    }

    private static String edges(int count, long factor) {
        Random dice = new Random(1);
        StringBuilder text = new StringBuilder("from to\n");
        for (int i = 0; i < count; i++) {
            text.append(dice.nextInt(count) * factor)
                    .append(' ')
                    .append(dice.nextInt(count) * factor)
                    .append('\n');
        }
        return text.toString();
    }

    private static byte[] gzip(String text) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream stream = new GZIPOutputStream(packed)) {
            stream.write(text.getBytes(StandardCharsets.US_ASCII));
        }
        return packed.toByteArray();
    }

    @Test
    void isNothingForAMappedFile() {
        Path file = ReadGraph.write(folder, "a.sg", EdgeFiles.sg(Shapes.star(100)));
        assertThat(GraphReader.memoryNeeded(file, ReadOptions.AUTO)).isZero();
    }

    @Test
    void isEightBytesForEachDeclaredEntry() throws IOException {
        String matrix = "%%MatrixMarket matrix coordinate pattern general\n9 9 5\n" + "1 2\n".repeat(5);
        assertThat(needed(ReadGraph.write(folder, "a.mtx", matrix))).isEqualTo(40);
        assertThat(needed(ReadGraph.write(folder, "a.mtx.gz", gzip(matrix)))).isEqualTo(40);
        assertThat(needed(ReadGraph.write(folder, "a.gr", "p sp 3 2\na 1 2 1\na 2 3 1\n")))
                .isEqualTo(16);
    }

    @Test
    void isNoMoreThanAFileOfThisSizeCanHold() {
        String matrix = "%%MatrixMarket matrix coordinate pattern general\n9 9 9000000000000000\n1 2\n";
        assertThat(needed(ReadGraph.write(folder, "a.mtx", matrix))).isEqualTo(matrix.length() / 4 * 8L);
    }

    @Test
    void boundsAnEdgeListFromSamples() throws IOException {
        int count = 300_000;
        String text = edges(count, 1);
        long pairs = 8L * count;
        long withIds = pairs + 8L * count + count;
        assertThat(needed(ReadGraph.write(folder, "a.el", text))).isBetween(withIds, withIds * 5 / 4);
        assertThat(needed(ReadGraph.write(folder, "a.el.gz", gzip(text)))).isBetween(withIds, withIds * 2);
    }

    @Test
    void boundsAnEdgeListOfWideIds() {
        int count = 200_000;
        long peak = 16L * count + Long.highestOneBit(count) * 2 * 8 + 8L * count;
        assertThat(needed(ReadGraph.write(folder, "a.el", edges(count, 1L << 33))))
                .isBetween(peak, peak * 2);
    }

    @Test
    void copesWithMalformedLinesAndFilesOfOneLine() {
        assertThat(needed(ReadGraph.write(folder, "a.el", "0 1\nx\n1 2\n"))).isPositive();
        assertThat(needed(ReadGraph.write(folder, "b.el", "# nothing\n"))).isPositive();
        Path matrix = ReadGraph.write(folder, "a.mtx", "%%MatrixMarket matrix\n");
        assertThatThrownBy(() -> needed(matrix))
                .isInstanceOf(GraphFormatException.class)
                .hasMessageStartingWith(matrix + ":1: ");
    }
}
