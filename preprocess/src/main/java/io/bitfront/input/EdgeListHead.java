package io.bitfront.input;

import io.bitfront.input.LineRules.CommentStyle;

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

    private EdgeListHead() {}

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
