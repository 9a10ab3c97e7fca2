package io.bitfront.input.text;

import io.bitfront.input.source.Excerpt;

/// Reads one line with every case considered: what the fast path of [ChunkParser] does not recognise, and the
/// only place that words a malformed edge line. One per worker.
final class EdgeLine {
    private static final String INNER_RETURN =
            "a carriage return stands inside the line, expected lines that end with \\n or \\r\\n";

    enum Outcome {
        EDGE,
        NOTHING,
        DEFECT
    }

    private final LineRules rules;
    private byte[] bytes;
    private int at;
    private int end;
    private long id;
    private long source;
    private long target;
    private String defect;

    EdgeLine(LineRules rules) {
        this.rules = rules;
    }

    /// The edge of the last line read, in ids as written.
    long source() {
        return source;
    }

    long target() {
        return target;
    }

    /// What is wrong with the last line read.
    String defect() {
        return defect;
    }

    /// Reads the line at `[from, lineFeed)`; `text[lineFeed]` is a line feed with [Chunk#PADDING] behind it.
    Outcome read(byte[] text, int from, int lineFeed) {
        bytes = text;
        at = from;
        end = lineFeed > from && text[lineFeed - 1] == '\r' ? lineFeed - 1 : lineFeed;
        skipBlanks();
        if (at == end || rules.beginsComment(bytes[at], bytes[at + 1])) {
            return Outcome.NOTHING;
        }
        if (lead() && vertexId()) {
            source = id;
            passSeparator();
            if (vertexId()) {
                target = id;
                if (values()) {
                    return Outcome.EDGE;
                }
            }
        }
        nameForeignByte(from);
        return Outcome.DEFECT;
    }

    private boolean lead() {
        if (rules.lead() == 0) {
            return true;
        }
        if (bytes[at] != rules.lead() || !rules.separates(bytes[at + 1])) {
            return fails("'%s' is not an edge, expected '%s'".formatted(shown(at, end), rules.shape()));
        }
        at++;
        skipBlanks();
        return true;
    }

    /// Reads an id at `at`, checks its range and that its column ends behind it.
    private boolean vertexId() {
        int begin = at;
        if (begin == end) {
            return fails("a vertex is missing, expected '%s'".formatted(rules.shape()));
        }
        boolean negative = bytes[at] == '-';
        at += negative ? 1 : 0;
        int digits = at;
        long value = 0;
        boolean overflow = false;
        for (; at < end && bytes[at] >= '0' && bytes[at] <= '9'; at++) {
            int digit = bytes[at] - '0';
            overflow |= value > (Long.MAX_VALUE - digit) / 10;
            value = overflow ? Long.MAX_VALUE : value * 10 + digit;
        }
        if (at == digits || (at < end && !rules.separates(bytes[at]))) {
            return fails("'%s' is not a vertex, expected a whole number in %s%s"
                    .formatted(shown(begin, columnEnd(begin)), rules.range(), rules.hint()));
        }
        id = negative ? -value : value;
        if (overflow || negative || value < rules.firstId() || value > rules.lastId()) {
            return fails(outside(shown(begin, at), negative));
        }
        return true;
    }

    private String outside(String vertex, boolean negative) {
        if (rules.idsDeclared()) {
            return "vertex %s is outside %s, the range the header declares".formatted(vertex, rules.range());
        }
        return "vertex %s is %s, expected a whole number in %s"
                .formatted(vertex, negative ? "negative" : "too large", rules.range());
    }

    /// Passes what separates two columns: blanks with at most one comma or semicolon among them.
    private void passSeparator() {
        skipBlanks();
        if (rules.commas() && at < end && (bytes[at] == ',' || bytes[at] == ';')) {
            at++;
            skipBlanks();
        }
    }

    private boolean values() {
        if (rules.values() == LineRules.ANYTHING) {
            return Digits.endOfLine(bytes, at) >= end || fails(INNER_RETURN);
        }
        for (int i = 0; i < rules.values(); i++) {
            skipBlanks();
            int begin = at;
            if (begin == end) {
                return fails("a number is missing, expected '%s'".formatted(rules.shape()));
            }
            at = NumberText.end(bytes, begin);
            if (at < 0 || (at < end && !rules.separates(bytes[at]))) {
                return fails(
                        "'%s' is not a number, expected '%s'".formatted(shown(begin, columnEnd(begin)), rules.shape()));
            }
        }
        skipBlanks();
        return at == end
                || fails("'%s' is one column too many, expected '%s'"
                        .formatted(shown(at, columnEnd(at)), rules.shape()));
    }

    private void skipBlanks() {
        while (at < end && (bytes[at] == ' ' || bytes[at] == '\t')) {
            at++;
        }
    }

    private int columnEnd(int from) {
        int p = from;
        while (p < end && !rules.separates(bytes[p])) {
            p++;
        }
        return p;
    }

    private boolean fails(String what) {
        defect = what;
        return false;
    }

    /// A byte that is no text explains a malformed line better than the column it stands in.
    private void nameForeignByte(int from) {
        int foreign = Excerpt.firstForeign(bytes, from, end);
        if (foreign >= 0) {
            defect = bytes[foreign] == '\r'
                    ? INNER_RETURN
                    : "byte 0x%02x is not text, expected '%s'".formatted(bytes[foreign], rules.shape());
        }
    }

    private String shown(int from, int to) {
        return Excerpt.of(bytes, from, to);
    }
}
