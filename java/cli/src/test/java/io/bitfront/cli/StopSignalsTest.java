package io.bitfront.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.cli.report.Streams;
import io.bitfront.engine.lab.LabResult;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// SIGTERM to this very process, whose own handler stands for the end of the process: whoever gives signals back to it
/// ends at once by the next one. In a process of its own it is `SignalsTest` that sends them.
@Timeout(60)
class StopSignalsTest {
    private static final int RING = 400;
    private static final int TERM = 15;

    @TempDir
    private Path folder;

    private final Semaphore ended = new Semaphore(0);
    private Object before;

    @BeforeEach
    void takeSignals() throws ReflectiveOperationException {
        Class<?> handler = Class.forName("sun.misc.SignalHandler");
        before = handle(Proxy.newProxyInstance(handler.getClassLoader(), new Class<?>[] {handler}, (_, _, _) -> {
            ended.release();
            return null;
        }));
    }

    @AfterEach
    void giveThemBack() throws ReflectiveOperationException {
        ScriptedEngines.remove();
        handle(before);
    }

    private static Object handle(Object handler) throws ReflectiveOperationException {
        Class<?> signal = Class.forName("sun.misc.Signal");
        return signal.getMethod("handle", signal, Class.forName("sun.misc.SignalHandler"))
                .invoke(null, signal.getConstructor(String.class).newInstance("TERM"), handler);
    }

    private static void raise() {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            signal.getMethod("raise", signal)
                    .invoke(null, signal.getConstructor(String.class).newInstance("TERM"));
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("sun.misc.Signal", e);
        }
    }

    /// Runs a diameter of a ring whose first search is met by signals, and returns what it says.
    private String interrupted(int signals, String... more) throws IOException {
        Path ring = Files.writeString(
                folder.resolve("ring.el"),
                IntStream.range(0, RING)
                        .mapToObj(v -> "%d %d\n".formatted(v, (v + 1) % RING))
                        .collect(Collectors.joining()));
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        AtomicInteger left = new AtomicInteger(signals);
        ScriptedEngines.install(result -> {
            while (result instanceof LabResult && left.getAndDecrement() > 0) {
                raise();
                await(() -> text(err)
                                .contains("bitfront: interrupted: finishing the searches under way;"
                                        + " a second signal ends it at once\n")
                        && ended.availablePermits() == Math.max(0, signals - left.get() - 1));
            }
            return result;
        });
        List<String> words = new ArrayList<>(List.of(
                "diameter",
                ring.toString(),
                "--undirected",
                "--device",
                "cpu",
                "--cache",
                folder.resolve("cache").toString()));
        words.addAll(List.of(more));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (Streams streams = new Streams(out, err, false, 0)) {
            assertThat(new Main(streams).run(words.toArray(String[]::new)))
                    .as(text(err))
                    .isEqualTo(128 + TERM);
        }
        assertThat(out.size()).isZero();
        return text(err);
    }

    private static void await(BooleanSupplier what) {
        while (!what.getAsBoolean()) {
            LockSupport.parkNanos(100_000);
        }
    }

    private static String text(ByteArrayOutputStream bytes) {
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Test
    void endADiameterAfterTheSearchUnderWay() throws IOException {
        assertThat(interrupted(1))
                .endsWith("bitfront: interrupted: stopped after 1 of 400 vertices;"
                        + " the diameter is 200 to 399, the radius 100 to 200\n");
    }

    @Test
    void leaveNoFileOfEccentricities() throws IOException {
        assertThat(interrupted(
                        1,
                        "--eccentricities",
                        "-o",
                        folder.resolve("eccentricities.csv").toString()))
                .endsWith("bitfront: interrupted: stopped after 1 of 400 vertices; nothing of it is kept\n");
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(file -> file.getFileName().toString())).containsExactlyInAnyOrder("ring.el", "cache");
        }
    }

    @Test
    void endTheProcessAtTheSecond() throws IOException {
        interrupted(2);
        assertThat(ended.availablePermits()).isOne();
    }
}
