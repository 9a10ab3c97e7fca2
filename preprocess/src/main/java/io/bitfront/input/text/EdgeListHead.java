package io.bitfront.input.text;

import io.bitfront.input.source.Excerpt;
import io.bitfront.input.source.FileHead;
import io.bitfront.input.source.InputFormat.Likeness;
import io.bitfront.input.text.LineRules.CommentStyle;
import java.util.regex.Pattern;

/// The head of an edge list: comments, and perhaps one line naming the columns.
final class EdgeListHead {
    private static final LineRules RULES = new LineRules(
            (byte) 0,
            "FROM TO",
            0,
            Long.MAX_VALUE,
            false,
            true,
            LineRules.ANYTHING,
            CommentStyle.HASH_PERCENT_SLASHES,
            LineRules.ONE_EDGE);

    private static final Pattern EDGE = Pattern.compile("[ \t]*\\d+([ \t]+|[ \t]*[,;][ \t]*)\\d+([ \t,;].*)?");

    private EdgeListHead() {}

    /// A line of two numbers comes first, but for comments and one line that names columns.
    static Likeness likeness(FileHead head) {
        boolean header = false;
        for (String line : head.lines()) {
            if (EDGE.matcher(line).matches()) {
                return Likeness.LIKELY;
            }
            boolean passed = line.isBlank() || line.startsWith("c") || isComment(line);
            if (!passed && (header || !isHeader(line))) {
                return Likeness.NONE;
            }
            header |= !passed;
        }
        return Likeness.NONE;
    }

    static TextHead read(TextFeed feed) {
        String line = feed.headLine();
        while (line != null && (line.isBlank() || isComment(line))) {
            line = feed.headLine();
        }
        if (line != null && !isHeader(line)) {
            feed.unreadHeadLine();
        }
        return new TextHead(RULES, TextHead.UNKNOWN, TextHead.UNKNOWN, 0, false, "");
    }

    static boolean isComment(String line) {
        String text = line.stripLeading();
        return text.startsWith("#") || text.startsWith("%") || text.startsWith("//");
    }

    /// Whether a line names columns: at least two, the first two not looking like numbers, and text all of it.
    static boolean isHeader(String line) {
        String[] columns = line.strip().split("[ \t]*[,;][ \t]*|[ \t]+", 3);
        return columns.length >= 2
                && !looksNumeric(columns[0])
                && !looksNumeric(columns[1])
                && line.chars().noneMatch(c -> Excerpt.isControl((byte) c));
    }

    private static boolean looksNumeric(String column) {
        return !column.isEmpty() && "+-.0123456789".indexOf(column.charAt(0)) >= 0;
    }
}
