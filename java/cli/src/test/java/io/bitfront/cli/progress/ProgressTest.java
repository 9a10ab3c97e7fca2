package io.bitfront.cli.progress;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.progress.Progress;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProgressTest {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream stream = new PrintStream(bytes, true, StandardCharsets.UTF_8);

    @Test
    void saysHowFarHowFastAndHowLongToGo() {
        assertThat(new Meter("closeness", 65_536, "BFS").line(16_384, 0, 1_638.4))
                .isEqualTo("closeness: 16,384 of 65,536 BFS (25%), 1,638 BFS/s, 30 s left");
        assertThat(new Meter("closeness", 65_536, "BFS").line(16_384, 32, 1_638.4))
                .isEqualTo("closeness: 16,384 of 65,536 BFS (25%), 32 batches, 1,638 BFS/s, 30 s left");
        assertThat(new Meter("read", 4_000_000_000L, "byte").line(1_000_000_000, 0, 5e8))
                .isEqualTo("read: 1.00 GB of 4.00 GB (25%), 500 MB/s, 6 s left");
        assertThat(new Meter("CSC", 100, "edge").line(100, 0, 100))
                .isEqualTo("CSC: 100 of 100 edges (100%), 100 edges/s");
    }

    @Test
    void saysNoRateBeforeAnythingIsDone() {
        assertThat(new Meter("order", 12, "window").line(0, 0, 0)).isEqualTo("order: 0 of 12 windows (0%)");
        assertThat(new Meter("order", 12, "window").line(3, 0, 0)).isEqualTo("order: 3 of 12 windows (25%)");
    }

    @Test
    void leavesOutWhatAnUnknownTotalHides() {
        assertThat(new Meter("read", -1, "edge").line(3_000, 0, 1_500)).isEqualTo("read: 3,000 edges, 1.50 kedges/s");
    }

    /// More than all is all.
    @Test
    void saysUnitsAndBatches() {
        assertThat(new Meter("a", 100, "edge").line(11, 1, 1))
                .isEqualTo("a: 11 of 100 edges (11%), 1 batch, 1 edges/s, 1 min 29 s left");
        assertThat(new Meter("a", 100, "vertex").line(150, 0, 150))
                .isEqualTo("a: 150 of 100 vertices (100%), 150 vertices/s");
        assertThat(new Meter("a", 1, "byte").line(0, 0, 0)).isEqualTo("a: 0 B of 1 B (0%)");
        assertThat(new Meter("a", 0, "edge").line(0, 0, 0)).isEqualTo("a: 0 edges");
        assertThat(new Meter("a", -1, "byte").line(1, 2, 1)).isEqualTo("a: 1 B, 2 batches, 1 B/s");
        assertThat(new Meter("a", 1_000, "vertex").line(999, 0, 500)).startsWith("a: 999 of 1,000 vertices (99%), ");
    }

    @Test
    @Timeout(20)
    void goesOnWhereAnEarlierPhaseEnded() throws InterruptedException {
        Progress.Phase phase = new LineProgress(stream, Duration.ofMillis(5)).start("a", 1_000, "BFS", 400);
        while (lines() < 1) {
            Thread.sleep(1);
        }
        phase.close();
        assertThat(text().lines()).first().asString().isEqualTo("bitfront: a: 400 of 1,000 BFS (40%)");
        Progress.Phase bar = new BarProgress(stream, 100).start("b", 1_000, "BFS", 300);
        while (!text().contains("300/1000 BFS")) {
            Thread.sleep(10);
        }
        bar.close();
    }

    /// Bytes always, other units from 50 million on.
    @ParameterizedTest
    @Timeout(20)
    @CsvSource({
        "edge, 50000000, 20000000, 20/50 M edge",
        "edge, 49999999, 20000000, 20000000/49999999 edge",
        "byte, 7000000, 3000000, 3/7 MB"
    })
    void showsLargeAmountsInMillions(String unit, long total, long done, String shown) throws InterruptedException {
        Progress.Phase bar = new BarProgress(stream, 120).start("a", total, unit);
        bar.advance(done);
        while (!text().contains(shown)) {
            Thread.sleep(10);
        }
        bar.close();
    }

    @Test
    @Timeout(20)
    void printsALinePerIntervalUntilTheEnd() throws InterruptedException {
        Progress.Phase phase = new LineProgress(stream, Duration.ofMillis(5)).start("bfs", 10, "BFS");
        phase.advanceBatch(5);
        while (text().lines()
                        .filter(line -> line.startsWith("bitfront: bfs: 5 of 10 BFS (50%), 1 batch, "))
                        .count()
                < 2) {
            Thread.sleep(1);
        }
        phase.close();
        while (Thread.getAllStackTraces().keySet().stream()
                .anyMatch(thread -> thread.getName().equals("bitfront-progress"))) {
            Thread.sleep(1);
        }
    }

    @Test
    @Timeout(20)
    void saysWhatElseIsKnown() throws InterruptedException {
        Progress.Phase lines = new LineProgress(stream, Duration.ofMillis(5)).start("top 10", 10, "BFS");
        lines.detail("3 left");
        lines.advance(5);
        while (!text().contains("bitfront: top 10: 5 of 10 BFS (50%), 3 left" + System.lineSeparator())) {
            Thread.sleep(1);
        }
        lines.close();
        assertThat(text().lines().filter(line -> line.contains("5 of 10 BFS")))
                .allMatch(line -> line.equals("bitfront: top 10: 5 of 10 BFS (50%), 3 left"));
        Progress.Phase bar = new BarProgress(stream, 200).start("top 10", 10, "BFS");
        bar.advanceBatch(4);
        bar.detail("2 left");
        while (!text().contains("1 batch, 2 left")) {
            Thread.sleep(10);
        }
        bar.close();
    }

    @Test
    void printsNothingForAShortPhase() {
        new LineProgress(stream, Duration.ofSeconds(10)).start("bfs", 10, "BFS").close();
        assertThat(text()).isEmpty();
    }

    @Test
    @Timeout(20)
    void drawsABarWithinTheTerminalAndErasesIt() throws InterruptedException {
        int columns = 70;
        Progress.Phase phase = new BarProgress(stream, columns).start("closeness", 1000, "BFS");
        phase.advanceBatch(400);
        while (!text().contains("400/1000")) {
            Thread.sleep(10);
        }
        phase.close();
        String[] drawn = text().split("\r", -1);
        assertThat(drawn).anyMatch(line -> line.startsWith("closeness  40%"));
        assertThat(drawn).allMatch(line -> line.length() < columns);
        assertThat(drawn[drawn.length - 1]).isEmpty();
        assertThat(drawn[drawn.length - 2]).isBlank();
        assertThat(text()).doesNotContain("\n");
    }

    private String text() {
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private long lines() {
        return text().lines().count();
    }
}
