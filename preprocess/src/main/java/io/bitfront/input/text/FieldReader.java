package io.bitfront.input.text;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Reads the fields of a line one after the other. A field may be quoted: `"New York"`, a quote within it doubled
/// (RFC 4180). Among tabs a field that only begins with a quote is taken as it is. One per worker.
final class FieldReader {
    /// Of a line that is looked at to find out what its fields are.
    static final int MOST_FIELDS = 1 << 16;

    private static final int NONE = -1;

    private final byte separator;
    private byte[] line;
    private int end;
    private int next;
    private byte[] text;
    private int start;
    private int stop;
    private String defect;

    /// @param separator 0 for any number of blanks
    FieldReader(byte separator) {
        this.separator = separator;
    }

    /// Begins with the line at `[from, to)`.
    void begin(byte[] bytes, int from, int to) {
        line = bytes;
        end = to;
        next = separator == 0 ? skipBlanks(from) : from;
        defect = null;
        if (next == end && separator == 0) {
            next = NONE;
        }
    }

    /// Moves to the next field; false behind the last one, and at a [#defect].
    boolean next() {
        if (next == NONE) {
            return false;
        }
        int at = skipBlanks(next);
        int behind = at < end && line[at] == '"' ? quoted(at) : NONE;
        if (defect != null) {
            return false;
        }
        if (behind == NONE) {
            behind = plain(at);
        }
        if (separator == 0) {
            behind = skipBlanks(behind);
            next = behind == end ? NONE : behind;
        } else {
            next = behind == end ? NONE : behind + 1;
        }
        return true;
    }

    /// Returns where the field ends, NONE where it is not a quoted one after all.
    private int quoted(int at) {
        int p = at + 1;
        boolean doubled = false;
        while (p < end && (line[p] != '"' || (p + 1 < end && line[p + 1] == '"'))) {
            doubled |= line[p] == '"';
            p += line[p] == '"' ? 2 : 1;
        }
        int behind = p < end ? skipBlanks(p + 1) : end;
        if (p >= end || (behind < end && !separates(line[behind]) && !(separator == 0 && behind > p + 1))) {
            if (separator != '\t') {
                defect = p >= end
                        ? "a quote opens here and does not close, expected it to close on the same line"
                        : "text follows the quote that closes a field, expected a separator";
            }
            return NONE;
        }
        text = line;
        start = at + 1;
        stop = p;
        if (doubled) {
            undouble();
        }
        return behind;
    }

    private void undouble() {
        byte[] single = new byte[stop - start];
        int length = 0;
        for (int p = start; p < stop; p++) {
            single[length++] = line[p];
            p += line[p] == '"' ? 1 : 0;
        }
        text = single;
        start = 0;
        stop = length;
    }

    private int plain(int at) {
        int p = at;
        while (p < end && !separates(line[p])) {
            p++;
        }
        text = line;
        start = at;
        stop = p;
        while (stop > start && isBlank(line[stop - 1])) {
            stop--;
        }
        return p;
    }

    private boolean separates(byte b) {
        return separator == 0 ? b == ' ' || b == '\t' : b == separator;
    }

    private boolean isBlank(byte b) {
        return b == ' ' || (b == '\t' && separator != '\t');
    }

    private int skipBlanks(int from) {
        int p = from;
        while (p < end && isBlank(line[p])) {
            p++;
        }
        return p;
    }

    /// What is wrong with the line, or null.
    String defect() {
        return defect;
    }

    /// The bytes that hold the field at `[start, stop)`.
    byte[] text() {
        return text;
    }

    int start() {
        return start;
    }

    int stop() {
        return stop;
    }

    /// The fields of a line, one more than [#MOST_FIELDS] at most, one `char` per byte; what is malformed ends them.
    static List<String> fields(String line, byte separator) {
        FieldReader reader = new FieldReader(separator);
        byte[] bytes = line.getBytes(StandardCharsets.ISO_8859_1);
        reader.begin(bytes, 0, bytes.length);
        List<String> fields = new ArrayList<>();
        while (fields.size() <= MOST_FIELDS && reader.next()) {
            fields.add(new String(
                    Arrays.copyOfRange(reader.text, reader.start, reader.stop), StandardCharsets.ISO_8859_1));
        }
        return fields;
    }
}
