package io.bitfront.input.text;

import io.bitfront.input.source.Excerpt;
import io.bitfront.input.source.FileHead;
import io.bitfront.input.source.InputFormat.Likeness;
import io.bitfront.input.text.LineRules.CommentStyle;
import java.util.regex.Pattern;

/// The head of a DIMACS shortest-path graph: comments and the problem line. Arc `a u v w` is the edge u -> v as
/// written; ids begin at 1.
final class DimacsHead {
    private static final String PROBLEM_LINE = "p sp VERTICES ARCS";

    private static final Pattern PROBLEM = Pattern.compile("[ \t]*p[ \t]+sp[ \t]+\\d+[ \t]+\\d+[ \t]*");

    private static final Pattern COMMENT = Pattern.compile("c([ \t].*)?");

    private DimacsHead() {}

    /// A problem line comes first, but for comments: with both its numbers it is not to be mistaken,
    /// if all comments are a `c`, alone or before a blank, and not a name that begins so.
    static Likeness likeness(FileHead head) {
        boolean certain = true;
        for (String line : head.lines()) {
            if (PROBLEM.matcher(line).matches()) {
                return certain ? Likeness.CERTAIN : Likeness.LIKELY;
            }
            if (line.startsWith("p sp ")) {
                return Likeness.LIKELY;
            }
            if (!line.isBlank() && !line.startsWith("c")) {
                return Likeness.NONE;
            }
            certain &= line.isBlank() || COMMENT.matcher(line).matches();
        }
        return Likeness.NONE;
    }

    static TextHead read(TextFeed feed, int maxVertices) {
        String line = feed.headLine();
        while (line != null && (line.isBlank() || line.startsWith("c"))) {
            line = feed.headLine();
        }
        if (line == null) {
            throw feed.headDefect("the text ends here, expected the problem line '%s'".formatted(PROBLEM_LINE));
        }
        String[] words = line.strip().split("[ \t]+", -1);
        if (words.length != 4 || !words[0].equals("p") || !words[1].equals("sp")) {
            throw feed.headDefect(
                    "'%s' is not the problem line, expected '%s'".formatted(Excerpt.of(line), PROBLEM_LINE));
        }
        int vertices = TextHead.vertices(feed, words[2], maxVertices);
        LineRules rules = new LineRules(
                (byte) 'a', "a FROM TO WEIGHT", 1, vertices, true, false, 1, CommentStyle.LETTER_C, LineRules.ONE_EDGE);
        return new TextHead(
                rules, vertices, TextHead.count(feed, words[3]), feed.headLines(), false, "weights are ignored");
    }
}
