package io.bitfront.cli;

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
            Pattern.compile("[a-z0-9-]+(\\.[a-z]+)?\\.(mtx|el|sg|bvss|csv|tsv|npy|txt|json)");

    private final Path folder;

    Session(Path folder) {
        this.folder = folder;
    }

    Finished run(String... arguments) {
        String[] words = Arrays.stream(arguments)
                .map(word -> FILE.matcher(word).matches() ? folder.resolve(word).toString() : word)
                .toArray(String[]::new);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int code;
        try (Streams streams = new Streams(out, err, false, 0)) {
            code = new Main(streams).run(words);
        }
        return new Finished(code, said(out), said(err));
    }

    private String said(ByteArrayOutputStream stream) {
        return stream.toString(StandardCharsets.UTF_8).replace(folder + "/", "");
    }
}
