package io.bitfront.input.text;

import io.bitfront.input.source.Excerpt;
import io.bitfront.input.source.FileHead;
import io.bitfront.input.source.InputFormat.Likeness;
import io.bitfront.input.text.LineRules.CommentStyle;

/// The head of a METIS graph: comments, and a line of vertices, undirected edges and perhaps what stands beside the
/// neighbours. Line i of those that follow, comments left out, lists the neighbours of vertex i; ids begin at 1.
final class MetisHead {
    private static final String SIZE_LINE = "VERTICES EDGES [FORMAT [WEIGHTS]]";
    private static final int MOST_WEIGHTS = 1 << 10;

    private MetisHead() {}

    /// Numbers alone tell nothing: no more than that it is a text.
    static Likeness likeness(FileHead head) {
        return head.isText() ? Likeness.POSSIBLE : Likeness.NONE;
    }

    static TextHead read(TextFeed feed, int maxVertices) {
        String line = feed.headLine();
        while (line != null && (line.isBlank() || line.stripLeading().startsWith("%"))) {
            line = feed.headLine();
        }
        if (line == null) {
            throw feed.headDefect("the text ends here, expected the size line '%s'".formatted(SIZE_LINE));
        }
        String[] words = line.strip().split("[ \t]+", -1);
        if (words.length < 2 || words.length > 4) {
            throw feed.headDefect("'%s' is not the size line, expected '%s'".formatted(Excerpt.of(line), SIZE_LINE));
        }
        int vertices = TextHead.vertices(feed, words[0], maxVertices);
        long edges = TextHead.count(feed, words[1]);
        if (edges > Long.MAX_VALUE / 2) {
            throw feed.headDefect("the graph has %d edges, expected at most %d".formatted(edges, Long.MAX_VALUE / 2));
        }
        String format = words.length > 2 ? words[2] : "0";
        if (!format.matches("[01]{1,3}")) {
            throw feed.headDefect(
                    "'%s' is not a format, expected up to three of 0 and 1: vertex sizes, vertex weights, edge weights"
                            .formatted(Excerpt.of(format)));
        }
        boolean edgeWeights = format.endsWith("1");
        int before = weights(feed, words, format) + (format.length() == 3 && format.startsWith("1") ? 1 : 0);
        LineRules rules = new LineRules(
                (byte) 0,
                shape(before, edgeWeights),
                1,
                vertices,
                true,
                false,
                edgeWeights ? 1 : 0,
                CommentStyle.PERCENT,
                before);
        String note = before > 0 || edgeWeights ? "weights are ignored" : "";
        return new TextHead(rules, vertices, 2 * edges, feed.headLines(), true, note);
    }

    /// Weights of a vertex.
    private static int weights(TextFeed feed, String[] words, String format) {
        boolean some = format.length() > 1 && format.charAt(format.length() - 2) == '1';
        if (words.length < 4) {
            return some ? 1 : 0;
        }
        long count = TextHead.count(feed, words[3]);
        if (count > MOST_WEIGHTS || some != count > 0) {
            throw feed.headDefect("a vertex has %d weights, expected %s by format %s"
                    .formatted(count, some ? "1.." + MOST_WEIGHTS : "0", format));
        }
        return (int) count;
    }

    private static String shape(int before, boolean edgeWeights) {
        String numbers = before == 0 ? "" : before == 1 ? "NUMBER " : "%d NUMBERS ".formatted(before);
        return numbers + (edgeWeights ? "NEIGHBOUR WEIGHT ..." : "NEIGHBOUR ...");
    }
}
