package io.bitfront.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.airlift.compress.zstd.ZstdOutputStream;
import io.bitfront.file.GraphFormatException;
import io.bitfront.input.source.Tuning;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.apache.commons.compress.compressors.lz4.FramedLZ4CompressorOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZOutputStream;

/// Compressions beside gzip, which [CompressedTest] is about.
class CompressionsTest {
    private static final int LINES = 4_000;
    private static String text;

    @TempDir
    private Path folder;

    @BeforeAll
    static void writeText() {
        Random dice = new Random(1);
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < LINES; i++) {
            lines.append(dice.nextInt(9_000))
                    .append(' ')
                    .append(dice.nextInt(9_000))
                    .append('\n');
        }
        text = lines.toString();
    }

    private static OutputStream compressor(String suffix, OutputStream into) throws IOException {
        return switch (suffix) {
            case "gz" -> new GZIPOutputStream(into);
            case "bz2" -> new BZip2CompressorOutputStream(into, 1);
            case "xz" -> new XZOutputStream(into, new LZMA2Options(1));
            case "zst" -> new ZstdOutputStream(into);
            case "lz4" -> // This library's time grows with the square of a block.
                new FramedLZ4CompressorOutputStream(
                        into,
                        new FramedLZ4CompressorOutputStream.Parameters(FramedLZ4CompressorOutputStream.BlockSize.K64));
            case "zip" -> {
                ZipOutputStream zip = new ZipOutputStream(into);
                zip.putNextEntry(new ZipEntry("folder/graph.el"));
                yield zip;
            }
            default -> throw new IllegalArgumentException(suffix);
        };
    }

    private static byte[] packed(String suffix, byte[] bytes) throws IOException {
        ByteArrayOutputStream into = new ByteArrayOutputStream();
        try (OutputStream stream = compressor(suffix, into)) {
            stream.write(bytes);
        }
        return into.toByteArray();
    }

    private static byte[] packed(String suffix, String words) throws IOException {
        return packed(suffix, words.getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @ValueSource(strings = {"gz", "bz2", "xz", "zst", "lz4", "zip"})
    void readsTheSameEdgesAsFromPlainText(String suffix) throws IOException {
        Path plain = ReadGraph.write(folder, "a.el", text);
        Path file = Files.write(folder.resolve("a.el." + suffix), packed(suffix, text));
        Tuning tuning = new Tuning(10_000, 1_000, 1_000_000);
        ReadGraph expected = ReadGraph.of(plain, ReadOptions.AUTO, 2, tuning);
        assertThat(ReadGraph.of(file, ReadOptions.AUTO, 2, tuning)).isEqualTo(expected);
        Path unnamed = Files.write(folder.resolve("graph"), packed(suffix, text));
        assertThat(ReadGraph.of(unnamed, ReadOptions.AUTO, 2, tuning).edges()).isEqualTo(expected.edges());
        assertThat(GraphReader.memoryNeeded(file, ReadOptions.AUTO)).isPositive();
    }

    @ParameterizedTest
    @ValueSource(strings = {"bz2", "xz", "zst", "lz4"})
    void readsWhatFollowsEachOtherAsOneText(String suffix) throws IOException {
        ByteArrayOutputStream both = new ByteArrayOutputStream();
        both.write(packed(suffix, "0 1\n1 "));
        both.write(packed(suffix, "2\n2 0\n"));
        Path file = Files.write(folder.resolve("a.el." + suffix), both.toByteArray());
        assertThat(ReadGraph.of(file).edges()).containsExactly("0>1", "1>2", "2>0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"bz2", "xz", "zst", "lz4", "zip"})
    void namesTheLineOfAMalformedText(String suffix) throws IOException {
        Path file = Files.write(folder.resolve("a.el." + suffix), packed(suffix, text + "7 oops\n"));
        assertThatThrownBy(() -> ReadGraph.of(file))
                .hasMessageContaining(":" + (LINES + 1) + ": 'oops' is not a vertex, expected a whole number in");
    }

    @ParameterizedTest
    @ValueSource(strings = {"bz2", "xz", "zst", "lz4", "zip"})
    void rejectsTruncatedAndDamagedData(String suffix) throws IOException {
        byte[] whole = packed(suffix, text);
        Random dice = new Random(2);
        for (int i = 0; i < 6; i++) {
            byte[] cut = Arrays.copyOf(whole, 20 + dice.nextInt(whole.length * 9 / 10));
            Path file = Files.write(folder.resolve("cut.el." + suffix), cut);
            assertThatThrownBy(() -> ReadGraph.of(file))
                    .as("%d of %d bytes", cut.length, whole.length)
                    .isInstanceOf(GraphFormatException.class)
                    .message()
                    .startsWith(file + ":")
                    .containsAnyOf("the compressed data ends too early", "the compressed data is corrupt")
                    .doesNotContain("null");
        }
        byte[] zeroed = whole.clone();
        Arrays.fill(zeroed, whole.length / 2, whole.length / 2 + 2_000, (byte) 0);
        Path file = Files.write(folder.resolve("zeroed.el." + suffix), zeroed);
        assertThatThrownBy(() -> ReadGraph.of(file)).isInstanceOf(GraphFormatException.class);
    }

    @ParameterizedTest
    @CsvSource({"tar.bz2, bz2", "tbz2, bz2", "tar.xz, xz", "txz, xz", "tar.zst, zst", "tzst, zst"})
    void findsTheMatrixOfAnArchive(String end, String suffix) throws IOException {
        ByteArrayOutputStream tar = new ByteArrayOutputStream();
        byte[] matrix =
                "%%MatrixMarket matrix coordinate pattern general\n3 3 1\n1 2\n".getBytes(StandardCharsets.UTF_8);
        try (TarArchiveOutputStream archive = new TarArchiveOutputStream(tar)) {
            TarArchiveEntry entry = new TarArchiveEntry("road/road.mtx");
            entry.setSize(matrix.length);
            archive.putArchiveEntry(entry);
            archive.write(matrix);
            archive.closeArchiveEntry();
        }
        Path file = Files.write(folder.resolve("road." + end), packed(suffix, tar.toByteArray()));
        assertThat(ReadGraph.of(file).edges()).containsExactly("1>2");
    }

    @Test
    void refusesAZipOfSeveralFilesOrNone() throws IOException {
        ByteArrayOutputStream into = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(into)) {
            for (String name : new String[] {"b.el", "a.el"}) {
                zip.putNextEntry(new ZipEntry(name));
                zip.write('1');
            }
        }
        Path several = Files.write(folder.resolve("several.zip"), into.toByteArray());
        assertThatThrownBy(() -> ReadGraph.of(several))
                .hasMessage(several + ": the zip holds b.el, a.el, expected one file");
        ByteArrayOutputStream none = new ByteArrayOutputStream();
        new ZipOutputStream(none).close();
        Path empty = Files.write(folder.resolve("none.zip"), none.toByteArray());
        assertThatThrownBy(() -> ReadGraph.of(empty))
                .hasMessage(empty + ": the file is compressed by zip (without any file),"
                        + " expected one of gzip, bzip2, xz, zstd, lz4, zip");
    }

    /// METIS, which an edge list looks like.
    @ParameterizedTest
    @CsvSource({"square.zip, square.graph, true", "square.graph.zip, square, true", "square.zip, s.graph/square, false"
    })
    void takesTheFormatFromWhatAZipHoldsWhereItsOwnNameSaysNone(String name, String held, boolean metis)
            throws IOException {
        ByteArrayOutputStream into = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(into)) {
            zip.putNextEntry(new ZipEntry("graphs/" + held));
            zip.write("4 4\n2 4\n1 3\n2 4\n1 3\n".getBytes(StandardCharsets.UTF_8));
        }
        Path file = Files.write(folder.resolve(name), into.toByteArray());
        assertThat(ReadGraph.of(file).edges()).hasSize(metis ? 8 : 5);
    }

    @Test
    void passesOverWhatAMacPutsIntoAZip() throws IOException {
        ByteArrayOutputStream into = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(into)) {
            zip.putNextEntry(new ZipEntry("__MACOSX/._g.el"));
            zip.write('x');
            zip.putNextEntry(new ZipEntry("g/"));
            zip.putNextEntry(new ZipEntry("g/g.el"));
            zip.write("0 1\n".getBytes(StandardCharsets.UTF_8));
        }
        Path file = Files.write(folder.resolve("g.zip"), into.toByteArray());
        assertThat(ReadGraph.of(file).edges()).containsExactly("0>1");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a.el.7z | 377abcaf271c0004 | 7z",
                "a.rar | 526172211a0701 | rar",
                "a.el.Z | 1f9d90 | compress (.Z)",
                "a.el | 1f9d90 | compress (.Z)",
                "a.el.lz | 4c5a495001 | lzip",
                "a.el.sz | ff060000734e61507059 | snappy",
                "a.el.br | 0b | .br",
                "a.el.lzma | 30 | .lzma"
            })
    void namesACompressionThatCannotBeRead(String name, String bytes, String compression) throws IOException {
        Path file = Files.write(folder.resolve(name), HexFormat.of().parseHex(bytes));
        assertThatThrownBy(() -> ReadGraph.of(file))
                .isInstanceOf(GraphFormatException.class)
                .hasMessage("%s: the file is compressed by %s, expected one of gzip, bzip2, xz, zstd, lz4, zip"
                        .formatted(file, compression));
    }

    @ParameterizedTest
    @CsvSource({
        "a.el.bz2, bzip2, 42 5a 68",
        "a.el.xz, xz, fd 37 7a 58 5a 00",
        "a.el.zst, zstd, 28 b5 2f fd",
        "a.el.lz4, lz4, 04 22 4d 18",
        "a.zip, zip, 50 4b 03 04",
        "a.tgz, gzip, 1f 8b"
    })
    void saysWhereANameIsWrong(String name, String compression, String magic) {
        Path file = ReadGraph.write(folder, name, "0 1\n");
        assertThatThrownBy(() -> ReadGraph.of(file))
                .hasMessage("%s: the file is named like %s data but is none, expected it to begin with the bytes %s"
                        .formatted(file, compression, magic));
    }
}
