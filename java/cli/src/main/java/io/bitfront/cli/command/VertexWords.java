package io.bitfront.cli.command;

import io.bitfront.cache.Graph;
import java.util.List;

/// Vertices as a user names them on the command line: by the ids of the graph file.
final class VertexWords {
    private VertexWords() {}

    /// Input ids of the vertices named, all in the graph.
    ///
    /// @param option what named them, for messages
    static long[] ids(String option, List<String> words, Graph graph) {
        long[] ids = words.stream().mapToLong(word -> requireId(option, word)).toArray();
        for (long id : ids) {
            graph.vertexOf(id);
        }
        return ids;
    }

    /// The id that a word stands for, before any graph is open.
    ///
    /// @throws IllegalArgumentException saying what was expected
    static long requireId(String option, String word) {
        try {
            return Long.parseLong(word);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "%s: expected the id of a vertex, a whole number as in the graph file, found '%s'"
                            .formatted(option, word),
                    e);
        }
    }
}
