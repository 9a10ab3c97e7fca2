package io.bitfront.input.source;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

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

    private HeaderWords() {}

    /// The pairs of columns of a header that are known as ends of edges. A name that stands there twice makes as many.
    static List<ColumnPick> pairs(List<String> header) {
        List<String> words = header.stream().map(HeaderWords::letters).toList();
        List<ColumnPick> found = new ArrayList<>();
        for (String[] pair : PAIRS) {
            for (int from = 0; from < words.size(); from++) {
                for (int to = 0; to < words.size(); to++) {
                    if (words.get(from).equals(pair[0]) && words.get(to).equals(pair[1])) {
                        found.add(new ColumnPick(from, to));
                    }
                }
            }
        }
        return found;
    }

    private static String letters(String name) {
        return name.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N}]", "");
    }
}
