package io.bitfront.cli.output;

import java.nio.file.Path;

/// A file that takes a result, and how it is written.
public record Target(Path file, OutputFormat format) {
    /// In the format that the name tells.
    ///
    /// @throws IllegalArgumentException listing the suffixes that exist, where the name has none of them
    public static Target of(Path file) {
        return new Target(file, OutputFormat.of(file));
    }
}
