package io.bitfront.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.file.FileException;
import io.bitfront.input.GraphFormat;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HashBesideTest {
    private static final int PIECE = 8 << 20;

    @TempDir
    Path folder;

    @Test
    void isTheHashOfTheFileOrOfAllParts() throws IOException {
        Path parts = Files.createDirectory(folder.resolve("parts"));
        byte[] bytes = new byte[PIECE + 99];
        new Random(1).nextBytes(bytes);
        Path one = Files.write(parts.resolve("part-1.el"), bytes);
        Files.write(parts.resolve("part-2.el"), new byte[7]);
        for (Path graph : List.of(one, parts)) {
            for (int threads : new int[] {1, 16}) {
                try (HashBeside beside = new HashBeside(graph, GraphFormat.AUTO, bytes.length, threads);
                        Workers workers = new Workers(1)) {
                    assertThat(beside.await(Progress.NONE))
                            .isEqualTo(InputHash.ofFile(graph, GraphFormat.AUTO, workers, Progress.NONE));
                    assertThat(beside.seconds()).isPositive();
                }
            }
        }
    }

    @Test
    void saysWhyAFileCannotBeRead() {
        Path nowhere = folder.resolve("nowhere");
        try (HashBeside beside = new HashBeside(nowhere, GraphFormat.AUTO, 1, 2)) {
            assertThatThrownBy(() -> beside.await(Progress.NONE))
                    .isInstanceOf(FileException.class)
                    .hasMessage("read %s: no such file or folder", nowhere);
        }
    }

    /// A pipe that nobody writes to holds the hash up until somebody waits for it.
    @Test
    void showsHowFarItIsOnceSomebodyWaits() throws Exception {
        Path pipe = folder.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        List<String> shown = new ArrayList<>();
        Progress progress = (name, total, unit) -> {
            shown.add("%s %d %s".formatted(name, total, unit));
            write(pipe);
            return Progress.NONE.start(name, total, unit);
        };
        try (HashBeside beside = new HashBeside(pipe, GraphFormat.AUTO, 100, 2)) {
            beside.await(progress);
            assertThat(shown).containsExactly("hash 100 byte");
        }
    }

    private static void write(Path pipe) {
        try {
            Files.newOutputStream(pipe).close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void showsNothingOfWhatIsFound() throws IOException {
        Path file = Files.write(folder.resolve("input"), new byte[9]);
        try (HashBeside beside = new HashBeside(file, GraphFormat.AUTO, 9, 2)) {
            beside.await(Progress.NONE);
            beside.await((name, total, unit) -> {
                throw new AssertionError(name);
            });
        }
    }

    /// All of it would take an hour.
    @Test
    void endsAtOnceWhereNobodyWantsItAnyMore() throws IOException {
        Path file = folder.resolve("large");
        long size = 1L << 42;
        try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
            sparse.setLength(size);
        }
        new HashBeside(file, GraphFormat.AUTO, size, 8).close();
    }
}
