package io.bitfront.cli.output;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/// How a result file is written; its name says which.
public enum OutputFormat {
    /// Comma-separated, with a header.
    CSV,
    /// Tab-separated, with a header.
    TSV,
    /// NumPy array.
    NPY,
    /// One JSON object.
    JSON,
    /// Apache Parquet.
    PARQUET;

    /// @throws IllegalArgumentException listing the suffixes that exist, where the name has none of them
    public static OutputFormat of(Path file) {
        String name = file.toString().toLowerCase(Locale.ROOT);
        for (OutputFormat format : values()) {
            if (name.endsWith(format.suffix())) {
                return format;
            }
        }
        throw new IllegalArgumentException("%s: the name of an output file ends in %s".formatted(file, suffixes()));
    }

    /// Where a `.npy` result keeps what does not fit into its array: `NAME.what.npy` beside `NAME.npy`.
    static Path beside(Path npy, String what) {
        String name = npy.getFileName().toString();
        String stem = name.substring(0, name.length() - NPY.suffix().length());
        return npy.resolveSibling(stem + "." + what + NPY.suffix());
    }

    /// What the names of its files end in, with its dot.
    public String suffix() {
        return "." + name().toLowerCase(Locale.ROOT);
    }

    private static String suffixes() {
        return Arrays.stream(values()).map(OutputFormat::suffix).collect(Collectors.joining(", "));
    }
}
