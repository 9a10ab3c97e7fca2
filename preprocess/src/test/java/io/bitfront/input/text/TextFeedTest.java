package io.bitfront.input.text;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.input.source.Compression;
import io.bitfront.input.source.PackedFile;
import io.bitfront.input.source.Packing;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A text as it comes out of a file, compressed or not: its head line by line, all else in chunks of whole lines.
final class TextFeedTest {
    private static final int LONGEST = 60;

    @TempDir
    private Path folder;

    /// Lines of up to [#LONGEST] characters.
    private static String text(int lines) {
        Random dice = new Random(lines);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < lines; i++) {
            text.append("x".repeat(dice.nextInt(LONGEST))).append('\n');
        }
        return text.toString();
    }

    private TextFeed opened(boolean packed, String text, int chunkBytes) throws IOException {
        byte[] bytes = text.getBytes(ISO_8859_1);
        if (!packed) {
            return new MappedText(Files.write(folder.resolve("text"), bytes), chunkBytes);
        }
        Path file = folder.resolve("text.gz");
        try (OutputStream stream = new GZIPOutputStream(Files.newOutputStream(file))) {
            stream.write(bytes);
        }
        return new StreamedText(file, chunkBytes, PackedFile.open(file, new Packing(Compression.GZIP, false)));
    }

    private List<String> chunks(TextFeed feed) throws IOException {
        List<String> all = new ArrayList<>();
        Chunk chunk = new Chunk(16);
        long consumed = 0;
        while (feed.next(chunk)) {
            assertThat(chunk.defect).isNull();
            assertThat(chunk.index).isEqualTo(all.size());
            all.add(new String(chunk.bytes, 0, chunk.length, ISO_8859_1));
            consumed += chunk.consumed;
        }
        if (feed instanceof StreamedText) {
            consumed += chunk.consumed;
        }
        assertThat(consumed).isEqualTo(all.isEmpty() ? consumed : Files.size(feed.file));
        return all;
    }

    /// A head may be far longer than what is read at a time.
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void takesAnyLineOfALongHeadBack(boolean packed) throws IOException {
        String text = text(5_000);
        List<String> lines = text.lines().toList();
        try (TextFeed feed = opened(packed, text, 64)) {
            for (String line : lines.subList(0, 4_000)) {
                assertThat(feed.headLine()).isEqualTo(line);
                feed.unreadHeadLine();
                assertThat(feed.headLine()).isEqualTo(line);
            }
            feed.unreadHeadLine();
            assertThat(String.join("", chunks(feed)).lines()).isEqualTo(lines.subList(3_999, 5_000));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void comesInChunksOfWholeLinesNoneMuchLongerThanAskedFor(boolean packed) throws IOException {
        for (int[] each : new int[][] {
            {1, 40}, {7, 300}, {64, 300}, {100, 5_000}, {1_000, 5_000}, {100_000, 5_000}, {64, 0}, {64, 1}
        }) {
            int chunkBytes = each[0];
            String text = text(each[1]);
            try (TextFeed feed = opened(packed, text, chunkBytes)) {
                List<String> chunks = chunks(feed);
                assertThat(String.join("", chunks)).isEqualTo(text);
                assertThat(chunks).allMatch(chunk -> chunk.isEmpty() || chunk.endsWith("\n"));
                assertThat(chunks).allMatch(chunk -> chunk.length() <= chunkBytes + 4 * LONGEST);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void mayBeginWithAnEmptyLine(boolean packed) throws IOException {
        try (TextFeed feed = opened(packed, "\n1 2\n", 1)) {
            assertThat(String.join("", chunks(feed))).isEqualTo("\n1 2\n");
        }
    }

    @ParameterizedTest
    @CsvSource({"false, 1", "false, 4096", "true, 1", "true, 64", "true, 4096"})
    void givesItsHeadLineByLineAndOneOfThemBack(boolean packed, int chunkBytes) throws IOException {
        String text = "one\r\n\ntwo" + "o".repeat(5_000) + "\nthree\n1 2\n3 4";
        try (TextFeed feed = opened(packed, text, chunkBytes)) {
            assertThat(feed.headLine()).isEqualTo("one");
            assertThat(feed.headLine()).isEmpty();
            assertThat(feed.headLine()).isEqualTo("two" + "o".repeat(5_000));
            assertThat(feed.headLine()).isEqualTo("three");
            feed.unreadHeadLine();
            assertThat(feed.headLines()).isEqualTo(3);
            assertThat(String.join("", chunks(feed))).isEqualTo("three\n1 2\n3 4\n");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1", "1 2", "1 2\n", "\n"})
    void leavesOutAByteOrderMark(String text) throws IOException {
        for (int chunkBytes : new int[] {-100, -1, 1, 2, 100}) {
            boolean packed = chunkBytes > 0;
            try (TextFeed feed = opened(packed, "\u00EF\u00BB\u00BF" + text, Math.abs(chunkBytes))) {
                String ended = text.isEmpty() || text.endsWith("\n") ? text : text + "\n";
                assertThat(String.join("", chunks(feed))).isEqualTo(ended);
            }
            try (TextFeed feed = opened(packed, "\u00EF\u00BB\u00BF" + text, Math.abs(chunkBytes))) {
                assertThat(feed.headLine()).isEqualTo(text.isEmpty() ? null : text.replace("\n", ""));
                assertThat(feed.headLine()).isNull();
            }
        }
    }

    /// Two bytes of a mark are text.
    @ParameterizedTest
    @ValueSource(strings = {"\u00EF\u00BB", "\u00EF\u00BBx 1", "x\u00BB\u00BF 1", "\u00EFx\u00BF 1"})
    void keepsWhatIsNoByteOrderMark(String text) throws IOException {
        for (boolean packed : new boolean[] {false, true}) {
            try (TextFeed feed = opened(packed, text, 64)) {
                assertThat(feed.headLine()).isEqualTo(text);
            }
        }
    }

    /// A line of 16 MiB is read, one of a byte more is not, wherever it is met.
    @ParameterizedTest
    @CsvSource({"false, false", "false, true", "true, false", "true, true"})
    void readsLinesUpToTheLongest(boolean packed, boolean last) throws IOException {
        for (int more : new int[] {0, 1, 20_000_000}) {
            String line = "y".repeat(TextFeed.MAX_LINE + more);
            String text = "1 2\n" + line + (last ? "" : "\n3 4\n");
            try (TextFeed feed = opened(packed, text, 1 << 16)) {
                Chunk chunk = new Chunk(16);
                StringBuilder all = new StringBuilder();
                String defect = null;
                while (defect == null && feed.next(chunk)) {
                    all.append(new String(chunk.bytes, 0, chunk.length, ISO_8859_1));
                    defect = chunk.defect;
                }
                assertThat(defect).isEqualTo(more == 0 ? null : TextFeed.LINE_TOO_LONG);
                assertThat(all).hasSize(more == 0 ? text.length() + (last ? 1 : 0) : 4);
            }
            try (TextFeed feed = opened(packed, text, 1 << 16)) {
                assertThat(feed.headLine()).isEqualTo("1 2");
                if (more == 0) {
                    assertThat(feed.headLine()).hasSize(TextFeed.MAX_LINE);
                } else {
                    assertThatThrownBy(feed::headLine).hasMessageContaining(TextFeed.LINE_TOO_LONG);
                }
            }
        }
    }
}
