package io.bitfront.input.text;

import io.bitfront.input.edges.NameTable;
import io.bitfront.input.source.Excerpt;

/// Turns lines of separated fields into edges: two of the fields, as numbers or as names. One per worker.
final class TableParser extends LineParser {
    private static final String INNER_RETURN =
            "a carriage return stands inside the line, expected lines that end with \\n or \\r\\n";

    private final LineRules rules;
    private final TableRules table;
    private final NameTable names;
    private final FieldReader fields;
    private long source;
    private long target;

    /// @param names shared by all workers; null where the ends are numbers
    TableParser(LineRules rules, NameTable names) {
        this.rules = rules;
        this.table = rules.table();
        this.names = names;
        this.fields = new FieldReader(table.separator());
    }

    @Override
    void parse(Chunk chunk) {
        byte[] bytes = chunk.bytes;
        reset(chunk.length / 3 + 1);
        for (int at = 0; at < chunk.length; ) {
            int lineFeed = at;
            while (bytes[lineFeed] != '\n') {
                lineFeed++;
            }
            lines++;
            int end = lineFeed > at && bytes[lineFeed - 1] == '\r' ? lineFeed - 1 : lineFeed;
            if (!passedOver(bytes, at, end) && !edge(bytes, at, end)) {
                nameForeignByte(bytes, at, end);
                return;
            }
            at = lineFeed + 1;
        }
        end(chunk);
    }

    /// Blank lines, and among numbers also comments: a name may begin with any letter.
    private boolean passedOver(byte[] bytes, int from, int end) {
        int at = from;
        while (at < end && (bytes[at] == ' ' || bytes[at] == '\t')) {
            at++;
        }
        return at == end || (!table.names() && rules.beginsComment(bytes[at], bytes[at + 1]));
    }

    private boolean edge(byte[] bytes, int from, int end) {
        fields.begin(bytes, from, end);
        boolean good = true;
        int found = 0;
        for (; found < table.width() && fields.next(); found++) {
            if (good && found == table.from()) {
                source = vertex();
                good = source >= 0;
            }
            if (good && found == table.to()) {
                target = vertex();
                good = target >= 0;
            }
        }
        if (fields.defect() != null) {
            return fails(fields.defect());
        }
        if (found < table.width()) {
            return fails("the line has %d column%s, expected at least %d: edges go from column %d to column %d"
                    .formatted(found, found == 1 ? "" : "s", table.width(), table.from() + 1, table.to() + 1));
        }
        if (!good) {
            return false;
        }
        sources[count] = source;
        targets[count++] = target;
        allIds |= source | target;
        return true;
    }

    /// The vertex that the field is, -1 where it is none.
    private long vertex() {
        return table.names() ? name() : number();
    }

    private long name() {
        int length = fields.stop() - fields.start();
        if (length == 0) {
            fails("a vertex is missing, expected '%s'".formatted(rules.shape()));
            return -1;
        }
        if (length > NameTable.LONGEST) {
            fails("a name of %d bytes begins with '%s', expected at most %d"
                    .formatted(length, Excerpt.of(fields.text(), fields.start(), fields.stop()), NameTable.LONGEST));
            return -1;
        }
        if (!isPlain(fields.text(), fields.start(), fields.stop())) {
            int foreign = NameTable.foreignByte(fields.text(), fields.start(), fields.stop());
            if (foreign >= 0) {
                fails("byte 0x%02x is not text, expected names in UTF-8".formatted(fields.text()[foreign]));
                return -1;
            }
        }
        return names.add(fields.text(), fields.start(), fields.stop());
    }

    /// Whether all bytes are printable ASCII.
    private static boolean isPlain(byte[] text, int from, int to) {
        int below = 0;
        for (int p = from; p < to; p++) {
            below |= text[p] - ' ' | '~' - text[p];
        }
        return below >= 0;
    }

    private long number() {
        byte[] text = fields.text();
        long value = 0;
        boolean digits = fields.start() < fields.stop();
        boolean fits = true;
        for (int p = fields.start(); p < fields.stop() && digits; p++) {
            int digit = text[p] - '0';
            digits = digit >= 0 && digit <= 9;
            fits &= value <= (Long.MAX_VALUE - digit) / 10;
            value = fits ? value * 10 + digit : value;
        }
        if (!digits || !fits) {
            String shown = Excerpt.of(text, fields.start(), fields.stop());
            fails(
                    digits
                            ? "vertex %s is too large, expected a whole number in %s".formatted(shown, rules.range())
                            : "'%s' is not a vertex, expected a whole number in %s%s"
                                    .formatted(shown, rules.range(), rules.hint()));
            return -1;
        }
        return value;
    }

    private boolean fails(String what) {
        defect = what;
        return false;
    }

    /// A byte that is no text explains a malformed line better than the column it stands in.
    private void nameForeignByte(byte[] bytes, int from, int end) {
        int foreign = Excerpt.firstForeign(bytes, from, end);
        if (foreign >= 0) {
            defect = bytes[foreign] == '\r'
                    ? INNER_RETURN
                    : "byte 0x%02x is not text, expected '%s'".formatted(bytes[foreign], rules.shape());
        }
    }
}
