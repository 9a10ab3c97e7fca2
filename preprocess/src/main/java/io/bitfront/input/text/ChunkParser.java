package io.bitfront.input.text;

/// Turns the lines of a chunk into edges. The fast path recognises `ID separator ID` with the columns that
/// follow, in eight-byte steps; every line it does not recognise goes to [EdgeLine]. One per worker.
final class ChunkParser extends LineParser {
    private static final int NOT_RECOGNISED = -1;
    private static final long[] POWERS = {1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000};

    private final LineRules rules;
    private final EdgeLine line;
    private final byte lead;
    private final boolean commas;
    private final int values;
    private final long firstId;
    private final long idSpan;

    private int behind;

    ChunkParser(LineRules rules) {
        this.rules = rules;
        this.line = new EdgeLine(rules);
        this.lead = rules.lead();
        this.commas = rules.commas();
        this.values = rules.values();
        this.firstId = rules.firstId();
        this.idSpan = rules.lastId() - rules.firstId();
    }

    @Override
    void parse(Chunk chunk) {
        byte[] bytes = chunk.bytes;
        reset(chunk.length / 4 + 1);
        for (int p = 0; p < chunk.length; ) {
            int next = edge(bytes, p);
            if (next == NOT_RECOGNISED) {
                next = anyLine(bytes, p);
            }
            lines++;
            if (defect != null) {
                return;
            }
            p = next;
        }
        end(chunk);
    }

    /// Stores the edge of the line at `at` and returns where the next line begins.
    private int edge(byte[] bytes, int at) {
        int p = at;
        if (lead != 0) {
            if (bytes[p] != lead || bytes[p + 1] != ' ') {
                return NOT_RECOGNISED;
            }
            p += 2;
        }
        p = skipBlanks(bytes, p);
        long word = Digits.load(bytes, p);
        int digits = Digits.count(word);
        if (digits == 0) {
            return NOT_RECOGNISED;
        }
        long source = Digits.value(word, digits);
        p += digits;
        if (digits == Long.BYTES) {
            source = longNumber(bytes, p, source);
            p = behind;
        }
        byte separator = bytes[p];
        if (separator != ' ' && separator != '\t' && !(commas && (separator == ',' || separator == ';'))) {
            return NOT_RECOGNISED;
        }
        p = skipBlanks(bytes, p + 1);
        word = Digits.load(bytes, p);
        digits = Digits.count(word);
        if (digits == 0) {
            return NOT_RECOGNISED;
        }
        long target = Digits.value(word, digits);
        p += digits;
        if (digits == Long.BYTES) {
            target = longNumber(bytes, p, target);
            p = behind;
        }
        return store(source - firstId, target - firstId, restOfLine(bytes, p));
    }

    private int store(long source, long target, int next) {
        if (next == NOT_RECOGNISED
                || Long.compareUnsigned(source, idSpan) > 0
                || Long.compareUnsigned(target, idSpan) > 0
                || idSpan < 0) {
            return NOT_RECOGNISED;
        }
        sources[count] = source;
        targets[count] = target;
        count++;
        allIds |= source | target;
        return next;
    }

    /// Continues a number of at least eight digits at `at` and leaves where it ends in `behind`. One of 19 digits that
    /// does not fit comes out negative, as a longer one does: outside any range, so that [EdgeLine] decides.
    private long longNumber(byte[] bytes, int at, long value) {
        long word = Digits.load(bytes, at);
        int digits = Digits.count(word);
        behind = at + digits;
        if (digits == 0) {
            return value;
        }
        long longer = value * POWERS[digits] + Digits.value(word, digits);
        if (digits < Long.BYTES) {
            return longer;
        }
        word = Digits.load(bytes, behind);
        digits = Digits.count(word);
        behind += digits;
        if (digits > 3) {
            return Long.MIN_VALUE;
        }
        return digits == 0 ? longer : longer * POWERS[digits] + Digits.value(word, digits);
    }

    /// Where the next line begins if the rest of the line at `at` is as the rules say.
    private int restOfLine(byte[] bytes, int at) {
        int p = at;
        if (values > 0) {
            for (int i = 0; i < values; i++) {
                if (bytes[p] != ' ' && bytes[p] != '\t') {
                    return NOT_RECOGNISED;
                }
                p = NumberText.end(bytes, skipBlanks(bytes, p));
                if (p < 0) {
                    return NOT_RECOGNISED;
                }
            }
        }
        if (values != LineRules.ANYTHING) {
            p = skipBlanks(bytes, p);
        } else if (rules.separates(bytes[p])) {
            p = Digits.endOfLine(bytes, p);
        }
        if (bytes[p] == '\n') {
            return p + 1;
        }
        return bytes[p] == '\r' && bytes[p + 1] == '\n' ? p + 2 : NOT_RECOGNISED;
    }

    private static int skipBlanks(byte[] bytes, int at) {
        int p = at;
        while (bytes[p] == ' ' || bytes[p] == '\t') {
            p++;
        }
        return p;
    }

    private int anyLine(byte[] bytes, int at) {
        int lineFeed = at;
        while (bytes[lineFeed] != '\n') {
            lineFeed++;
        }
        switch (line.read(bytes, at, lineFeed)) {
            case EDGE -> store(line.source() - firstId, line.target() - firstId, lineFeed + 1);
            case DEFECT -> defect = line.defect();
            case NOTHING -> {}
        }
        return lineFeed + 1;
    }
}
