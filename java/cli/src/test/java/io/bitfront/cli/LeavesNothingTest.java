package io.bitfront.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.testkit.Refusals;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What a command took of its process it gives back: mapped and open files, threads.
final class LeavesNothingTest {
    private static final int VERTICES = 2_000;
    private static final int EDGES = 6_000;

    @TempDir
    private static Path folder;

    private static Line line;

    @BeforeAll
    static void writeGraphs() throws IOException {
        line = new Line(folder);
        StringBuilder ids = new StringBuilder();
        StringBuilder names = new StringBuilder("from,to\n");
        Random dice = new Random(1);
        for (int i = 0; i < EDGES; i++) {
            int from = dice.nextInt(VERTICES);
            int to = dice.nextInt(VERTICES);
            ids.append(7L * from).append(' ').append(7L * to).append('\n');
            names.append('v').append(from).append(",v").append(to).append('\n');
        }
        Files.writeString(folder.resolve("ids.el"), ids);
        Files.writeString(folder.resolve("names.csv"), names);
        line.done("preprocess @ids.el --undirected -o @u.bvss");
        line.done("preprocess @ids.el --directed -o @d.bvss");
        line.done("preprocess @names.csv --directed -o @n.bvss");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "preprocess @ids.el --undirected --order cells -o @o.bvss --force",
                "preprocess @names.csv --directed --order rcm -o @o.bvss --force",
                "verify @n.bvss",
                "info @d.bvss",
                "components @d.bvss -o @o.npy",
                "generate delaunay --scale 8 -o @o.el",
                "bfs @d.bvss --random 2 --direction in --parents -o @o.npy",
                "closeness @d.bvss --sources sample:64 --component largest -o @o.parquet",
                "closeness @u.bvss --top 3",
                "diameter @u.bvss",
            })
    void ofACommandOnTheCpu(String command) throws IOException {
        givesBack(command);
    }

    /// Wherever the system has no more memory a command says so in one line, and leaves no file behind.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "preprocess @ids.el --undirected --order cells -o @r.bvss --force",
                "verify @n.bvss",
                "components @d.bvss -o @r.npy",
                "generate delaunay --scale 6 -o @r.el",
                "bfs @d.bvss --source 7 --parents -o @r.parquet",
                "closeness @d.bvss --sources sample:64 --component largest -o @r.csv",
            })
    void ofACommandThatIsRefusedMemory(String command) {
        int refused = Refusals.until(() -> {
            Program.Finished run = line.run(command);
            if (run.exitCode() != 0) {
                assertThat(run.err().lines().filter(each -> each.contains(Refusals.MESSAGE)))
                        .as(run.err())
                        .hasSize(1);
                assertThat(outputs()).isEmpty();
            }
            return run.exitCode() == 0;
        });
        assertThat(refused).isPositive();
    }

    @AfterEach
    void removeOutputs() throws IOException {
        for (Path output : outputs()) {
            Files.delete(output);
        }
    }

    private static List<Path> outputs() {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(each -> each.getFileName().toString().matches("r\\..*|.*\\.tmp"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Tag("gpu")
    @ParameterizedTest
    @ValueSource(
            strings = {
                "preprocess @ids.el --undirected --order degree --device gpu -o @o.bvss --force",
                "bfs @d.bvss --random 2 --device gpu",
                "closeness @u.bvss --sources sample:64 --device gpu",
            })
    void ofACommandOnAGpu(String command) throws IOException {
        givesBack(command);
    }

    private static void givesBack(String command) throws IOException {
        line.done(command);
        assertThat(mapped()).as("mapped files").isEmpty();
        assertThat(open()).as("open files").isEmpty();
        assertThat(threads()).as("threads").isEmpty();
    }

    private static List<String> mapped() throws IOException {
        try (Stream<String> maps = Files.lines(Path.of("/proc/self/maps"))) {
            return maps.filter(each -> each.contains(folder.toString())).toList();
        }
    }

    private static List<Path> open() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("/proc/self/fd"))) {
            return files.filter(Files::exists)
                    .map(LeavesNothingTest::target)
                    .filter(file -> file.startsWith(folder))
                    .sorted(Comparator.naturalOrder())
                    .toList();
        }
    }

    private static Path target(Path link) {
        try {
            return Files.readSymbolicLink(link);
        } catch (IOException closedMeanwhile) {
            return link;
        }
    }

    /// Those that do not end within a minute.
    private static List<String> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("bitfront-"))
                .filter(LeavesNothingTest::lives)
                .map(Thread::getName)
                .toList();
    }

    private static boolean lives(Thread thread) {
        try {
            return !thread.join(Duration.ofMinutes(1));
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
