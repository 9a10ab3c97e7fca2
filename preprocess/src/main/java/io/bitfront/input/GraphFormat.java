package io.bitfront.input;

import io.bitfront.file.FolderParts;
import io.bitfront.input.parquet.ParquetFormat;
import io.bitfront.input.sg.SerialisedFormat;
import io.bitfront.input.source.FileNames;
import io.bitfront.input.source.InputFormat;
import io.bitfront.input.text.TextFormat;
import io.bitfront.input.webgraph.WebGraphFormat;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/// The input formats bitfront reads: the one list of them. What a format is called, how it is recognised, what it takes
/// and how it is read is said by its own [InputFormat].
public enum GraphFormat {
    /// Chosen by the file's name and content.
    AUTO(null),
    /// MatrixMarket, coordinate storage.
    MTX(TextFormat.MTX),
    /// One edge a line: two vertex ids, further columns ignored.
    EDGES(TextFormat.EDGES),
    /// Serialised graph of the GAP benchmark suite.
    SG(new SerialisedFormat()),
    /// DIMACS shortest-path graph.
    GR(TextFormat.GR),
    /// METIS: a line of neighbours for each vertex.
    METIS(TextFormat.METIS),
    /// WebGraph's BVGraph.
    WEBGRAPH(new WebGraphFormat()),
    /// A Parquet table: two columns of integers or text.
    PARQUET(new ParquetFormat());

    private static final List<InputFormat> FORMATS = Arrays.stream(values())
            .filter(format -> format != AUTO)
            .map(GraphFormat::input)
            .toList();

    private final transient InputFormat input;

    GraphFormat(InputFormat input) {
        this.input = input;
    }

    /// The format itself, null for [#AUTO].
    InputFormat input() {
        return input;
    }

    /// All formats that can be read.
    static List<InputFormat> all() {
        return FORMATS;
    }

    /// The files that a graph is read from: the parts of a folder, else the file and those beside it that the format
    /// which was asked for, or those of its suffix, read with it.
    ///
    /// @throws io.bitfront.file.FileException where a folder cannot be read
    public static List<Path> filesOf(Path graph, GraphFormat asked) {
        List<Path> files = new ArrayList<>(FolderParts.of(graph));
        if (!Files.isDirectory(graph)) {
            String suffix = FileNames.suffix(graph);
            all().stream()
                    .filter(format -> format == asked.input || format.suffixes().contains(suffix))
                    .flatMap(format -> format.beside(graph).stream())
                    .forEach(files::add);
        }
        return files;
    }

    /// The word on the command line and in reports.
    public String word() {
        return input == null ? "auto" : input.word();
    }

    /// @throws IllegalArgumentException listing the formats that exist, where `word` is none of them
    public static GraphFormat parse(String word) {
        for (GraphFormat format : values()) {
            if (format.word().equals(word)) {
                return format;
            }
        }
        throw new IllegalArgumentException("format '%s' is unknown; expected one of %s".formatted(word, words()));
    }

    private static String words() {
        return Arrays.stream(values()).map(GraphFormat::word).collect(Collectors.joining(", "));
    }
}
