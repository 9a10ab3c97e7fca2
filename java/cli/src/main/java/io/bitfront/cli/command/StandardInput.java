package io.bitfront.cli.command;

import io.bitfront.file.FileException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// A graph on standard input: kept in a folder of its own while this process runs, as reading goes through a graph more
/// than once.
final class StandardInput {
    /// What messages call it.
    static final String NAME = "standard input";

    private StandardInput() {}

    /// The name that stands for it on the command line.
    static boolean isNamed(Path file) {
        return file.toString().equals("-");
    }

    /// Reads all of it to a file, which is deleted with its folder when the process ends.
    ///
    /// @throws FileException where it cannot be kept
    static Path keep(InputStream input) {
        Path folder = null;
        try {
            folder = Files.createTempDirectory("bitfront-");
            Path kept = folder;
            Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(kept)));
            Path file = folder.resolve("stdin");
            Files.copy(input, file);
            return file;
        } catch (IOException e) {
            throw FileException.of("keep standard input in", folder == null ? Path.of("") : folder, e);
        }
    }

    private static void delete(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            List<Path> innermostFirst = files.sorted(Comparator.reverseOrder()).toList();
            for (Path file : innermostFirst) {
                Files.deleteIfExists(file);
            }
        } catch (IOException | UncheckedIOException e) {
            // The system clears its folder of temporary files.
        }
    }
}
