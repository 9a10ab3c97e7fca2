package io.bitfront.cli.output;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// UTF-8 text put together number by number, without an object per number. One thread.
final class Text {
    private static final int LONGEST_NUMBER = 24;

    private byte[] bytes;
    private int end;

    /// @param capacity bytes to begin with
    Text(int capacity) {
        bytes = new byte[capacity];
    }

    byte[] bytes() {
        return bytes;
    }

    /// Bytes put since the last [#clear].
    int length() {
        return end;
    }

    void clear() {
        end = 0;
    }

    Text put(char ascii) {
        reserve(1);
        bytes[end++] = (byte) ascii;
        return this;
    }

    Text put(String text) {
        return put(text.getBytes(StandardCharsets.UTF_8));
    }

    /// Puts UTF-8.
    Text put(byte[] encoded) {
        reserve(encoded.length);
        System.arraycopy(encoded, 0, bytes, end, encoded.length);
        end += encoded.length;
        return this;
    }

    Text put(long value) {
        if (value == Long.MIN_VALUE) {
            return put(Long.toString(value));
        }
        reserve(LONGEST_NUMBER);
        if (value < 0) {
            bytes[end++] = '-';
        }
        long rest = Math.abs(value);
        int length = digits(rest);
        for (int at = end + length - 1; at > end; at--) {
            bytes[at] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        bytes[end] = (byte) ('0' + rest);
        end += length;
        return this;
    }

    private static int digits(long value) {
        int digits = 1;
        for (long bound = 10; digits < 19 && value >= bound; bound *= 10) {
            digits++;
        }
        return digits;
    }

    private void reserve(int more) {
        if (end + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(end + more, bytes.length + bytes.length / 2));
        }
    }
}
