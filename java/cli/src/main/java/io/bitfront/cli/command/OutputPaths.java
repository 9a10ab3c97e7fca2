package io.bitfront.cli.command;

import io.bitfront.cache.GraphCache;
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
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;

/// Looks at the names of result files before the work begins: an hour later is too late to find a folder missing.
final class OutputPaths {
    /// What may lie beside an array.
    static final List<String> COMPANIONS = List.of("parents", "sources", "ids");

    /// Names of what a process has open already.
    private static final Pattern STREAMS = Pattern.compile("/dev/(stdout|stderr|stdin|fd/.*)|/proc/[^/]*/fd/.*");

    private static final Pattern PAGE = Pattern.compile(".*[.]html?", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    private OutputPaths() {}

    /// @param outputs whose formats are known to be good
    /// @param graph the input, which no output may replace, nor a file of it where it has several
    /// @param lists files of vertices that are read, too
    /// @throws picocli.CommandLine.ParameterException for a file named twice
    /// @throws io.bitfront.file.FileException where a file cannot be written
    static void check(CommandSpec spec, Path graph, List<Path> lists, List<Path> outputs, List<Path> others) {
        Set<Path> seen = new HashSet<>();
        for (List<Path> files : List.of(outputs, others)) {
            for (Path file : files) {
                checkInput(spec, graph, file);
                checkCache(spec, file);
                checkName(spec, file);
                if (lists.stream().anyMatch(list -> sameFile(list, file))) {
                    throw Usage.bad(spec, "%s is a list that is read: the output needs another name".formatted(file));
                }
                if (!seen.add(file.toAbsolutePath().normalize())) {
                    throw Usage.bad(spec, "%s is named twice".formatted(file));
                }
                AtomicFile.create(file).close();
            }
        }
    }

    /// Whether there is a folder with anything in it, such as a checkpoint of an earlier run.
    static boolean holdsFiles(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.findAny().isPresent();
        } catch (IOException e) {
            return false;
        }
    }

    /// Looks whether an output would replace the graph.
    static void checkInput(CommandSpec spec, Path graph, Path output) {
        if (sameFile(graph, output)) {
            throw Usage.bad(spec, "%s is the graph itself: the output needs another name".formatted(output));
        }
        if (isPart(graph, output)) {
            throw Usage.bad(spec, "%s is a part of the graph: the output needs another name".formatted(output));
        }
    }

    /// Refuses what is no name of a file: only rows and reports of text go to standard output, which by its name
    /// would be replaced.
    static void checkName(CommandSpec spec, Path output) {
        if (isStream(output)) {
            throw Usage.bad(spec, "%s: expected the name of a file; -o - writes to standard output".formatted(output));
        }
        if (StandardInput.isNamed(output) || output.toString().isEmpty()) {
            throw Usage.bad(spec, "'%s': expected the name of a file".formatted(output));
        }
    }

    /// Refuses a page that browsers would not take for one.
    ///
    /// @param page null where none is asked for
    static void checkPage(CommandSpec spec, Path page) {
        if (page != null && !PAGE.matcher(page.toString()).matches()) {
            throw Usage.bad(spec, "--report %s: expected a name that ends in .html".formatted(page));
        }
    }

    /// Whether a name is that of a stream of a process, whatever file that leads to.
    static boolean isStream(Path file) {
        return STREAMS.matcher(file.toAbsolutePath().normalize().toString()).matches();
    }

    /// Looks whether an output would replace a cache, of this graph or another, or what tells that it is as it was
    /// made.
    static void checkCache(CommandSpec spec, Path output) {
        boolean isOfCache = GraphCache.isCache(output) || output.toString().endsWith(".bvss.stamp");
        if (isOfCache && Files.isRegularFile(output)) {
            throw Usage.bad(spec, "%s is a cache or belongs to one: the output needs another name".formatted(output));
        }
    }

    /// A file of a folder of tables, or what lies beside a graph of WebGraph's.
    private static boolean isPart(Path graph, Path output) {
        try {
            return Files.exists(output)
                    && (Files.isDirectory(graph) && output.toRealPath().startsWith(graph.toRealPath())
                            || sameFile(beside(graph, ".properties"), output)
                            || sameFile(beside(graph, ".offsets"), output));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path beside(Path graph, String suffix) {
        Path name = graph.getFileName();
        return name == null ? graph : graph.resolveSibling(name.toString().replaceFirst("[.]graph$", "") + suffix);
    }

    /// Looks whether a file beside an array would be replaced that nobody named. What lies beside an array
    /// that is there itself belongs to it and is replaced with it.
    ///
    /// @param array a `.npy` output
    /// @param companions what may be written beside it: `ids`, `sources`, `parents`
    /// @param named other files that are written
    static void checkCompanions(CommandSpec spec, Path array, List<String> companions, List<List<Path>> named) {
        for (Path beside : companions.stream()
                .flatMap(what -> OutputFormat.besides(array, what))
                .toList()) {
            if (named.stream().flatMap(List::stream).anyMatch(file -> isNamed(beside, file))) {
                throw Usage.bad(
                        spec, "%s lies beside %s: the other output needs another name".formatted(beside, array));
            }
            if (Files.exists(beside) && !Files.exists(array)) {
                throw Usage.bad(
                        spec,
                        "%s is there already, and belongs to %s by its name: remove it, or name the output otherwise"
                                .formatted(beside, array));
            }
        }
    }

    private static boolean isNamed(Path one, Path other) {
        return one.toAbsolutePath().normalize().equals(other.toAbsolutePath().normalize());
    }

    /// Files that lie beside an array as if they belonged to it, and were not written with it.
    ///
    /// @param written the array and what was written beside it
    static List<Path> leftovers(List<Path> written) {
        Path array = written.getFirst();
        if (OutputFormat.told(array).orElse(null) != OutputFormat.NPY) {
            return List.of();
        }
        Set<Path> names = written.stream().map(Path::getFileName).collect(Collectors.toSet());
        return COMPANIONS.stream()
                .flatMap(what -> OutputFormat.besides(array, what))
                .filter(file -> Files.exists(file) && !names.contains(file.getFileName()))
                .toList();
    }

    /// Looks whether a folder is there or could be made.
    ///
    /// @param folder null where the option was not given
    /// @throws picocli.CommandLine.ParameterException where the name is that of a file
    /// @throws FileException where it cannot be written to
    static void checkFolder(CommandSpec spec, String option, Path folder) {
        if (folder != null && folder.toString().isEmpty()) {
            throw Usage.bad(spec, "%s: expected the name of a folder".formatted(option));
        }
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

    /// Looks whether the name of a folder is that of an output, too.
    ///
    /// @param folder null where the option was not given
    static void checkFolder(CommandSpec spec, Path folder, List<List<Path>> outputs) {
        if (folder != null && outputs.stream().flatMap(List::stream).anyMatch(file -> isNamed(folder, file))) {
            throw Usage.bad(spec, "%s is the checkpoint's folder: the output needs another name".formatted(folder));
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
