package io.bitfront.cli.command;

import io.bitfront.cli.output.OutputFormat;
import io.bitfront.file.AtomicFile;
import io.bitfront.file.FileException;
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

    /// Looks whether a folder is there or could be made.
    ///
    /// @param folder null where the option was not given
    /// @throws picocli.CommandLine.ParameterException where the name is that of a file
    /// @throws FileException where it cannot be written to
    static void checkFolder(CommandSpec spec, String option, Path folder) {
        Path there = folder == null ? null : folder.toAbsolutePath().normalize();
        while (there != null && !Files.exists(there)) {
            there = there.getParent();
        }
        if (there != null && !Files.isDirectory(there)) {
            throw Usage.bad(spec, "%s %s: %s is not a folder".formatted(option, folder, there));
        }
        if (there != null && !Files.isWritable(there)) {
            throw new FileException("%s %s: %s cannot be written to".formatted(option, folder, there));
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
