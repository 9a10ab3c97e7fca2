package io.bitfront.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/// A malformed input file. The message starts `path:line:` (or `path:` where there is no line) and says what is
/// wrong and what was expected.
public final class GraphFormatException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /// @param line 1-based, or 0 where the defect belongs to no line
    public GraphFormatException(Path file, long line, String what) {
        this(file.toString(), line, what);
    }

    /// @param file what the user calls it, wherever it is read
    /// @param line 1-based, or 0 where the defect belongs to no line
    public GraphFormatException(String file, long line, String what) {
        super(line > 0 ? "%s:%d: %s".formatted(file, line, what) : "%s: %s".formatted(file, what));
    }

    /// Words a failure to open or read a file.
    public static RuntimeException unreadable(Path path, IOException failure) {
        return switch (failure) {
            case NoSuchFileException _ -> new GraphFormatException(path, 0, "there is no such file");
            case AccessDeniedException _ ->
                new GraphFormatException(path, 0, "the file may not be read, expected read permission");
            default -> new UncheckedIOException("%s: %s".formatted(path, failure.getMessage()), failure);
        };
    }
}
