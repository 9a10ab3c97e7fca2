package io.bitfront.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.cli.Program.Finished;
import io.bitfront.cli.report.Streams;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Pattern;

/// Runs `bitfront` within the test's process as if it stood in a folder: a name of a file is one of the folder's, and
/// the folder's name is left out of what is said. For tests of what a command does, not of what a process is.
final class Session {
    private static final Pattern FILE =
            Pattern.compile("[A-Za-z0-9_-]+(\\.[a-z]+)?\\.(mtx|gr|el|sg|bvss|csv|tsv|npy|txt|json|html|parquet|job)");

    private final Path folder;

    Session(Path folder) {
        this.folder = folder;
    }

    Finished run(String... arguments) {
        Finished run = inProcess(Arrays.stream(arguments)
                .map(word -> FILE.matcher(word).matches() ? folder.resolve(word).toString() : word)
                .toArray(String[]::new));
        return new Finished(run.exitCode(), said(run.out()), said(run.err()));
    }

    /// Runs what must succeed.
    Finished done(String... arguments) {
        Finished run = run(arguments);
        assertThat(run.exitCode()).as(run.err()).isZero();
        return run;
    }

    private String said(String text) {
        return text.replace(folder + "/", "");
    }

    /// Runs a command line as it is.
    static Finished inProcess(String... words) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int code;
        try (Streams streams = new Streams(out, err, false, 0)) {
            code = new Main(streams).run(words);
        }
        return new Finished(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }
}
