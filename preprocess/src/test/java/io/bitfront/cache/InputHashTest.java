package io.bitfront.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.file.FileException;
import io.bitfront.input.GraphFormat;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InputHashTest {
    private static final int PIECE = 8 << 20;

    @TempDir
    Path folder;

    @Test
    void isTheHashOfTheHashesOfThePieces() throws Exception {
        byte[] bytes = new byte[2 * PIECE + 99];
        new Random(1).nextBytes(bytes);
        for (int length : new int[] {0, 1, PIECE - 1, PIECE, PIECE + 1, bytes.length}) {
            byte[] content = Arrays.copyOf(bytes, length);
            Path file = Files.write(folder.resolve("input"), content);
            for (int threads : new int[] {1, 3}) {
                assertThat(hash(file, threads)).isEqualTo(expected(content));
            }
        }
    }

    @Test
    void seesOneChangedBit() throws Exception {
        Path file = Files.write(folder.resolve("input"), new byte[PIECE + 1]);
        String before = hash(file, 2);
        byte[] changed = new byte[PIECE + 1];
        changed[PIECE] = 1;
        Files.write(file, changed);
        assertThat(hash(file, 2)).isNotEqualTo(before);
    }

    /// What is beside a WebGraph's lists says how to read them; beside any other graph it says nothing.
    @Test
    void isOfAllThatAGraphIsReadFrom() throws Exception {
        Path web = Files.write(folder.resolve("web.graph"), new byte[] {1, 2, 3});
        Path list = Files.write(folder.resolve("web.el"), new byte[] {1, 2, 3});
        String alone = hash(web, 1);
        assertThat(alone).isEqualTo(hash(list, 1));
        for (String suffix : new String[] {".properties", ".offsets"}) {
            String before = hash(web, 1);
            InputStamp stamp = InputStamp.of(web, GraphFormat.AUTO);
            assertThat(InputStamp.of(web, GraphFormat.AUTO)).isEqualTo(stamp);
            Path beside = Files.write(folder.resolve("web" + suffix), new byte[] {4});
            String with = hash(web, 1);
            assertThat(with).isNotEqualTo(before);
            assertThat(InputStamp.of(web, GraphFormat.AUTO)).isNotEqualTo(stamp);
            assertThat(InputStamp.of(web, GraphFormat.AUTO).size()).isEqualTo(stamp.size() + 1);
            Files.write(beside, new byte[] {5});
            assertThat(hash(web, 1)).isNotEqualTo(with);
        }
        assertThat(hash(list, 1)).isEqualTo(alone);
        try (Workers workers = new Workers(1)) {
            assertThat(InputHash.ofFile(list, GraphFormat.WEBGRAPH, workers, Progress.NONE))
                    .as("asked for under any name")
                    .isNotEqualTo(alone);
        }
        assertThat(InputStamp.of(list, GraphFormat.WEBGRAPH).size())
                .isEqualTo(InputStamp.of(list, GraphFormat.AUTO).size() + 2);
    }

    @Test
    void namesAMissingFile() {
        Path file = folder.resolve("nowhere");
        assertThatThrownBy(() -> hash(file, 1))
                .isInstanceOf(FileException.class)
                .hasMessage("read %s: no such file or folder", file);
    }

    private static String hash(Path file, int threads) {
        try (Workers workers = new Workers(threads)) {
            return InputHash.ofFile(file, GraphFormat.AUTO, workers, Progress.NONE);
        }
    }

    private static String expected(byte[] content) throws Exception {
        MessageDigest sha = MessageDigest.getInstance("SHA-256");
        ByteArrayOutputStream pieces = new ByteArrayOutputStream();
        for (int at = 0; at < content.length; at += PIECE) {
            pieces.write(sha.digest(Arrays.copyOfRange(content, at, Math.min(at + PIECE, content.length))));
        }
        return HexFormat.of().formatHex(sha.digest(pieces.toByteArray()));
    }
}
