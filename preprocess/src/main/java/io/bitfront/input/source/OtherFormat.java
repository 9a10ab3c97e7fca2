package io.bitfront.input.source;

import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Graph formats that are not read, known by how their texts begin: some of their lines would do as edges
/// between words.
enum OtherFormat {
    XML("XML, as GraphML and GEXF are", "<(\\?xml|!DOCTYPE|graphml|gexf)\\b"),
    DOT("a graph in DOT", "(strict\\s+)?(di)?graph(\\s+(\"[^\"]*\"|[\\w.-]+))?\\s*\\{"),
    GML("a graph in GML", "graph\\s*\\["),
    PAJEK("a Pajek network", "\\*(Vertices|Network)\\b"),
    JSON("JSON", "\\{\\s*[\"}]|\\[\\s*[\\[{\\]]");

    /// Lines that may stand before: comments of any of them, and who wrote a GML graph.
    private static final Pattern BEFORE = Pattern.compile("\\s*(#|%|//|(Creator|Version|comment)\\s).*|\\s*");

    private final String what;
    private final Pattern begin;

    OtherFormat(String what, String begin) {
        this.what = what;
        this.begin = Pattern.compile("\\s*(" + begin + ")", Pattern.CASE_INSENSITIVE);
    }

    /// What it is, in words; empty where it is none of these.
    static Optional<String> of(FileHead head) {
        String text = head.lines().stream()
                .dropWhile(line -> BEFORE.matcher(line).matches())
                .collect(Collectors.joining("\n"));
        return Arrays.stream(values())
                .filter(format -> format.begin.matcher(text).lookingAt())
                .map(format -> format.what)
                .findFirst();
    }
}
