package io.bitfront.input.text;

import io.bitfront.input.choice.IdChoice;
import io.bitfront.input.source.FileHead;
import io.bitfront.input.source.InputFormat.Likeness;
import io.bitfront.input.text.LineRules.CommentStyle;
import java.util.List;

/// The head of an edge list: comments, and perhaps one line naming the columns.
final class EdgeListHead {
    private static final String HINT = " (--ids names takes names)";

    private EdgeListHead() {}

    /// A line of two numbers comes first, but for comments and one line that names columns.
    static Likeness likeness(FileHead head) {
        boolean header = false;
        for (String line : head.lines()) {
            if (EdgeListSample.EDGE.matcher(line).matches() || EdgeListSample.quotesNumbers(line)) {
                return Likeness.LIKELY;
            }
            boolean passed = line.isBlank() || line.startsWith("c") || isComment(line);
            if (!passed && (header || !isHeader(columns(line)))) {
                return Likeness.NONE;
            }
            header |= !passed;
        }
        return Likeness.NONE;
    }

    /// Reads the head as the first lines and the user's choices shape it.
    static TextHead read(TextFeed feed, TextFormat.Context context) {
        String line = firstBehindComments(feed);
        EdgeListShape shape;
        try {
            shape = EdgeListShape.of(EdgeListSample.of(context.input()), context.choices());
        } catch (IllegalArgumentException e) {
            throw feed.headDefect(e.getMessage());
        }
        if (line != null && shape.header()) {
            line = firstBehindComments(feed);
        }
        if (line != null) {
            feed.unreadHeadLine();
        }
        String hint = context.choices().ids() == IdChoice.AUTO ? HINT : "";
        return new TextHead(rules(shape.table(), hint), TextHead.UNKNOWN, TextHead.UNKNOWN, 0, false, shape.note());
    }

    private static String firstBehindComments(TextFeed feed) {
        String line = feed.headLine();
        while (line != null && (line.isBlank() || isComment(line))) {
            line = feed.headLine();
        }
        return line;
    }

    private static LineRules rules(TableRules table, String hint) {
        return new LineRules(
                (byte) 0,
                "FROM TO",
                0,
                Long.MAX_VALUE,
                false,
                true,
                LineRules.ANYTHING,
                CommentStyle.HASH_PERCENT_SLASHES,
                LineRules.ONE_EDGE,
                table,
                hint);
    }

    static boolean isComment(String line) {
        String text = line.stripLeading();
        return text.startsWith("#") || text.startsWith("%") || text.startsWith("//");
    }

    private static List<String> columns(String line) {
        return List.of(line.strip().split("[ \t]*[,;][ \t]*|[ \t]+", 3));
    }

    /// Whether fields may name columns: at least two, the first two not looking like numbers, and text all of it.
    static boolean isHeader(List<String> fields) {
        return fields.size() >= 2
                && !looksNumeric(fields.get(0))
                && !looksNumeric(fields.get(1))
                && fields.stream().flatMapToInt(String::chars).noneMatch(c -> c < ' ' || c == 0x7F);
    }

    private static boolean looksNumeric(String column) {
        int first = column.startsWith("\"") ? 1 : 0;
        return column.length() > first && "+-.0123456789".indexOf(column.charAt(first)) >= 0;
    }
}
