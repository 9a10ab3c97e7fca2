package io.bitfront.cli.command;

import io.bitfront.cache.Graph;
import io.bitfront.cli.output.OutputFormat;
import io.bitfront.cli.output.Target;
import io.bitfront.cli.report.Streams;
import io.bitfront.file.FileException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// Where a command's rows go: files, or standard output.
public final class OutputOptions {
    private static final Path STANDARD_OUTPUT = Path.of("-");

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "Write the rows to FILE: .csv, .tsv, .npy, .json, .parquet; -: to standard output. May be"
                    + " repeated.")
    private List<Path> names = new ArrayList<>();

    @Option(
            names = "--output-format",
            paramLabel = "FORMAT",
            converter = Format.class,
            description = "Format of outputs whose names do not tell: csv, tsv, npy, json or parquet. Default: csv for"
                    + " standard output.")
    private OutputFormat format;

    /// What `-` is put together in, deleted when the process ends: nothing is printed of a job that fails.
    private Path passing;

    /// The words of formats.
    static final class Format implements ITypeConverter<OutputFormat> {
        @Override
        public OutputFormat convert(String word) {
            return new Words<>(OutputFormat.values(), OutputFormat::word).convert(word);
        }
    }

    boolean isEmpty() {
        return names.isEmpty();
    }

    /// What was named.
    List<Path> names() {
        return names;
    }

    /// Looks at all names before the work begins: an hour later is too late to find a folder missing.
    ///
    /// @param graph the input, which no output may replace
    /// @param lists files of vertices that are read, too
    /// @param companions what an array may have beside it: `ids`, `sources`, `parents`
    /// @param others further files that the command writes
    void check(Path graph, List<Path> lists, CommonOptions common, List<String> companions, List<Path> others) {
        if (names.contains(STANDARD_OUTPUT) && common.json()) {
            throw Usage.bad(spec, "-o - and --json both take standard output: give one");
        }
        if (format != null && names.isEmpty()) {
            throw Usage.bad(spec, "--output-format only goes with -o");
        }
        if (names.stream().filter(STANDARD_OUTPUT::equals).count() > 1) {
            throw Usage.bad(spec, "-o - is named twice");
        }
        List<Path> files =
                names.stream().filter(name -> !name.equals(STANDARD_OUTPUT)).toList();
        names.forEach(this::format);
        checkAgreement();
        if (names.contains(STANDARD_OUTPUT)) {
            passing();
        }
        OutputPaths.check(spec, graph, lists, files, others);
        files.stream()
                .filter(file -> format(file) == OutputFormat.NPY)
                .forEach(file -> OutputPaths.checkCompanions(spec, file, companions, List.of(files, others)));
    }

    /// Refuses a name that tells another format than the option, unless that is there for another
    /// output, whose name tells none.
    private void checkAgreement() {
        boolean needed = names.stream().anyMatch(name -> OutputFormat.told(name).isEmpty());
        if (format == null || needed) {
            return;
        }
        for (Path name : names) {
            if (format(name) != format) {
                throw Usage.bad(
                        spec,
                        "--output-format %s: %s tells another format by its name, %s"
                                .formatted(format.word(), name, format(name).word()));
            }
        }
    }

    /// The format of each output.
    List<OutputFormat> formats() {
        return names.stream().map(this::format).toList();
    }

    private OutputFormat format(Path name) {
        if (name.equals(STANDARD_OUTPUT)) {
            if (format == OutputFormat.NPY) {
                throw Usage.bad(spec, "-o -: an array may take several files; give it a name");
            }
            return format == null ? OutputFormat.CSV : format;
        }
        return format == null || OutputFormat.told(name).isPresent()
                ? Usage.valid(spec, () -> OutputFormat.of(name))
                : format;
    }

    /// Files for the outputs, in the order in which they were named.
    List<Target> targets() {
        return names.stream()
                .map(name -> new Target(name.equals(STANDARD_OUTPUT) ? passing() : name, format(name)))
                .toList();
    }

    private Path passing() {
        try {
            if (passing == null) {
                passing = Files.createTempFile("bitfront", ".rows");
                passing.toFile().deleteOnExit();
            }
            return passing;
        } catch (IOException e) {
            throw FileException.of("put together standard output in", Path.of(System.getProperty("java.io.tmpdir")), e);
        }
    }

    /// Writes what was computed from a graph to all outputs, and says so; nothing where the graph's cache was rewritten
    /// meanwhile.
    ///
    /// @param file writes one, and gives the files there are then, its own first
    /// @return those of each target
    List<List<Path>> write(Graph graph, Function<Target, List<Path>> file, CommonOptions common, Streams streams) {
        graph.requireUnchanged();
        List<List<Path>> written = targets().stream().map(file).toList();
        publish(written, common, streams);
        return written;
    }

    /// Prints what goes to standard output, and says which files were written.
    ///
    /// @param written of each target the files there are now, its own first
    void publish(List<List<Path>> written, CommonOptions common, Streams streams) {
        for (List<Path> files : written) {
            if (files.getFirst().equals(passing)) {
                print(streams);
            } else {
                common.note(streams, "wrote " + files.getFirst() + beside(files.subList(1, files.size())));
                OutputPaths.leftovers(files)
                        .forEach(file -> common.note(
                                streams,
                                "%s is from an earlier run and does not belong to %s"
                                        .formatted(file, files.getFirst())));
            }
        }
    }

    private static String beside(List<Path> companions) {
        return companions.isEmpty()
                ? ""
                : companions.stream()
                        .map(file -> file.getFileName().toString())
                        .collect(Collectors.joining(", ", ", and beside it ", ""));
    }

    private void print(Streams streams) {
        try {
            Files.copy(passing, streams.out());
        } catch (IOException e) {
            throw FileException.of("read", passing, e);
        }
        streams.out().flush();
    }

    /// The names of all files written, for reports.
    ///
    /// @param others further files, null for none
    static List<String> names(List<List<Path>> written, Path... others) {
        return Stream.concat(written.stream().flatMap(List::stream), present(others).stream())
                .map(Path::toString)
                .toList();
    }

    /// Names for results and further files in one list.
    static List<Path> present(Path... files) {
        return Stream.of(files).filter(file -> file != null).toList();
    }
}
