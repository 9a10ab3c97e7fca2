package io.bitfront.bench;

import io.bitfront.progress.Elapsed;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The `bitfront` program as a user runs it: a process of its own, timed from start to end.
record Program(Path launcher) {
    /// A finished run.
    ///
    /// @param output what it wrote to standard output
    record Finished(double seconds, String output) {
        JsonNode json() {
            return JsonMapper.shared().readTree(output);
        }
    }

    /// Preprocesses a graph into a cache file, in the place of one that is there.
    ///
    /// @param how more arguments
    /// @throws BenchException with the program's own message, if it failed
    Finished preprocess(Path graph, Path cache, String... how) {
        List<String> arguments = new ArrayList<>(
                List.of("preprocess", graph.toString(), "-o", cache.toString(), "--force", "--json", "--quiet"));
        arguments.addAll(List.of(how));
        return run(arguments.toArray(String[]::new));
    }

    /// @throws BenchException with the program's own message, if it failed
    Finished run(String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(launcher.toString());
        command.addAll(List.of(arguments));
        try {
            Path errors = Files.createTempFile("bitfront-bench", ".log");
            try {
                long start = System.nanoTime();
                Process process = new ProcessBuilder(command)
                        .redirectError(errors.toFile())
                        .start();
                String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                int exit = process.waitFor();
                double seconds = Elapsed.seconds(start);
                if (exit != 0) {
                    throw new BenchException("%s: exit code %d: %s"
                            .formatted(
                                    String.join(" ", command),
                                    exit,
                                    Files.readString(errors).strip()));
                }
                return new Finished(seconds, output);
            } finally {
                Files.deleteIfExists(errors);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("run " + launcher, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BenchException("interrupted while running " + launcher, e);
        }
    }
}
