package io.bitfront.input.text;

/// What an edge line of a format looks like. Ids are stored less `firstId`.
///
/// @param lead byte that begins an edge line, as `a` in DIMACS, or 0
/// @param shape the line in words, for messages
/// @param firstId smallest id allowed
/// @param lastId largest id allowed; `firstId - 1` where there are no vertices
/// @param idsDeclared whether a header declares the range of ids
/// @param commas whether a comma or semicolon may stand between columns
/// @param values numbers that must follow the two ids, or [#ANYTHING]
/// @param comments beginnings of lines to pass over
/// @param rowNumbers where a line lists all neighbours of a vertex, the numbers before them; else [#ONE_EDGE]
/// @param table how the fields of a line are read; null where it begins with two numbers
/// @param hint what else may be done about a vertex that is no number, for messages, or empty
record LineRules(
        byte lead,
        String shape,
        long firstId,
        long lastId,
        boolean idsDeclared,
        boolean commas,
        int values,
        CommentStyle comments,
        int rowNumbers,
        TableRules table,
        String hint) {
    /// Lines of numbers at their beginning, as a header declares them.
    LineRules(
            byte lead,
            String shape,
            long firstId,
            long lastId,
            boolean idsDeclared,
            boolean commas,
            int values,
            CommentStyle comments,
            int rowNumbers) {
        this(lead, shape, firstId, lastId, idsDeclared, commas, values, comments, rowNumbers, null, "");
    }

    /// A line is an edge: two ids.
    static final int ONE_EDGE = -1;

    /// Columns behind the two ids are ignored, whatever they hold.
    static final int ANYTHING = -1;

    /// How comment lines begin.
    enum CommentStyle {
        PERCENT,
        LETTER_C,
        HASH_PERCENT_SLASHES
    }

    boolean beginsComment(byte first, byte second) {
        return switch (comments) {
            case PERCENT -> first == '%';
            case LETTER_C -> first == 'c';
            case HASH_PERCENT_SLASHES -> first == '#' || first == '%' || (first == '/' && second == '/');
        };
    }

    /// Whether vertices have names.
    boolean names() {
        return table != null && table.names();
    }

    /// Whether a line lists the neighbours of a vertex.
    boolean listsNeighbours() {
        return rowNumbers != ONE_EDGE;
    }

    /// Whether a byte ends a column.
    boolean separates(byte b) {
        return b == ' ' || b == '\t' || (commas && (b == ',' || b == ';'));
    }

    /// The range of ids in words.
    String range() {
        return "%d..%d".formatted(firstId, lastId);
    }
}
