package io.bitfront.input.source;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;

/// Pieces of a malformed file, fit for a message.
public final class Excerpt {
    private static final int SHOWN = 40;

    private Excerpt() {}

    /// The text at `[from, to)`, cut where it is long.
    public static String of(byte[] bytes, int from, int to) {
        int length = Math.min(to - from, SHOWN);
        String shown = new String(bytes, from, length, StandardCharsets.UTF_8);
        return length < to - from ? shown + "..." : shown;
    }

    /// A line of one `char` per byte, cut where it is long, control characters replaced by `?`.
    public static String of(String line) {
        byte[] bytes = line.getBytes(StandardCharsets.ISO_8859_1);
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = isControl(bytes[i]) ? (byte) '?' : bytes[i];
        }
        return of(bytes, 0, bytes.length);
    }

    /// A name that the file gives something, cut where it is long, controls and marks that turn text around
    /// replaced by `?`.
    public static String ofName(String name) {
        StringBuilder shown = new StringBuilder();
        name.codePoints()
                .limit(SHOWN)
                .map(c -> switch (Character.getType(c)) {
                    case Character.CONTROL, Character.FORMAT, Character.SURROGATE -> '?';
                    default -> c;
                })
                .forEach(shown::appendCodePoint);
        return name.codePointCount(0, name.length()) > SHOWN ? shown + "..." : shown.toString();
    }

    /// Index of the first byte at `[from, to)` that is a control character or no UTF-8, or -1.
    public static int firstForeign(byte[] bytes, int from, int to) {
        ByteBuffer line = ByteBuffer.wrap(bytes, from, to - from);
        boolean malformed = StandardCharsets.UTF_8
                .newDecoder()
                .decode(line, CharBuffer.allocate(to - from), true)
                .isError();
        int valid = malformed ? line.position() : to;
        for (int p = from; p < valid; p++) {
            if (isControl(bytes[p])) {
                return p;
            }
        }
        return malformed ? valid : -1;
    }

    /// Whether a byte is a control character that does not occur within a line of text.
    public static boolean isControl(byte b) {
        return (b >= 0 && b < ' ' && b != '\t') || b == 0x7F;
    }
}
