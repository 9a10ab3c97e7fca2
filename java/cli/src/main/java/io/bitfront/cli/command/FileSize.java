package io.bitfront.cli.command;

import io.bitfront.file.FileException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The size of a file that was just written.
final class FileSize {
    private FileSize() {}

    static long of(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            throw FileException.of("read", file, e);
        }
    }
}
