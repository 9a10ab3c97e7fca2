package io.bitfront.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
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
