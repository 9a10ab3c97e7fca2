package io.bitfront.input.text;

import io.bitfront.input.source.Excerpt;
import io.bitfront.input.source.FileHead;
import io.bitfront.input.source.InputFormat.Likeness;
import io.bitfront.input.text.LineRules.CommentStyle;
import java.util.Locale;

/// The head of a MatrixMarket file: banner, comments, size line. Entry (i, j) is the edge i -> j; ids begin
/// at 1.
final class MatrixMarketHead {
    private static final String BANNER =
            "%%MatrixMarket matrix coordinate pattern|real|integer|complex general|symmetric|skew-symmetric|hermitian";
    private static final String SIZE_LINE = "ROWS COLUMNS ENTRIES";

    private MatrixMarketHead() {}

    /// The banner is not to be mistaken.
    static Likeness likeness(FileHead head) {
        return head.startsWith(head.textBegin(), "%%MatrixMarket") ? Likeness.CERTAIN : Likeness.NONE;
    }

    static TextHead read(TextFeed feed, int maxVertices) {
        String[] banner = banner(feed);
        int values = values(feed, banner[3]);
        boolean symmetric = symmetric(feed, banner[4]);
        String[] size = sizeLine(feed).strip().split("[ \t]+");
        if (size.length != 3) {
            throw feed.headDefect("'%s' is not the size line, expected '%s'"
                    .formatted(Excerpt.of(String.join(" ", size)), SIZE_LINE));
        }
        long rows = TextHead.count(feed, size[0]);
        long columns = TextHead.count(feed, size[1]);
        if (rows != columns) {
            throw feed.headDefect(
                    "the matrix has %d rows and %d columns, expected a square one".formatted(rows, columns));
        }
        int vertices = TextHead.vertices(feed, size[0], maxVertices);
        LineRules rules = new LineRules(
                (byte) 0, shape(values), 1, vertices, true, false, values, CommentStyle.PERCENT, LineRules.ONE_EDGE);
        String note = values == 0 ? "" : "values are ignored: every stored entry is an edge, also where it is 0";
        return new TextHead(rules, vertices, TextHead.count(feed, size[2]), feed.headLines(), symmetric, note);
    }

    private static String[] banner(TextFeed feed) {
        String line = feed.headLine();
        if (line == null) {
            throw feed.headDefect("the text is empty, expected '%s'".formatted(BANNER));
        }
        String[] words = line.strip().toLowerCase(Locale.ROOT).split("[ \t]+");
        if (words.length != 5 || !words[0].equals("%%matrixmarket") || !words[1].equals("matrix")) {
            throw feed.headDefect("'%s' is not the banner, expected '%s'".formatted(Excerpt.of(line), BANNER));
        }
        if (!words[2].equals("coordinate")) {
            throw feed.headDefect("storage '%s' is not supported, expected 'coordinate' (one entry a line)"
                    .formatted(Excerpt.of(words[2])));
        }
        return words;
    }

    private static int values(TextFeed feed, String field) {
        return switch (field) {
            case "pattern" -> 0;
            case "real", "integer" -> 1;
            case "complex" -> 2;
            default ->
                throw feed.headDefect("field '%s' is unknown, expected pattern, real, integer or complex"
                        .formatted(Excerpt.of(field)));
        };
    }

    private static boolean symmetric(TextFeed feed, String symmetry) {
        return switch (symmetry) {
            case "general" -> false;
            case "symmetric", "skew-symmetric", "hermitian" -> true;
            default ->
                throw feed.headDefect(
                        "symmetry '%s' is unknown, expected general, symmetric, skew-symmetric or hermitian"
                                .formatted(Excerpt.of(symmetry)));
        };
    }

    private static String sizeLine(TextFeed feed) {
        String line = feed.headLine();
        while (line != null && (line.isBlank() || line.stripLeading().startsWith("%"))) {
            line = feed.headLine();
        }
        if (line == null) {
            throw feed.headDefect("the text ends here, expected the size line '%s'".formatted(SIZE_LINE));
        }
        return line;
    }

    private static String shape(int values) {
        return switch (values) {
            case 0 -> "ROW COLUMN";
            case 1 -> "ROW COLUMN VALUE";
            default -> "ROW COLUMN REAL IMAGINARY";
        };
    }
}
