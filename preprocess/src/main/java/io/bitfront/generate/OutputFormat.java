package io.bitfront.generate;

import java.nio.file.Path;
import java.util.Locale;

/// The formats a graph can be written in, chosen by the file's suffix.
public enum OutputFormat {
    /// Serialised graph of the GAP benchmark suite.
    SG,
    /// MatrixMarket, coordinate pattern.
    MTX,
    /// One edge a line.
    EL;

    /// @throws IllegalArgumentException naming the suffixes there are, where the file's is none of them
    public static OutputFormat of(Path file) {
        String name = file.toString().toLowerCase(Locale.ROOT);
        for (OutputFormat format : values()) {
            if (name.endsWith(format.suffix())) {
                return format;
            }
        }
        throw new IllegalArgumentException("%s: expected a name ending in .sg, .mtx, .el or .bvss".formatted(file));
    }

    /// Whether it has vertices that no edge has.
    public boolean holdsIsolated() {
        return this != EL;
    }

    private String suffix() {
        return "." + name().toLowerCase(Locale.ROOT);
    }
}
