package io.bitfront.input;

import java.nio.charset.StandardCharsets;

/// Pieces of a malformed file, fit for a message.
final class Excerpt {
    private static final int SHOWN = 40;

    private Excerpt() {}

    /// The text at `[from, to)`, cut where it is long.
    static String of(byte[] bytes, int from, int to) {
        int length = Math.min(to - from, SHOWN);
        String shown = new String(bytes, from, length, StandardCharsets.UTF_8);
        return length < to - from ? shown + "..." : shown;
    }

    /// A line of one `char` per byte, cut where it is long, control characters replaced by `?`.
    static String of(String line) {
        byte[] bytes = line.getBytes(StandardCharsets.ISO_8859_1);
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = foreign(bytes[i]) || bytes[i] == '\r' ? (byte) '?' : bytes[i];
        }
        return of(bytes, 0, bytes.length);
    }

    /// Whether a byte never occurs in a text file.
    static boolean foreign(byte b) {
        return b >= 0 && b < ' ' && b != '\t' && b != '\r' || b == 0x7F;
    }

    static String foreignDefect(byte b, String shape) {
        return "byte 0x%02x is not text, expected '%s'".formatted(b, shape);
    }
}
