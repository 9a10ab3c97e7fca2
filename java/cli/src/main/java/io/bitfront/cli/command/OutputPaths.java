package io.bitfront.cli.command;

import io.bitfront.cli.output.OutputFormat;
import io.bitfront.file.AtomicFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;

/// Looks at the names of result files before the work begins: an hour later is too late to find a folder missing.
final class OutputPaths {
    private OutputPaths() {}

    /// @param graph the input, which no output may replace
    /// @throws picocli.CommandLine.ParameterException for a suffix without a format, or a file named twice
    /// @throws io.bitfront.file.FileException where a file cannot be written
    static void check(CommandSpec spec, Path graph, List<Path> outputs, List<Path> others) {
        outputs.forEach(file -> Usage.valid(spec, () -> OutputFormat.of(file)));
        Set<Path> seen = new HashSet<>();
        for (List<Path> files : List.of(outputs, others)) {
            for (Path file : files) {
                if (sameFile(graph, file)) {
                    throw Usage.bad(spec, "%s is the graph itself: the output needs another name".formatted(file));
                }
                if (!seen.add(file.toAbsolutePath().normalize())) {
                    throw Usage.bad(spec, "%s is named twice".formatted(file));
                }
                AtomicFile.create(file).close();
            }
        }
    }

    private static boolean sameFile(Path graph, Path file) {
        try {
            return Files.exists(graph) && Files.exists(file) && Files.isSameFile(graph, file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
