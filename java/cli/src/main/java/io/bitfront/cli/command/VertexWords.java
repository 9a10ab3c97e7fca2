package io.bitfront.cli.command;

import io.bitfront.cache.Graph;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;

/// Vertices as a user calls them on the command line: by the ids or names of the graph file. Which of the two only the
/// open graph tells; what is shown is [io.bitfront.graph.VertexIds#text].
final class VertexWords {
    private static final Pattern NUMBER = Pattern.compile("-?[0-9]+");

    private VertexWords() {}

    /// Input ids of the vertices named, all in the graph.
    ///
    /// @param option what named them, for messages
    /// @param lists `V` or `V[,V...]` each
    /// @throws picocli.CommandLine.ParameterException where a word can be no vertex of any graph like this
    /// @throws IllegalArgumentException naming a vertex that is not in the graph
    static long[] ids(CommandSpec spec, String option, List<String> lists, Graph graph) {
        return lists.stream()
                .flatMap(list -> words(spec, option, list, graph).stream())
                .mapToLong(word -> id(spec, option, word, graph))
                .toArray();
    }

    /// Input ids of vertices that are listed by their ids or names or in a file, all in the graph.
    ///
    /// @param list `V[,V...]`, or the name of a file with one a line; a vertex of that name goes before a file
    /// @param say is told of a file that must be waited for
    static long[] listed(
            CommandSpec spec,
            String option,
            String list,
            Graph graph,
            VertexList.Reading reading,
            Consumer<String> say) {
        if (list.isBlank()) {
            throw Usage.bad(spec, "%s: expected vertices V[,V...] or a file of them".formatted(option));
        }
        if (isName(list, graph)) {
            return new long[] {graph.ids().parse(list)};
        }
        List<String> between = List.of(list.split(",", -1));
        boolean numbers = between.stream().allMatch(word -> NUMBER.matcher(word).matches());
        if (!numbers && Files.exists(Path.of(list))) {
            return VertexList.read(Path.of(list), list, graph, reading, say);
        }
        boolean gaps = between.size() > 1
                && between.stream()
                        .allMatch(word -> word.isEmpty() || NUMBER.matcher(word).matches());
        if (!numbers && !gaps && !graph.ids().named()) {
            throw new IllegalArgumentException(
                    "%s %s: no such file, and no list of vertex ids V[,V...]".formatted(option, list));
        }
        return ids(spec, option, List.of(list), graph);
    }

    /// The vertices of a list: all of it where that is a name, else what is between its commas. A word that begins with
    /// a double quote has those that follow before its quotes are closed.
    private static List<String> words(CommandSpec spec, String option, String list, Graph graph) {
        if (isName(list, graph)) {
            return List.of(list);
        }
        List<String> words = new ArrayList<>();
        boolean open = false;
        int begin = 0;
        for (int i = 0; i < list.length(); i++) {
            if (list.charAt(i) == '"' && list.charAt(begin) == '"') {
                open = !open;
            } else if (list.charAt(i) == ',' && !open) {
                words.add(list.substring(begin, i));
                begin = i + 1;
            }
        }
        words.add(list.substring(begin));
        CommaList.requireEntries(spec, option, list, words);
        return words;
    }

    /// Those of some lists that are files.
    ///
    /// @param lists null where there is none
    static List<Path> files(String... lists) {
        return Stream.of(lists)
                .filter(Objects::nonNull)
                .map(Path::of)
                .filter(Files::isRegularFile)
                .toList();
    }

    /// Whether the vertices have names, and one has this.
    static boolean isName(String word, Graph graph) {
        if (!graph.ids().named()) {
            return false;
        }
        try {
            graph.ids().parse(word);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /// Input id of the vertex of this id or name, which may stand in double quotes, doubled within.
    static long parse(String word, Graph graph) {
        return graph.ids().parse(isName(word, graph) ? word : unquoted(word));
    }

    private static String unquoted(String word) {
        boolean quoted = word.length() > 1 && word.startsWith("\"") && word.endsWith("\"");
        return quoted ? word.substring(1, word.length() - 1).replace("\"\"", "\"") : word;
    }

    /// Input id of the vertex named, as [#ids] gives it.
    static long id(CommandSpec spec, String option, String word, Graph graph) {
        try {
            return parse(word, graph);
        } catch (NumberFormatException e) {
            throw Usage.bad(
                    spec,
                    "%s: expected the id of a vertex, a whole number as in the graph file, found '%s'"
                            .formatted(option, word));
        }
    }
}
