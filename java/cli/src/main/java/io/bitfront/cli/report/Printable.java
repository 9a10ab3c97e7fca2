package io.bitfront.cli.report;

/// Text that a terminal shows and does not obey: names of tar entries, columns, files and vertices come from
/// whoever made the input, and may hold escape sequences.
public final class Printable {
    /// Longest line shown: an entry of a tar archive alone may have a name of gigabytes.
    private static final int LONGEST = 2_000;

    private Printable() {}

    /// One line, cut to a length that can be read; controls and marks that turn text around are shown as `\\u001b`.
    public static String of(String line) {
        if (line.length() <= LONGEST && line.codePoints().allMatch(Printable::shown)) {
            return line;
        }
        StringBuilder text = new StringBuilder();
        line.codePoints().limit(LONGEST).forEach(c -> {
            if (shown(c)) {
                text.appendCodePoint(c);
            } else {
                text.append("\\u%04x".formatted(c));
            }
        });
        long left = line.codePoints().count() - LONGEST;
        return left > 0
                ? text.append("... (%d more characters)".formatted(left)).toString()
                : text.toString();
    }

    private static boolean shown(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL -> c == '\t';
            case Character.FORMAT, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR, Character.SURROGATE ->
                false;
            default -> true;
        };
    }
}
