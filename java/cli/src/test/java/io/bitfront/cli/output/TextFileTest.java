package io.bitfront.cli.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TextFileTest {
    @TempDir
    private Path folder;

    @Test
    void writesEveryLengthOfNumberAsJavaDoes() throws IOException {
        StringBuilder expected = new StringBuilder();
        try (TextFile file = new TextFile(folder.resolve("numbers"))) {
            for (long power = 1; power > 0 && power < Long.MAX_VALUE / 10; power *= 10) {
                for (long value : new long[] {power - 1, power, power + 1, -power, 1 - power}) {
                    file.put(value).put('\n');
                    expected.append(value).append('\n');
                }
            }
            for (long value : new long[] {Long.MAX_VALUE, Long.MIN_VALUE, Long.MIN_VALUE + 1}) {
                file.put(value).put('\n');
                expected.append(value).append('\n');
            }
            file.commit();
        }
        assertThat(Files.readString(folder.resolve("numbers"))).isEqualTo(expected.toString());
    }

    @Test
    void keepsItsPlaceWhereTheBufferIsFull() throws IOException {
        SplittableRandom random = new SplittableRandom(5);
        StringBuilder expected = new StringBuilder();
        try (TextFile file = new TextFile(folder.resolve("long"))) {
            while (expected.length() < 1_000_000) {
                long value = random.nextLong() >> random.nextInt(64);
                file.put(value).put(';').put("é");
                expected.append(value).append(";é");
            }
            file.commit();
        }
        assertThat(Files.readString(folder.resolve("long"))).isEqualTo(expected.toString());
    }

    @Test
    void putsTheRowsOfManyPiecesInOrder() throws IOException {
        int rows = 200_000;
        StringBuilder expected = new StringBuilder("head\n");
        try (TextFile file = new TextFile(folder.resolve("rows"))) {
            file.put("head\n")
                    .putRows(
                            rows,
                            (text, row) -> text.put(row)
                                    .put(row % 1_000 == 0 ? "ü".repeat(row / 100) : "")
                                    .put('\n'))
                    .put("tail");
            file.commit();
        }
        for (int row = 0; row < rows; row++) {
            expected.append(row)
                    .append(row % 1_000 == 0 ? "ü".repeat(row / 100) : "")
                    .append('\n');
        }
        assertThat(Files.readString(folder.resolve("rows")))
                .isEqualTo(expected.append("tail").toString());
    }

    @Test
    void failsWithTheFailureOfARowAndLeavesNothing() throws IOException {
        try (TextFile file = new TextFile(folder.resolve("bad"))) {
            assertThatThrownBy(() -> file.putRows(100_000, (text, row) -> {
                        if (row == 77_777) {
                            throw new IllegalArgumentException("row 77777");
                        }
                    }))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("row 77777");
        }
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void leavesNothingUnlessCommitted() throws IOException {
        try (TextFile file = new TextFile(folder.resolve("half"))) {
            file.put("x".repeat(1_000_000));
        }
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left).isEmpty();
        }
    }
}
