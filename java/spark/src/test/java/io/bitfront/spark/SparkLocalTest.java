package io.bitfront.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.testkit.EdgeFiles;
import io.bitfront.testkit.GraphKind;
import io.bitfront.testkit.TestGraph;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The job with executors inside the driver's JVM, against the same job of one host.
final class SparkLocalTest {
    private static final String MEASURES = "closeness,harmonic,eccentricity";

    @TempDir
    private Path folder;

    private String graph;

    @BeforeEach
    void prepare() {
        graph = prepared("messy", GraphKind.DIRECTED_MESSY.draw(3, 3_000));
    }

    private String prepared(String name, TestGraph test) {
        try {
            Path edges = Files.writeString(folder.resolve(name + ".mtx"), EdgeFiles.mtx(test));
            String cache = folder.resolve(name + ".bvss").toString();
            assertThat(Cluster.bitfront("preprocess", edges.toString(), "-o", cache, "--quiet")
                            .exitCode())
                    .isZero();
            return cache;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private String file(String name) {
        return folder.resolve(name).toString();
    }

    @ParameterizedTest
    @ValueSource(strings = {"out", "in"})
    void partFilesHoldTheRowsOfOneHost(String direction) throws IOException {
        String[] job = {graph, "--measures", MEASURES, "--direction", direction};
        done(Cluster.local(2).run(with(job, "--output", file("ranks.csv"))));
        assertThat(rows(folder.resolve("ranks.csv"))).isEqualTo(oneHost(job));
        assertThat(Cluster.partCount(folder.resolve("ranks.csv"))).isEqualTo(3);
        assertThat(folder.resolve("ranks.csv/_SUCCESS")).isEmptyFile();
    }

    @Test
    void printsTheSameHighestAsOneHost() {
        String[] job = {graph, "--measures", MEASURES, "--top", "7"};
        Cluster.Finished cluster = done(Cluster.local(2).run(job));
        Cluster.Finished oneHost = done(Cluster.bitfront(with(job, "closeness")));
        assertThat(table(cluster)).isEqualTo(table(oneHost)).hasSize(8);
    }

    private static String[] with(String[] job, String... more) {
        List<String> all = new ArrayList<>(List.of(job));
        if (more.length == 1) {
            all.addFirst(more[0]);
        } else {
            all.addAll(List.of(more));
        }
        return all.toArray(String[]::new);
    }

    private static Cluster.Finished done(Cluster.Finished finished) {
        assertThat(finished.exitCode()).as(finished.err()).isZero();
        return finished;
    }

    private static List<String> table(Cluster.Finished finished) {
        return finished.out()
                .lines()
                .dropWhile(line -> !line.startsWith("rank"))
                .toList();
    }

    /// The lines of the part files, sorted; the header of each once.
    private static List<String> rows(Path parts) {
        return sorted(Cluster.parts(parts).values().stream()
                .flatMap(bytes -> new String(bytes, java.nio.charset.StandardCharsets.UTF_8).lines()));
    }

    private List<String> oneHost(String... job) throws IOException {
        String output = file("one.csv");
        done(Cluster.bitfront(with(with(job, "closeness"), "--output", output)));
        return sorted(Files.readString(Path.of(output)).lines());
    }

    private static List<String> sorted(Stream<String> lines) {
        return lines.distinct().sorted().toList();
    }
}
