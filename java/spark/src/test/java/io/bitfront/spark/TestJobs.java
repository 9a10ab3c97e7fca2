package io.bitfront.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.testkit.EdgeFiles;
import io.bitfront.testkit.TestGraph;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/// Graphs and jobs of a test in its folder, and what one host makes of them.
final class TestJobs {
    private final Path folder;

    TestJobs(Path folder) {
        this.folder = folder;
    }

    /// Writes a graph and prepares it.
    ///
    /// @return its cache
    String prepared(String name, TestGraph test) {
        try {
            Path edges = Files.writeString(folder.resolve(name + ".mtx"), EdgeFiles.mtx(test));
            String cache = file(name + ".bvss");
            done(Cluster.bitfront("preprocess", edges.toString(), "-o", cache, "--quiet"));
            return cache;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /// A file or folder in the test's.
    String file(String name) {
        return folder.resolve(name).toString();
    }

    /// The lines of the same job's file on one host, sorted.
    List<String> oneHost(String... job) {
        String output = file("one-host.csv");
        done(Cluster.bitfront(with(with(List.of("closeness"), job), "--output", output)));
        try (Stream<String> lines = Files.lines(Path.of(output))) {
            return lines.sorted().toList();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /// The lines of all part files, sorted, the header once.
    List<String> parts(String output) {
        return Cluster.parts(Path.of(output)).values().stream()
                .flatMap(bytes -> new String(bytes, StandardCharsets.UTF_8).lines())
                .distinct()
                .sorted()
                .toList();
    }

    static String[] with(String[] job, String... more) {
        return with(Arrays.asList(job), more);
    }

    private static String[] with(List<String> job, String... more) {
        return Stream.concat(job.stream(), Stream.of(more)).toArray(String[]::new);
    }

    static Cluster.Finished done(Cluster.Finished finished) {
        assertThat(finished.exitCode()).as(finished.err()).isZero();
        return finished;
    }
}
