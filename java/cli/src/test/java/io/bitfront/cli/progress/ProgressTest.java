package io.bitfront.cli.progress;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.progress.Progress;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ProgressTest {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream stream = new PrintStream(bytes, true, StandardCharsets.UTF_8);

    @Test
    void saysHowFarHowFastAndHowLongToGo() {
        assertThat(new Meter("closeness", 65_536, "BFS").line(16_384, 10))
                .isEqualTo("closeness: 16,384 of 65,536 BFS (25%), 1,638 BFS/s, 30 s left");
        assertThat(new Meter("closeness", 65_536, "BFS").line(16_384, 0, 32, 10))
                .isEqualTo("closeness: 16,384 of 65,536 BFS (25%), 32 batches, 1,638 BFS/s, 30 s left");
        assertThat(new Meter("read", 4_000_000_000L, "byte").line(1_000_000_000, 2))
                .isEqualTo("read: 1.00 GB of 4.00 GB (25%), 500 MB/s, 6 s left");
        assertThat(new Meter("CSC", 100, "edge").line(100, 1)).isEqualTo("CSC: 100 of 100 edges (100%), 100 edges/s");
    }

    @Test
    void saysNoRateBeforeAnythingIsDone() {
        assertThat(new Meter("order", 12, "window").line(0, 5)).isEqualTo("order: 0 of 12 windows (0%)");
        assertThat(new Meter("order", 12, "window").line(3, 0)).isEqualTo("order: 3 of 12 windows (25%)");
    }

    @Test
    void leavesOutWhatAnUnknownTotalHides() {
        assertThat(new Meter("read", -1, "edge").line(3_000, 2)).isEqualTo("read: 3,000 edges, 1.50 kedges/s");
    }

    @Test
    @Timeout(20)
    void printsALinePerIntervalAndNoneAfterTheEnd() throws InterruptedException {
        Progress.Phase phase = new LineProgress(stream, Duration.ofMillis(5)).start("bfs", 10, "BFS");
        phase.advanceBatch(5);
        while (lines() < 2) {
            Thread.sleep(1);
        }
        phase.close();
        Thread.sleep(50);
        long printed = lines();
        Thread.sleep(50);
        assertThat(lines()).isEqualTo(printed);
        assertThat(text()).contains("bitfront: bfs: 5 of 10 BFS (50%), 1 batch, ");
    }

    @Test
    @Timeout(20)
    void saysWhatElseIsKnown() throws InterruptedException {
        Progress.Phase lines = new LineProgress(stream, Duration.ofMillis(5)).start("top 10", 10, "BFS");
        lines.detail("3 left");
        while (!text().contains(", 3 left")) {
            Thread.sleep(1);
        }
        lines.close();
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
