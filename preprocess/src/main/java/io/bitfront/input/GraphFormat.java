package io.bitfront.input;

import java.util.Arrays;
import java.util.stream.Collectors;

/// The input formats bitfront reads.
public enum GraphFormat {
    /// Chosen by the file's name and content.
    AUTO,
    /// MatrixMarket, coordinate storage.
    MTX,
    /// One edge a line: two vertex ids, further columns ignored.
    EDGES,
    /// Serialised graph of the GAP benchmark suite.
    SG,
    /// DIMACS shortest-path graph.
    GR,
    /// METIS: a line of neighbours for each vertex.
    METIS,
    /// WebGraph's BVGraph.
    WEBGRAPH,
    /// A Parquet table of two integer columns.
    PARQUET;

    /// The word on the command line and in reports.
    public String word() {
        return switch (this) {
            case AUTO -> "auto";
            case MTX -> "mtx";
            case EDGES -> "edges";
            case SG -> "sg";
            case GR -> "gr";
            case METIS -> "metis";
            case WEBGRAPH -> "webgraph";
            case PARQUET -> "parquet";
        };
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

    /// The words of all formats but [#AUTO].
    static String explicitWords() {
        return Arrays.stream(values())
                .filter(format -> format != AUTO)
                .map(GraphFormat::word)
                .collect(Collectors.joining(", "));
    }
}
