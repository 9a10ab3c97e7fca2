package io.bitfront.engine.closeness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.engine.answer.VertexSums;
import io.bitfront.file.FileException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Headers and records as the tables of [CheckpointHeader] and [RowLog] say, byte by byte: a released version goes on
/// from what another wrote.
class RowLogTest {
    private static final int VERTICES = 9;
    private static final int HEAD = 8;
    private static final int ROW = 28;
    private static final CheckpointHeader HEADER =
            new CheckpointHeader(new JobDescription(Map.of("sources", "all of nine")));

    @TempDir
    private Path folder;

    private static ExactRows rows(int... indices) {
        return new ExactRows(Arena.ofAuto(), VERTICES, indices.length == 0 ? null : indices);
    }

    private static VertexSums sums(int vertex) {
        return new VertexSums(100 + vertex, (1L << 40) + vertex, 1.0 / (vertex + 1), 200 + vertex);
    }

    private static ExactRows done(int... vertices) {
        ExactRows rows = rows();
        Arrays.stream(vertices).forEach(v -> rows.put(v, sums(v)));
        return rows;
    }

    private static ByteBuffer little(byte... bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static int crc(byte... bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes);
        return (int) crc.getValue();
    }

    private static byte[] header() {
        byte[] description = "sources: all of nine\n".getBytes(StandardCharsets.UTF_8);
        byte[] fixed = new byte[20];
        little(fixed)
                .put("BITFRNTC".getBytes(StandardCharsets.US_ASCII))
                .putInt(1)
                .putInt(description.length)
                .putInt(crc(description));
        return joined(fixed, description);
    }

    private static byte[] record(int... vertices) {
        byte[] rows = new byte[ROW * vertices.length];
        ByteBuffer into = little(rows);
        for (int v : vertices) {
            VertexSums sums = sums(v);
            into.putInt(v).putInt((int) sums.reached()).putInt(sums.eccentricity());
            into.putLong(sums.distanceSum()).putDouble(sums.harmonicSum());
        }
        byte[] head = new byte[HEAD];
        little(head).putInt(vertices.length).putInt(crc(rows));
        return joined(head, rows);
    }

    private static byte[] joined(byte[]... parts) {
        byte[] all = new byte[Arrays.stream(parts).mapToInt(part -> part.length).sum()];
        ByteBuffer into = little(all);
        Arrays.stream(parts).forEach(into::put);
        return all;
    }

    private Path file() {
        return folder.resolve("kept");
    }

    private void write(byte[]... parts) throws IOException {
        Files.write(file(), joined(parts));
    }

    /// A row whose harmonic sum nobody asked for is one for whoever asks for none, too.
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void appendsARecordForEachBatch(boolean passing) throws IOException {
        try (RowLog log = passing ? RowLog.passing(file(), HEADER) : new RowLog(file(), HEADER)) {
            assertThat(Files.readAllBytes(file())).isEqualTo(header());
            log.append(done(3, 0, 8));
            log.append(rows());
            ExactRows unknown = done(1);
            unknown.put(2, new VertexSums(4, 5, Double.NaN, 6));
            log.append(unknown);
            assertThat(Files.readAllBytes(file()))
                    .startsWith(joined(header(), record(0, 3, 8)))
                    .hasSize(header().length + 2 * HEAD + 5 * ROW);
        }
        for (boolean harmonic : new boolean[] {true, false}) {
            ExactRows replayed = rows();
            try (RowLog log = RowLog.passing(file(), HEADER)) {
                assertThat(log.replay(replayed, harmonic)).isZero();
            }
            assertThat(replayed.isDone(2)).isNotEqualTo(harmonic);
            assertThat(replayed.doneCount()).isEqualTo(harmonic ? 4 : 5);
        }
        HEADER.requireOf(file(), "it");
        assertThat(HEADER.bytes()).isEqualTo(header().length);
    }

    /// Whatever is no whole record is cut off, and the log goes on there.
    @Test
    void replaysWhatIsWholeAndGoesOnBehindIt() throws IOException {
        byte[] first = record(4, 7);
        byte[] second = record(0, 1, 2);
        for (int kept = 0; kept <= second.length; kept++) {
            write(header(), first, Arrays.copyOf(second, kept));
            boolean whole = kept == second.length;
            ExactRows rows = rows();
            try (RowLog log = new RowLog(file(), HEADER)) {
                assertThat(log.replay(rows, true)).isEqualTo(whole ? 0 : kept);
                assertThat(rows.done()).isEqualTo(whole ? new int[] {0, 1, 2, 4, 7} : new int[] {4, 7});
                assertThat(Arrays.stream(rows.done()).mapToObj(rows::sums))
                        .isEqualTo(IntStream.of(rows.done())
                                .mapToObj(RowLogTest::sums)
                                .toList());
                log.append(done(5));
            }
            assertThat(Files.readAllBytes(file()))
                    .isEqualTo(joined(header(), first, whole ? second : new byte[0], record(5)));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, (1 << 20) + 1, Integer.MAX_VALUE})
    void aRecordOfNoOrTooManyRowsIsNone(int count) throws IOException {
        byte[] damaged = record(3);
        little(damaged).putInt(0, count);
        write(header(), damaged, record(4));
        ExactRows rows = rows();
        try (RowLog log = new RowLog(file(), HEADER)) {
            assertThat(log.replay(rows, true)).isEqualTo(2L * (HEAD + ROW));
        }
        assertThat(rows.doneCount()).isZero();
        assertThat(Files.readAllBytes(file())).isEqualTo(header());
    }

    @Test
    void refusesARowThatTheJobHasNot() throws IOException {
        write(header(), record(2), record(3));
        try (RowLog log = new RowLog(file(), HEADER)) {
            assertThatThrownBy(() -> log.replay(rows(2, 5), false))
                    .isInstanceOf(FileException.class)
                    .hasMessage(file() + " is damaged: it has a row for vertex 3, which the job has not");
        }
    }

    /// A pipe would be waited for.
    @Test
    @Timeout(value = 20, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void opensNothingButFiles() throws IOException, InterruptedException {
        JobDescription job = new JobDescription(Map.of("sources", "all of nine"));
        for (String name : List.of("closeness.checkpoint", "lock")) {
            Path pipe = Files.createTempDirectory(folder, "pipes").resolve(name);
            assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                    .isZero();
            assertThatThrownBy(() -> Checkpoint.open(pipe.getParent(), job))
                    .isInstanceOf(FileException.class)
                    .hasMessageMatching(".*/" + name + " is not a (checkpoint|lock) of bitfront");
        }
    }

    /// Every byte of a header is looked at.
    @Test
    void refusesAnotherHeader() throws IOException {
        byte[] whole = header();
        for (int at = 0; at < whole.length; at++) {
            byte[] damaged = whole.clone();
            damaged[at] ^= 0x40;
            write(damaged, new byte[1 << 16]);
            String expected = at < 8
                    ? file() + " is not a checkpoint of bitfront"
                    : at < 12
                            ? "%s has version %d, this bitfront reads version 1"
                                    .formatted(file(), 1 ^ 0x40 << 8 * (at - 8))
                            : file() + " is damaged: the checksum of its description is wrong";
            assertThatThrownBy(() -> HEADER.requireOf(file(), "it"))
                    .isInstanceOf(FileException.class)
                    .hasMessage(expected);
        }
        for (int length = 0; length < whole.length; length++) {
            write(Arrays.copyOf(whole, length));
            assertThatThrownBy(() -> HEADER.requireOf(file(), "it"))
                    .isInstanceOf(FileException.class)
                    .hasMessage(
                            length < 20
                                    ? file() + " is not a checkpoint of bitfront"
                                    : file() + " is damaged: the checksum of its description is wrong");
        }
        write(whole);
        CheckpointHeader other = new CheckpointHeader(new JobDescription(Map.of("sources", "all")));
        assertThatThrownBy(() -> other.requireOf(file(), "it"))
                .hasMessage("it belongs to another job: sources: all of nine there, all here");
    }
}
