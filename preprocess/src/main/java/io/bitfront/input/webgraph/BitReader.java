package io.bitfront.input.webgraph;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// Reads the instantaneous codes of WebGraph's bit streams from mapped memory, highest bit of a byte first.
/// Behind the end stand zeros. One thread.
final class BitReader {
    private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    /// Bits that one load surely holds, whatever bit of a byte it begins with.
    private static final int LOADED = Long.SIZE - Byte.SIZE + 1;

    private final MemorySegment data;
    private final long bits;
    private long position;

    BitReader(MemorySegment data) {
        this.data = data;
        this.bits = data.byteSize() * Byte.SIZE;
    }

    /// A code that does not end before the data does, or is longer than any number.
    static final class BrokenCodeException extends RuntimeException {
        private static final long serialVersionUID = 1;

        BrokenCodeException(String message) {
            super(message, null, false, false);
        }
    }

    /// In bits from the beginning.
    long position() {
        return position;
    }

    void position(long bit) {
        position = bit;
    }

    /// Bits that are still to be read; negative where more was read than there is.
    long left() {
        return bits - position;
    }

    /// Whether more was read than there is.
    boolean overrun() {
        return position > bits;
    }

    /// The next bits, in the upper end of a word; at least [#LOADED] of them count.
    private long peek() {
        long at = position >>> 3;
        if (at + Long.BYTES <= data.byteSize()) {
            return data.get(WORD, at) << (position & 7);
        }
        long word = 0;
        for (int i = 0; i < Long.BYTES; i++) {
            long next = at + i < data.byteSize() ? data.get(ValueLayout.JAVA_BYTE, at + i) & 0xFF : 0;
            word = word << Byte.SIZE | next;
        }
        return word << (position & 7);
    }

    /// A number of `count` bits, 0 to 63.
    long number(int count) {
        if (count == 0) {
            return 0;
        }
        if (count > LOADED) {
            long high = number(count - 32);
            return high << 32 | number(32);
        }
        long value = peek() >>> Long.SIZE - count;
        position += count;
        return value;
    }

    /// The number of zeros before a one.
    int unary() {
        long begin = position;
        while (true) {
            int zeros = Long.numberOfLeadingZeros(peek());
            if (zeros < LOADED) {
                position += zeros + 1L;
                if (overrun() || position - begin > Integer.MAX_VALUE) {
                    throw new BrokenCodeException("the data ends within a number");
                }
                return (int) (position - begin - 1);
            }
            position += LOADED;
            if (overrun()) {
                throw new BrokenCodeException("the data ends within a number");
            }
        }
    }

    long gamma() {
        int length = length(unary());
        return (1L << length | number(length)) - 1;
    }

    long delta() {
        int length = length(gamma());
        return (1L << length | number(length)) - 1;
    }

    long zeta(int k) {
        int h = length(unary());
        int length = length((h + 1L) * k - 1);
        long left = 1L << (long) h * k;
        long value = number(length);
        if (value < left) {
            return value + left - 1;
        }
        return (value << 1 | number(1)) - 1;
    }

    long nibble() {
        long value = 0;
        long last;
        do {
            last = number(1);
            if (value >>> 60 != 0) {
                throw new BrokenCodeException("a number has more than 63 bits");
            }
            value = value << 3 | number(3);
        } while (last == 0 && !overrun());
        return value;
    }

    private static int length(long bits) {
        if (bits >= Long.SIZE - 1) {
            throw new BrokenCodeException("a number has more than 63 bits");
        }
        return (int) bits;
    }
}
