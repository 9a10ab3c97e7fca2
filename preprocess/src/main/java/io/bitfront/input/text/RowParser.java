package io.bitfront.input.text;

import io.bitfront.input.source.Excerpt;

/// Reads lines that each list the neighbours of a vertex. Which vertex is known once all lines before the chunk are
/// counted: sources are numbered from 0 within the chunk.
final class RowParser extends LineParser {
    private final LineRules rules;
    private final long lastId;
    private byte[] bytes;
    private int at;

    RowParser(LineRules rules) {
        this.rules = rules;
        this.lastId = rules.lastId();
    }

    @Override
    void parse(Chunk chunk) {
        bytes = chunk.bytes;
        reset(chunk.length / 2 + 1);
        for (at = 0; at < chunk.length; ) {
            int begin = at;
            lines++;
            skipBlanks();
            if (rules.beginsComment(bytes[at], bytes[at + 1])) {
                at = lineFeed(at) + 1;
                continue;
            }
            if (!row()) {
                nameForeignByte(begin);
                return;
            }
            rows++;
        }
        end(chunk);
    }

    /// Reads the line up to its end; a blank one lists no neighbours.
    private boolean row() {
        if (atLineEnd()) {
            return true;
        }
        for (int i = 0; i < rules.rowNumbers(); i++) {
            if (!number()) {
                return false;
            }
        }
        while (!atLineEnd()) {
            if (!neighbour()) {
                return false;
            }
            for (int i = 0; i < rules.values(); i++) {
                if (!number()) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean neighbour() {
        int begin = at;
        long word = Digits.load(bytes, at);
        int digits = Digits.count(word);
        long id = digits == 0 ? -1 : Digits.value(word, digits);
        at += digits;
        if (digits == Long.BYTES) {
            id = longNumber(id);
        }
        if (digits == 0 || !atColumnEnd()) {
            return fails(begin, "'%s' is not a vertex, expected a whole number in " + rules.range());
        }
        if (id < 1 || id > lastId) {
            return fails(begin, "vertex %s is outside " + rules.range() + ", the range the header declares");
        }
        long target = id - 1;
        sources[count] = rows;
        targets[count++] = target;
        allIds |= target;
        skipBlanks();
        return true;
    }

    /// Continues a number of eight digits; one that is larger than any id comes out as such.
    private long longNumber(long begun) {
        long value = begun;
        for (; bytes[at] >= '0' && bytes[at] <= '9'; at++) {
            value = value > lastId ? value : value * 10 + bytes[at] - '0';
        }
        return value;
    }

    private boolean number() {
        int begin = at;
        if (atLineEnd()) {
            defect = "a number is missing, expected '%s'".formatted(rules.shape());
            return false;
        }
        int end = NumberText.end(bytes, at);
        at = Math.max(end, begin);
        if (end < 0 || !atColumnEnd()) {
            return fails(begin, "'%s' is not a number, expected '" + rules.shape() + "'");
        }
        skipBlanks();
        return true;
    }

    /// Whether the line ends here; then passes its end.
    private boolean atLineEnd() {
        if (bytes[at] == '\n') {
            at++;
            return true;
        }
        if (bytes[at] == '\r' && bytes[at + 1] == '\n') {
            at += 2;
            return true;
        }
        return false;
    }

    private boolean atColumnEnd() {
        byte b = bytes[at];
        return b == ' ' || b == '\t' || b == '\n' || (b == '\r' && bytes[at + 1] == '\n');
    }

    private void skipBlanks() {
        while (bytes[at] == ' ' || bytes[at] == '\t') {
            at++;
        }
    }

    private int lineFeed(int from) {
        int p = from;
        while (bytes[p] != '\n') {
            p++;
        }
        return p;
    }

    private boolean fails(int begin, String what) {
        int end = begin;
        while (bytes[end] != ' ' && bytes[end] != '\t' && bytes[end] != '\n' && bytes[end] != '\r') {
            end++;
        }
        defect = what.formatted(Excerpt.of(bytes, begin, end));
        return false;
    }

    /// A byte that is no text explains a malformed line better than the column it stands in.
    private void nameForeignByte(int begin) {
        int lineFeed = lineFeed(begin);
        int end = lineFeed > begin && bytes[lineFeed - 1] == '\r' ? lineFeed - 1 : lineFeed;
        int foreign = Excerpt.firstForeign(bytes, begin, end);
        if (foreign >= 0) {
            defect = "byte 0x%02x is not text, expected '%s'".formatted(bytes[foreign], rules.shape());
        }
    }
}
