package io.bitfront.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Runs `bitfront` as a process of its own, from the classes under test, in a folder.
final class Program {
    private static final int PATIENCE_SECONDS = 300;

    private final Path folder;
    private final Map<String, String> environment = new HashMap<>();

    Program(Path folder) {
        this.folder = folder;
    }

    /// Sets a variable of the environment.
    Program with(String variable, String value) {
        environment.put(variable, value);
        return this;
    }

    /// A finished run.
    record Finished(int exitCode, String out, String err) {
        JsonNode json() {
            return JsonMapper.shared().readTree(out);
        }
    }

    /// A run under way. Its streams go to files, so that it never waits for a reader.
    record Running(Process process, Path out, Path err) {
        String errors() {
            return text(err);
        }

        /// Sends a signal by name: `INT`, `TERM`, `KILL`.
        void signal(String name) throws IOException, InterruptedException {
            new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                    .start()
                    .waitFor();
        }

        Finished finish() throws InterruptedException {
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new AssertionError("still running after %d s: %s".formatted(PATIENCE_SECONDS, errors()));
            }
            return new Finished(process.exitValue(), text(out), errors());
        }
    }

    Finished run(String... arguments) {
        try {
            return start(arguments).finish();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    Running start(String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                // A test run started in the background has signals ignored, and hands that on.
                "env",
                "--default-signal=HUP,INT,TERM",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xshare:auto",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                "io.bitfront.cli.Main"));
        command.addAll(List.of(arguments));
        return start(command);
    }

    /// Starts any command in the folder.
    Running start(List<String> command) {
        try {
            Path out = Files.createTempFile("bitfront-out", ".txt");
            Path err = Files.createTempFile("bitfront-err", ".txt");
            out.toFile().deleteOnExit();
            err.toFile().deleteOnExit();
            ProcessBuilder builder = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile());
            builder.environment().putAll(environment);
            Process process = builder.start();
            return new Running(process, out, err);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
