package io.bitfront.input.source;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/// The names by which headers call the ends of edges. Letters and digits count, in any case: `Source_ID` is `sourceid`.
final class HeaderWords {
    private static final String[][] PAIRS = {
        {"source", "target"},
        {"source", "destination"},
        {"source", "dest"},
        {"sourceid", "targetid"},
        {"sourcenode", "targetnode"},
        {"sourcevertex", "targetvertex"},
        {"src", "dst"},
        {"src", "dest"},
        {"src", "tgt"},
        {"srcid", "dstid"},
        {"srcid", "destid"},
        {"from", "to"},
        {"fromid", "toid"},
        {"fromnode", "tonode"},
        {"fromnodeid", "tonodeid"},
        {"fromvertex", "tovertex"},
        {"von", "nach"},
        {"origin", "destination"},
        {"start", "end"},
        {"startid", "endid"},
        {"startnode", "endnode"},
        {"node1", "node2"},
        {"vertex1", "vertex2"},
        {"id1", "id2"},
        {"v1", "v2"},
        {"n1", "n2"},
        {"nodea", "nodeb"},
        {"u", "v"},
        {"i", "j"},
        {"user1", "user2"},
        {"person1id", "person2id"},
        {"follower", "followee"},
        {"citing", "cited"},
        {"caller", "callee"},
        {"sender", "receiver"},
        {"sender", "recipient"},
        {"parent", "child"},
        {"subject", "object"},
    };

    /// Pairs that a user may want to choose from.
    private static final int MOST = 16;

    private static final Pattern OTHERS = Pattern.compile("[^\\p{L}\\p{N}]");

    private HeaderWords() {}

    /// The first pairs of columns of a header that are known as ends of edges. A name that stands there twice makes as
    /// many.
    static List<ColumnPick> pairs(List<String> header) {
        Map<String, List<Integer>> columns = new HashMap<>();
        for (int i = 0; i < header.size(); i++) {
            columns.computeIfAbsent(letters(header.get(i)), _ -> new ArrayList<>())
                    .add(i);
        }
        return Arrays.stream(PAIRS)
                .flatMap(pair -> columns.getOrDefault(pair[0], List.of()).stream()
                        .flatMap(from -> columns.getOrDefault(pair[1], List.of()).stream()
                                .map(to -> new ColumnPick(from, to))))
                .limit(MOST)
                .toList();
    }

    private static String letters(String name) {
        return OTHERS.matcher(name.toLowerCase(Locale.ROOT)).replaceAll("");
    }
}
