package io.bitfront.input;

import java.nio.file.Path;

/// A malformed input file. The message starts `path:line:` (or `path:` where there is no line) and says what is
/// wrong and what was expected.
public final class GraphFormatException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /// @param line 1-based, or 0 where the defect belongs to no line
    public GraphFormatException(Path file, long line, String what) {
        super(line > 0 ? "%s:%d: %s".formatted(file, line, what) : "%s: %s".formatted(file, what));
    }
}
