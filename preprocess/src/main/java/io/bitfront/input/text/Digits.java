package io.bitfront.input.text;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Decimal digits eight at a time, within one 64-bit word. A word holds text in memory order, its first byte
/// lowest.
final class Digits {
    private static final VarHandle WORD = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ZEROS = 0x3030_3030_3030_3030L;
    private static final long LOW_BITS = 0x0101_0101_0101_0101L;
    private static final long HIGH_BITS = 0x8080_8080_8080_8080L;

    private Digits() {}

    /// The eight bytes from `at`.
    static long load(byte[] bytes, int at) {
        return (long) WORD.get(bytes, at);
    }

    /// How many digits the word begins with, 0..8. A carry out of a byte reaches only bytes behind the first
    /// that is no digit, which do not matter.
    static int count(long word) {
        long digits = word ^ ZEROS;
        long beyond = (digits | (digits + 0x7676_7676_7676_7676L)) & HIGH_BITS;
        return Long.numberOfTrailingZeros(beyond) >>> 3;
    }

    /// Value of the first `count` bytes of the word, all digits; `count` is 1..8.
    static long value(long word, int count) {
        long digits = (word ^ ZEROS) << (64 - 8 * count);
        long pairs = ((digits * 2_561) >>> 8) & 0x00FF_00FF_00FF_00FFL;
        long fours = ((pairs * 6_553_601) >>> 16) & 0x0000_FFFF_0000_FFFFL;
        return (fours * 42_949_672_960_001L) >>> 32;
    }

    /// Index of the first line feed or carriage return from `at` on; there must be one.
    static int endOfLine(byte[] bytes, int at) {
        for (int p = at; ; p += Long.BYTES) {
            long word = load(bytes, p);
            long found = zeroBytes(word ^ '\n' * LOW_BITS) | zeroBytes(word ^ '\r' * LOW_BITS);
            if (found != 0) {
                return p + (Long.numberOfTrailingZeros(found) >>> 3);
            }
        }
    }

    /// The high bit of every zero byte, exact up to the first of them.
    private static long zeroBytes(long word) {
        return (word - LOW_BITS) & ~word & HIGH_BITS;
    }
}
