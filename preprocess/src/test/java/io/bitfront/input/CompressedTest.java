package io.bitfront.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.file.GraphFormatException;
import io.bitfront.input.choice.DirectionChoice;
import io.bitfront.input.source.GzipInput;
import io.bitfront.input.source.Tuning;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CompressedTest {
    private static final String MATRIX = "%%MatrixMarket matrix coordinate pattern symmetric\n3 3 2\n2 1\n3 1\n";
    private static final String OTHER = "%%MatrixMarket matrix array real general\n3 1\n1\n2\n3\n";
    private static final String ENDS_EARLY =
            "the compressed data ends too early, expected a whole file (was it truncated?)";

    @TempDir
    private Path folder;

    private static byte[] gzip(String text) {
        return gzip(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    private static byte[] gzip(byte[] bytes) {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream stream = new GZIPOutputStream(packed)) {
            stream.write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return packed.toByteArray();
    }

    private static byte[] tar(Map<String, String> entries) {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (TarArchiveOutputStream archive = new TarArchiveOutputStream(packed)) {
            for (Map.Entry<String, String> file : entries.entrySet()) {
                byte[] bytes = file.getValue().getBytes(StandardCharsets.ISO_8859_1);
                TarArchiveEntry entry = new TarArchiveEntry(file.getKey());
                if (!entry.isDirectory()) {
                    entry.setSize(bytes.length);
                }
                archive.putArchiveEntry(entry);
                archive.write(bytes);
                archive.closeArchiveEntry();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return packed.toByteArray();
    }

    private static byte[] joined(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }

    private void rejects(Path file, String message) {
        for (int threads : new int[] {1, 3}) {
            for (int chunkBytes : new int[] {3, 1 << 18}) {
                assertThatThrownBy(() ->
                                ReadGraph.of(file, ReadOptions.AUTO, threads, new Tuning(chunkBytes, 64, 1_000_000)))
                        .isInstanceOf(GraphFormatException.class)
                        .hasMessage(message);
            }
        }
    }

    private static String longEdgeList(int edges) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < edges; i++) {
            text.append(i).append(' ').append(i * 31L % edges).append('\n');
        }
        return text.toString();
    }

    @Test
    void readsEveryTextFormatCompressed() {
        assertThat(ReadGraph.of(ReadGraph.write(folder, "a.mtx.gz", gzip(MATRIX)))
                        .edges())
                .containsExactly("2>1", "3>1");
        assertThat(ReadGraph.of(ReadGraph.write(folder, "a.el.gz", gzip("0 1"))).edges())
                .containsExactly("0>1");
        assertThat(ReadGraph.of(ReadGraph.write(folder, "a.csv.gz", gzip("a,b\n5,1\r\n")))
                        .edges())
                .containsExactly("5>1");
        assertThat(ReadGraph.of(ReadGraph.write(folder, "a.gr.gz", gzip("p sp 2 1\na 2 1 9\n")))
                        .edges())
                .containsExactly("2>1");
        assertThat(ReadGraph.of(ReadGraph.write(folder, "marked.el.gz", gzip("\u00EF\u00BB\u00BF5 3\n")))
                        .edges())
                .containsExactly("5>3");
    }

    @Test
    void readsCompressedDataWhateverItsName() {
        assertThat(ReadGraph.of(ReadGraph.write(folder, "a.mtx", gzip(MATRIX))).edges())
                .containsExactly("2>1", "3>1");
        assertThat(ReadGraph.of(ReadGraph.write(folder, "graph", gzip("4 5\n"))).edges())
                .containsExactly("4>5");
    }

    @Test
    void readsSeveralMembersAsOneText() {
        byte[] members = joined(gzip("0 1\n1 "), gzip(""), gzip("2\n"), gzip("2 3"));
        assertThat(ReadGraph.of(ReadGraph.write(folder, "a.el.gz", members)).edges())
                .containsExactly("0>1", "1>2", "2>3");
    }

    @Test
    void readsTheSameEdgesFromPlainAndCompressedText() {
        String text = "# head\n" + longEdgeList(20_000);
        ReadGraph plain = ReadGraph.ofText(folder, "a.el", text);
        Path packed = ReadGraph.write(folder, "a.el.gz", gzip(text));
        for (int chunkBytes : new int[] {1, 100, 4_096, 1 << 18}) {
            Tuning tuning = new Tuning(chunkBytes, 1_000, 1_000_000);
            assertThat(ReadGraph.of(packed, ReadOptions.AUTO, 3, tuning).edges())
                    .isEqualTo(plain.edges());
        }
    }

    /// The length behind a member has four bytes, of which small ones use two.
    @Test
    void comparesAllBytesOfALength() throws IOException {
        byte[] packed = gzip(new byte[(1 << 24) + 7]);
        try (InputStream input = new GzipInput(new ByteArrayInputStream(packed))) {
            assertThat(input.skip(Long.MAX_VALUE)).isEqualTo((1 << 24) + 7);
        }
        packed[packed.length - 1] ^= 2;
        try (InputStream input = new GzipInput(new ByteArrayInputStream(packed))) {
            assertThatThrownBy(() -> input.skip(Long.MAX_VALUE)).isInstanceOf(IOException.class);
        }
    }

    @Test
    void namesTheFirstMalformedLineOfACompressedText() {
        String text = longEdgeList(20_000);
        int at = text.indexOf("\n15000 ") + 1;
        byte[] packed = gzip("# head\n" + text.substring(0, at) + "oops\n" + text.substring(at) + "oops 2\n");
        Path file = ReadGraph.write(folder, "a.el.gz", packed);
        rejects(
                file,
                file
                        + ":15002: 'oops' is not a vertex, expected a whole number in 0..9223372036854775807 (--ids"
                        + " names takes names)");
    }

    @Test
    void namesTheSurplusLineOfACompressedMatrix() {
        Path file = ReadGraph.write(folder, "a.mtx.gz", gzip(MATRIX + "% c\n\n3 2\nx\n"));
        rejects(file, file + ":7: this is entry 3, expected 2 as line 2 declares");
    }

    @Test
    void namesTheLineAtWhichTruncatedDataEnds() {
        byte[] whole = gzip("0 1\n1 2\n2 3\n");
        byte[] second = gzip(longEdgeList(10));
        Path file = ReadGraph.write(folder, "tail.el.gz", Arrays.copyOf(whole, whole.length - 3));
        rejects(file, file + ":4: " + ENDS_EARLY);
        file = ReadGraph.write(folder, "header.el.gz", Arrays.copyOf(whole, 5));
        rejects(file, file + ":1: " + ENDS_EARLY);
        file = ReadGraph.write(folder, "member.el.gz", joined(whole, Arrays.copyOf(second, 6)));
        rejects(file, file + ":4: " + ENDS_EARLY);
    }

    @Test
    void namesAMalformedLineBeforeATruncation() {
        byte[] whole = gzip("0 1\nx 2\n2 3\n");
        Path file = ReadGraph.write(folder, "a.el.gz", Arrays.copyOf(whole, whole.length - 3));
        rejects(
                file,
                file
                        + ":2: 'x' is not a vertex, expected a whole number in 0..9223372036854775807 (--ids names"
                        + " takes names)");
    }

    @Test
    void rejectsEveryTruncationOfCompressedData() {
        byte[] whole = gzip(longEdgeList(50));
        for (int length = 2; length < whole.length; length++) {
            Path file = ReadGraph.write(folder, "a.el.gz", Arrays.copyOf(whole, length));
            assertThatThrownBy(() -> ReadGraph.of(file))
                    .isInstanceOf(GraphFormatException.class)
                    .hasMessageMatching(Pattern.quote(file.toString()) + ":\\d+: " + Pattern.quote(ENDS_EARLY));
        }
    }

    @Test
    void rejectsCorruptDataAndWhatFollowsTheLastMember() {
        byte[] flipped = gzip("0 1\n1 2\n2 3\n");
        flipped[flipped.length - 6] ^= 1;
        Path file = ReadGraph.write(folder, "checksum.el.gz", flipped);
        rejects(file, file + ":4: the compressed data is corrupt (its checksum differs)," + " expected a sound file");
        file = ReadGraph.write(
                folder, "tail.el.gz", joined(gzip("0 1\n"), "and more".getBytes(StandardCharsets.UTF_8)));
        rejects(file, file + ":2: the compressed data is corrupt (something else follows it), expected a sound file");
        byte[] method = gzip("0 1\n");
        method[2] = 7;
        file = ReadGraph.write(folder, "method.el.gz", method);
        rejects(
                file,
                file + ":1: the compressed data is corrupt (compression method 7 is unknown),"
                        + " expected a sound file");
    }

    /// Fewer than the reader takes at once, as many and more, and where something else follows them.
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 500, (1 << 16) - 1, 1 << 16, 200_000})
    void passesOverZerosBehindTheLastMember(int zeros) {
        byte[] members = joined(gzip("0 1\n"), gzip("1 2\n"), new byte[zeros]);
        assertThat(ReadGraph.of(ReadGraph.write(folder, "a.el.gz", members)).edges())
                .containsExactly("0>1", "1>2");
        for (byte[] end : List.of(new byte[] {1}, gzip("2 3\n"))) {
            Path file = ReadGraph.write(folder, "tail.el.gz", joined(members, end));
            rejects(
                    file,
                    file + ":3: the compressed data is corrupt (something else follows it), expected a sound file");
        }
    }

    @Test
    void passesOverEveryFieldOfAHeader() {
        byte[] plain = gzip("0 1\n");
        byte[] deflated = Arrays.copyOfRange(plain, 10, plain.length);
        byte[] fields = {0x1F, (byte) 0x8B, 8, 0x1F, 1, 2, 3, 4, 0, 3, 2, 0, 'x', 'y', 'n', 0, 'c', 'c', 0, 9, 9};
        Path file = ReadGraph.write(folder, "a.el.gz", joined(fields, deflated, plain));
        assertThat(ReadGraph.of(file).edges()).containsExactly("0>1", "0>1");
    }

    /// RFC 1952: bit 0 says that it is text, 1 a checksum of the header, 2 an extra field, 3 a name, 4 a comment.
    @ParameterizedTest
    @CsvSource({"1, ''", "2, 09 09", "4, 03 00 78 00 79", "8, 6e 00", "16, 63 63 00", "10, 6e 00 09 09"})
    void passesOverAFieldOfAHeader(byte flags, String field) {
        byte[] plain = gzip("0 1\n");
        byte[] fixed = Arrays.copyOf(plain, 10);
        fixed[3] = flags;
        byte[] extra = HexFormat.of().parseHex(field.replace(" ", ""));
        byte[] deflated = Arrays.copyOfRange(plain, 10, plain.length);
        Path file = ReadGraph.write(folder, "a.el.gz", joined(fixed, extra, deflated));
        assertThat(ReadGraph.of(file).edges()).containsExactly("0>1");
    }

    /// Only bits that carry no data may flip unnoticed: a header's time and system, what fills the last byte.
    @Test
    void readsNoOtherEdgesWhereABitIsFlipped() {
        byte[] whole = gzip(longEdgeList(50));
        List<String> edges =
                ReadGraph.of(ReadGraph.write(folder, "sound.el.gz", whole)).edges();
        int unnoticed = 0;
        for (int bit = 8 * 2; bit < 8 * whole.length; bit++) {
            byte[] flipped = whole.clone();
            flipped[bit / 8] ^= (byte) (1 << bit % 8);
            Path file = ReadGraph.write(folder, "flipped.el.gz", flipped);
            try {
                assertThat(ReadGraph.of(file).edges()).isEqualTo(edges);
                unnoticed++;
            } catch (GraphFormatException e) {
                assertThat(e).hasMessageStartingWith(file + ":");
            }
        }
        assertThat(unnoticed).isLessThan(8 * 8);
    }

    @Test
    void saysThatCompressedTextIsEmpty() {
        Path matrix = ReadGraph.write(folder, "a.mtx.gz", gzip(""));
        assertThatThrownBy(() -> ReadGraph.of(matrix))
                .hasMessage(matrix + ": the text is empty, expected"
                        + " '%%MatrixMarket matrix coordinate pattern|real|integer|complex"
                        + " general|symmetric|skew-symmetric|hermitian'");
        Path list = ReadGraph.write(folder, "a.el.gz", gzip(""));
        assertThatThrownBy(() -> ReadGraph.of(list))
                .hasMessage(list + ": the text ends without an edge, expected lines of two vertices");
    }

    @Test
    void findsTheMatrixAmongItsCompanions() {
        Map<String, String> entries = new LinkedHashMap<>();
        entries.put("road/", "");
        entries.put("road/road_coord.mtx", OTHER);
        entries.put("road/road_b.mtx", OTHER);
        entries.put("road/road.mtx", MATRIX);
        entries.put("road/road_x.mtx", OTHER);
        entries.put("road/README.txt", "about");
        for (String name : new String[] {"road.tar.gz", "renamed.tgz", "no-suffix"}) {
            Path file = ReadGraph.write(folder, name, gzip(tar(entries)));
            ReadGraph graph = ReadGraph.of(file);
            assertThat(graph.edges()).containsExactly("2>1", "3>1");
            assertThat(graph.symmetrise()).isTrue();
            assertThat(graph.format()).isEqualTo("mtx");
        }
    }

    @Test
    void saysThatAnArchiveIsNotCompressed() {
        for (String name : new String[] {"road.tar", "road.mtx", "no-suffix"}) {
            Path file = ReadGraph.write(folder, name, tar(Map.of("road/road.mtx", MATRIX)));
            assertThatThrownBy(() -> ReadGraph.of(file))
                    .isInstanceOf(GraphFormatException.class)
                    .hasMessageStartingWith(
                            file + ": this is a tar archive, expected one that is compressed, by one of gzip");
        }
    }

    @Test
    void findsTheMatrixWithoutAFolderByTheNameOfTheArchive() {
        Map<String, String> entries = new LinkedHashMap<>();
        entries.put("./road_b.mtx", OTHER);
        entries.put("./road.mtx", MATRIX);
        Path file = ReadGraph.write(folder, "road.tar.gz", gzip(tar(entries)));
        assertThat(ReadGraph.of(file).edges()).containsExactly("2>1", "3>1");
    }

    @Test
    void namesLineAndEntryOfAMalformedMatrixInAnArchive() {
        Map<String, String> entries = new LinkedHashMap<>();
        entries.put("road/road_b.mtx", OTHER);
        entries.put("road/road.mtx", MATRIX.replace("3 1", "4 1"));
        Path file = ReadGraph.write(folder, "road.tar.gz", gzip(tar(entries)));
        rejects(file, file + ":4: vertex 4 is outside 1..3, the range the header declares (in road/road.mtx)");
        entries.put("road/road.mtx", OTHER);
        Path array = ReadGraph.write(folder, "array.tar.gz", gzip(tar(entries)));
        rejects(
                array,
                array + ":1: storage 'array' is not supported, expected 'coordinate' (one entry a line)"
                        + " (in road/road.mtx)");
        entries.put("road/road.mtx", MATRIX + "3 2\n");
        Path surplus = ReadGraph.write(folder, "surplus.tar.gz", gzip(tar(entries)));
        rejects(surplus, surplus + ":5: this is entry 3, expected 2 as line 2 declares (in road/road.mtx)");
    }

    @Test
    void listsWhatAnArchiveHoldsInPlaceOfAMatrix() {
        Map<String, String> entries = new LinkedHashMap<>();
        Path none = ReadGraph.write(folder, "none.tar.gz", gzip(tar(entries)));
        rejects(none, none + ": the archive holds no files, expected a matrix NAME/NAME.mtx");
        for (char name = 'a'; name <= 'g'; name++) {
            entries.put("road/" + name + ".txt", "text");
        }
        Path other = ReadGraph.write(folder, "other.tar.gz", gzip(tar(entries)));
        rejects(
                other,
                other + ": the archive holds road/a.txt, road/b.txt, road/c.txt, road/d.txt, road/e.txt, ... (7 files),"
                        + " expected a matrix NAME/NAME.mtx");
    }

    @Test
    void rejectsTruncatedArchives() {
        Map<String, String> entries = Map.of("road/road.mtx", MATRIX);
        byte[] cut = Arrays.copyOf(tar(entries), 512 + 60);
        Path file = ReadGraph.write(folder, "cut.tar.gz", gzip(cut));
        assertThatThrownBy(() -> ReadGraph.of(file))
                .isInstanceOf(GraphFormatException.class)
                .hasMessageStartingWith(file + ":")
                .hasMessageContaining("the compressed data ");
        byte[] packed = gzip(tar(entries));
        Path half = ReadGraph.write(folder, "half.tar.gz", Arrays.copyOf(packed, packed.length / 2));
        assertThatThrownBy(() -> ReadGraph.of(half))
                .isInstanceOf(GraphFormatException.class)
                .hasMessageStartingWith(half + ":")
                .hasMessageContaining(ENDS_EARLY);
    }

    @Test
    void refusesFormatsThatCannotBePacked() {
        Path archive = ReadGraph.write(folder, "a.tar.gz", gzip(tar(Map.of("a/a.mtx", MATRIX))));
        ReadOptions edges = new ReadOptions(GraphFormat.EDGES, DirectionChoice.AS_FORMAT);
        assertThatThrownBy(() -> ReadGraph.of(archive, edges, 1, Tuning.DEFAULT))
                .hasMessage(archive + ": the file is a tar archive, expected format mtx for it, not edges");
        Path serialised = ReadGraph.write(folder, "a.sg.gz", gzip("whatever"));
        assertThatThrownBy(() -> ReadGraph.of(serialised))
                .hasMessage(
                        serialised + ": a file of format sg is mapped and cannot be compressed, expected it unpacked");
    }

    @Test
    void unpacksByteByByteAndNothingWhereNothingIsAsked() throws IOException {
        try (InputStream stream = new GzipInput(new ByteArrayInputStream(gzip("0 1\n\u00FF")))) {
            byte[] none = new byte[2];
            assertThat(stream.read(none, 1, 0)).isZero();
            assertThat(none).containsOnly(0);
            for (int expected : new int[] {'0', ' ', '1', '\n', 0xFF, -1}) {
                assertThat(stream.read()).isEqualTo(expected);
            }
            assertThat(stream.read(none, 0, 0)).isZero();
        }
    }

    @Test
    void namesAMethodOfZipsThatItDoesNotUnpack() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            zip.putNextEntry(new ZipEntry("a.el"));
            zip.write("0 1\n".getBytes(StandardCharsets.US_ASCII));
        }
        byte[] other = bytes.toByteArray();
        int central = new String(other, StandardCharsets.ISO_8859_1).indexOf("PK\u0001\u0002");
        other[8] = 12; // bzip2
        other[central + 10] = 12;
        Path file = ReadGraph.write(folder, "a.el.zip", other);
        assertThatThrownBy(() -> ReadGraph.of(file))
                .isInstanceOf(GraphFormatException.class)
                .hasMessageContaining("the zip is packed by another method, expected deflate or none");
    }
}
