package io.bitfront.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.sun.management.ThreadMXBean;
import io.bitfront.file.GraphFormatException;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Small files that once took minutes or gigabytes, failed without a word of their own, or painted the terminal.
class HostileInputTest {
    private static final long MOST_BYTES = 32L << 20;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @TempDir
    Path folder;

    @ParameterizedTest
    @Timeout(value = 20, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    @CsvSource(delimiter = '|', textBlock = """
        A_delta_div0.parquet    | a page ends too early or holds numbers out of range
        B_levels_1.parquet      | its pages hold more values than the 2 rows of the group
        B_levels_20.parquet     | its pages hold more values than the 2 rows of the group
        C_rle_2G.parquet        | rows, more than the 1210368 that its 158 bytes may stand for
        D_rows_2e62.parquet     | rows, more than the 1211392 that its 159 bytes may stand for
        D_rows_max.parquet      | rows, more than the 1379328 that its 323 bytes may stand for
        D_rows_overflow.parquet | rows, more than the 1454080 that its 396 bytes may stand for
        E_dictionary.parquet    | a page header is malformed
        F_dictionaries.parquet  | it has a second dictionary, expected one
        W1_degree.graph         | nodes is 2000000000, more than the bits of
        W2_blocks.graph         | nodes is 2000000000, more than the bits of
        evil.tar.gz             | expected a matrix NAME/NAME.mtx
        long-name.tar.gz        | expected a matrix NAME/NAME.mtx
        memory.el.xz            | unpacking takes
        """)
    void isRefusedAtOnceInOneLineThatATerminalShows(String name, String said) throws IOException {
        Path file = resource(name);
        if (name.endsWith(".graph")) {
            resource(name.replace(".graph", ".properties"));
        }
        long before = THREADS.getCurrentThreadAllocatedBytes();
        assertThat(catchThrowable(() -> read(file)))
                .isInstanceOf(GraphFormatException.class)
                .message()
                .contains(said)
                .hasSizeLessThan(1000)
                .doesNotContain("\u001b", "\n");
        assertThat(THREADS.getCurrentThreadAllocatedBytes() - before).isLessThan(MOST_BYTES);
    }

    @ParameterizedTest
    @CsvSource({"evil.parquet"})
    void namesNothingThatATerminalObeys(String name) throws IOException {
        Path file = resource(name);
        Throwable thrown = catchThrowable(() -> read(file));
        if (thrown != null) {
            assertThat(thrown)
                    .isInstanceOf(GraphFormatException.class)
                    .message()
                    .doesNotContain("\u001b");
        }
    }

    @Test
    @Timeout(value = 20, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void namesSomeOfManyColumnsThatMayBeEndsOfEdges() throws IOException {
        String header = "u,".repeat(20_000) + "v,".repeat(20_000) + "x\n";
        Path file = Files.writeString(folder.resolve("wide.csv"), header + "1,2\n");
        assertThat(catchThrowable(() -> read(file)))
                .isInstanceOf(GraphFormatException.class)
                .message()
                .contains("the header names ends of edges more than once: 1,20001 or 1,20002 or ")
                .hasSizeLessThan(1000);
    }

    /// 8 MB of columns in some kilobytes.
    @Test
    @Timeout(value = 20, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void refusesAHeaderOfMillionsOfColumns() throws IOException {
        Path file = folder.resolve("wide.csv.gz");
        try (OutputStream packed = new GZIPOutputStream(Files.newOutputStream(file))) {
            packed.write("a,".repeat(4 << 20).getBytes(StandardCharsets.US_ASCII));
            packed.write("b\n1,2\n".getBytes(StandardCharsets.US_ASCII));
        }
        assertThat(catchThrowable(() -> read(file)))
                .isInstanceOf(GraphFormatException.class)
                .message()
                .contains("the first line names more columns than 65536, expected no more")
                .hasSizeLessThan(1000);
        assertThat(allocated(() -> read(file))).isLessThan(300L << 20);
    }

    /// The name of a file of a tar archive, or attributes before it, of 64 MB.
    @ParameterizedTest
    @ValueSource(chars = {'L', 'K', 'x', 'g'})
    void refusesNamesAndAttributesOfMegabytes(char type) throws IOException {
        int size = 64 << 20;
        byte[] content = new byte[size];
        Arrays.fill(content, (byte) 'a');
        put(size + " path=", content, 0);
        content[size - 1] = '\n';
        Path file = archive(header("././@LongLink", type, size), content);
        assertThat(catchThrowable(() -> read(file)))
                .isInstanceOf(GraphFormatException.class)
                .message()
                .contains("a name or header in its archive has more than 1048576 bytes");
        assertThat(allocated(() -> read(file))).isLessThan(MOST_BYTES);
    }

    /// A file of 8 GB that is one hole, before the end.
    @Test
    @Timeout(value = 20, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void passesOverHolesAtOnce() throws IOException {
        byte[] header = header("hole", 'S', 0);
        put("77777777777\00000000000000", header, 386);
        put("77777777777", header, 483);
        Path file = archive(signed(header), new byte[1024]);
        assertThat(catchThrowable(() -> read(file)))
                .isInstanceOf(GraphFormatException.class)
                .message()
                .contains("the archive holds hole, expected a matrix NAME/NAME.mtx");
    }

    private Path archive(byte[] header, byte[] content) throws IOException {
        Path file = folder.resolve("m.tar.gz");
        try (OutputStream packed = new GZIPOutputStream(Files.newOutputStream(file))) {
            packed.write(header);
            packed.write(content);
        }
        return file;
    }

    private static byte[] header(String name, char type, int size) {
        byte[] header = new byte[512];
        put(name, header, 0);
        put("%011o".formatted(size), header, 124);
        header[156] = (byte) type;
        put("ustar  ", header, 257);
        return signed(header);
    }

    /// With its checksum, which is of blanks in its own place.
    private static byte[] signed(byte[] header) {
        Arrays.fill(header, 148, 156, (byte) ' ');
        int sum = 0;
        for (byte b : header) {
            sum += b & 0xFF;
        }
        put("%06o\0 ".formatted(sum), header, 148);
        return header;
    }

    private static void put(String text, byte[] into, int at) {
        System.arraycopy(text.getBytes(StandardCharsets.US_ASCII), 0, into, at, text.length());
    }

    private static long allocated(Runnable reading) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        assertThat(catchThrowable(reading::run)).isNotNull();
        return THREADS.getCurrentThreadAllocatedBytes() - before;
    }

    private void read(Path file) {
        GraphReader.memoryNeeded(file, ReadOptions.AUTO);
        try (Workers workers = new Workers(1)) {
            var input = GraphReader.read(file, ReadOptions.AUTO, workers, Progress.NONE);
            try (input) {
                assertThat(input.note()).doesNotContain("\u001b");
            }
        }
    }

    private Path resource(String name) throws IOException {
        Path file = folder.resolve(name);
        try (InputStream in = HostileInputTest.class.getResourceAsStream("hostile/" + name)) {
            Files.copy(in, file);
        }
        return file;
    }
}
