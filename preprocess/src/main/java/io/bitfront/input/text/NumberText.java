package io.bitfront.input.text;

import java.nio.charset.StandardCharsets;
import java.util.List;

/// The numbers in value columns. They are checked, not converted.
final class NumberText {
    private static final List<byte[]> NAMES = List.of(ascii("infinity"), ascii("inf"), ascii("nan"));

    private NumberText() {}

    private static byte[] ascii(String word) {
        return word.getBytes(StandardCharsets.US_ASCII);
    }

    /// Index behind the number that begins at `at`, or -1 where none does: a sign, digits with a point among
    /// them, a decimal exponent (Fortran's `D` included), or `nan`, `inf`, `infinity` in any case.
    static int end(byte[] bytes, int at) {
        int begin = bytes[at] == '-' || bytes[at] == '+' ? at + 1 : at;
        int p = digitsEnd(bytes, begin);
        int digits = p - begin;
        if (bytes[p] == '.') {
            int fraction = digitsEnd(bytes, p + 1);
            digits += fraction - p - 1;
            p = fraction;
        }
        if (digits == 0) {
            return nameEnd(bytes, begin);
        }
        int letter = bytes[p] | 0x20;
        if (letter != 'e' && letter != 'd') {
            return p;
        }
        int exponent = bytes[p + 1] == '-' || bytes[p + 1] == '+' ? p + 2 : p + 1;
        int end = digitsEnd(bytes, exponent);
        return end > exponent ? end : -1;
    }

    private static int digitsEnd(byte[] bytes, int at) {
        int p = at;
        int count;
        do {
            count = Digits.count(Digits.load(bytes, p));
            p += count;
        } while (count == Long.BYTES);
        return p;
    }

    private static int nameEnd(byte[] bytes, int at) {
        for (byte[] name : NAMES) {
            int i = 0;
            while (i < name.length && (bytes[at + i] | 0x20) == name[i]) {
                i++;
            }
            if (i == name.length) {
                return at + i;
            }
        }
        return -1;
    }
}
