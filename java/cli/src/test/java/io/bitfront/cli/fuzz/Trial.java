package io.bitfront.cli.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.bitfront.cli.Main;
import io.bitfront.cli.report.Streams;
import java.io.ByteArrayOutputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Runs command lines in this process and asserts what holds for every input: an exit code of the contract,
/// one line that a terminal shows, bounded time, bounded memory on the heap.
final class Trial implements AutoCloseable {
    /// Far more than any of these small inputs takes, on a machine that does much else.
    private static final long MOST_SECONDS = 60;

    private static final long MOST_BYTES = 512L << 20;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final ExecutorService runner =
            Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().factory());

    record Outcome(int exitCode, String out, String err) {}

    /// @param about names the input in a failure, with its seed
    Outcome run(String about, List<String> words) throws InterruptedException {
        long before = THREADS.getTotalThreadAllocatedBytes();
        Outcome outcome;
        try {
            outcome = runner.submit(() -> run(words)).get(MOST_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new AssertionError("%s: over %d s: %s".formatted(about, MOST_SECONDS, words), e);
        } catch (ExecutionException e) {
            throw new AssertionError("%s: %s".formatted(about, words), e.getCause());
        }
        String what = "%s: %s: %s".formatted(about, words, outcome.err);
        boolean checks = words.contains("verify") || words.contains("--verify");
        assertThat(outcome.exitCode).as(what).isBetween(0, checks ? 3 : 2);
        assertThat(outcome.err).as(what).doesNotContain("internal error", "\tat ", "\u001b");
        if (outcome.exitCode == 1) {
            assertThat(outcome.err.lines().filter(line -> !line.isBlank()))
                    .as(what)
                    .isNotEmpty();
        }
        assertThat(THREADS.getTotalThreadAllocatedBytes() - before).as(what).isLessThan(MOST_BYTES);
        return outcome;
    }

    private static Outcome run(List<String> words) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int code;
        try (Streams streams = new Streams(out, err, false, 0)) {
            code = new Main(streams).run(words.toArray(String[]::new));
        }
        return new Outcome(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    @Override
    public void close() {
        runner.shutdownNow();
    }
}
