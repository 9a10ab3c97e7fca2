package io.bitfront.input.source;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/// The beginning of a graph file, unpacked, by which a format is recognised.
///
/// @param suffix that its name has, lower case, without packing and dot; empty where there is none
/// @param size of the file, or -1 where it is compressed
@SuppressWarnings("ArrayRecordComponent") // read once, by whoever recognises
public record FileHead(Path path, String suffix, byte[] bytes, long size) {
    /// Whether ASCII text stands at `at`, in any case.
    public boolean startsWith(int at, String text) {
        return startsWith(bytes, at, text);
    }

    static boolean startsWith(byte[] bytes, int at, String text) {
        if (at + text.length() > bytes.length) {
            return false;
        }
        String found = new String(bytes, at, text.length(), StandardCharsets.ISO_8859_1);
        return found.equalsIgnoreCase(text);
    }

    /// Where a text begins: behind a byte order mark, if there is one.
    public int textBegin() {
        return startsWith(0, "\u00EF\u00BB\u00BF") ? 3 : 0;
    }

    /// The lines of a text, one `char` per byte; the last may be cut.
    public List<String> lines() {
        int begin = textBegin();
        return List.of(new String(bytes, begin, bytes.length - begin, StandardCharsets.ISO_8859_1).split("\r?\n", -1));
    }

    /// Whether no byte is one that does not occur in a text.
    public boolean isText() {
        for (byte b : bytes) {
            if (Excerpt.isControl(b) && b != '\n' && b != '\r') {
                return false;
            }
        }
        return true;
    }
}
