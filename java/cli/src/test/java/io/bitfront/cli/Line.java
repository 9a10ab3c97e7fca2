package io.bitfront.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.cli.report.Streams;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Runs `bitfront` in this process. In a command line `@` stands for the folder, with its slash, and in what it prints.
final class Line {
    private final Path folder;

    Line(Path folder) {
        this.folder = folder;
    }

    /// A command that ended.
    record Ended(int exitCode, String out, String err) {
        JsonNode json() {
            return JsonMapper.shared().readTree(out);
        }
    }

    Ended run(String line) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        String[] words = line.replace("@", folder + "/").split(" +");
        int code = new Main(new Streams(out, err, false, 0)).run(words);
        return new Ended(code, text(out), text(err));
    }

    /// Runs a command line that must succeed.
    Ended done(String line) {
        Ended ended = run(line);
        assertThat(ended.exitCode).as(ended.err).isZero();
        return ended;
    }

    private String text(ByteArrayOutputStream bytes) {
        return bytes.toString(StandardCharsets.UTF_8).replace(folder + "/", "@");
    }
}
