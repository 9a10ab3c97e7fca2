package io.bitfront.input.text;

import io.bitfront.input.source.Excerpt;

/// What stands before the edges of a text.
///
/// @param rules what an edge line looks like
/// @param vertexCount as declared, or [#UNKNOWN]
/// @param entries edge lines as declared, or [#UNKNOWN]
/// @param declaredAt line that declares them, or 0
/// @param symmetric whether an entry stands for both directions
/// @param note what a user should know about how the text is understood, or empty
record TextHead(LineRules rules, int vertexCount, long entries, long declaredAt, boolean symmetric, String note) {
    static final int UNKNOWN = -1;

    /// Parses a count in a header.
    static long count(TextFeed feed, String word) {
        long value = 0;
        for (int i = 0; i < word.length(); i++) {
            int digit = word.charAt(i) - '0';
            if (digit < 0 || digit > 9 || value > (Long.MAX_VALUE - digit) / 10) {
                throw feed.headDefect("'%s' is not a count, expected a whole number in 0..%d"
                        .formatted(Excerpt.of(word), Long.MAX_VALUE));
            }
            value = value * 10 + digit;
        }
        return value;
    }

    /// Parses a number of vertices in a header.
    static int vertices(TextFeed feed, String word, int maxVertices) {
        long count = count(feed, word);
        if (count > maxVertices) {
            throw feed.headDefect("the graph has %d vertices, expected at most %d".formatted(count, maxVertices));
        }
        return (int) count;
    }
}
