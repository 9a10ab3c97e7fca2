package io.bitfront.cli.output;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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
        return told(file)
                .orElseThrow(() -> new IllegalArgumentException(
                        "%s: the name of an output file ends in %s, or --output-format tells what it holds"
                                .formatted(file.toString().isEmpty() ? "''" : file, suffixes())));
    }

    /// The format that a name tells; empty where it has none of the suffixes.
    public static Optional<OutputFormat> told(Path file) {
        String name = file.toString().toLowerCase(Locale.ROOT);
        return Arrays.stream(values())
                .filter(format -> name.endsWith(format.suffix()))
                .findFirst();
    }

    /// Where a `.npy` result keeps what does not fit into its array: `NAME.what.npy` beside `NAME.npy`.
    public static Path beside(Path npy, String what) {
        return beside(npy, what, NPY.suffix());
    }

    /// Where a `.npy` result keeps names, one a line: `NAME.what.txt`.
    public static Path namesBeside(Path npy, String what) {
        return beside(npy, what, ".txt");
    }

    /// The two of which one may be there.
    public static Stream<Path> besides(Path npy, String what) {
        return Stream.of(beside(npy, what), namesBeside(npy, what));
    }

    private static Path beside(Path npy, String what, String suffix) {
        String name = npy.getFileName().toString();
        boolean named = name.toLowerCase(Locale.ROOT).endsWith(NPY.suffix());
        String stem = named ? name.substring(0, name.length() - NPY.suffix().length()) : name;
        return npy.resolveSibling(stem + "." + what + suffix);
    }

    /// The word used on the command line.
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// What the names of its files end in, with its dot.
    public String suffix() {
        return "." + name().toLowerCase(Locale.ROOT);
    }

    private static String suffixes() {
        return Arrays.stream(values()).map(OutputFormat::suffix).collect(Collectors.joining(", "));
    }
}
