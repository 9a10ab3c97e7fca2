package io.bitfront.parquet;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.IntToLongFunction;

/// The values of one page, decoded in order. One thread.
abstract sealed class ParquetValues {
    /// Decodes the next `count` values.
    ///
    /// @throws IndexOutOfBoundsException or BufferUnderflowException where the page ends too early
    abstract void next(long[] into, int offset, int count);

    /// Values one after the other.
    static final class Plain extends ParquetValues {
        private final ByteBuffer bytes;
        private final boolean wide;

        Plain(ByteBuffer bytes, boolean wide) {
            this.bytes = bytes;
            this.wide = wide;
        }

        @Override
        void next(long[] into, int offset, int count) {
            for (int i = 0; i < count; i++) {
                into[offset + i] = wide ? bytes.getLong() : bytes.getInt();
            }
        }
    }

    /// Texts one after the other, each behind its length of 4 bytes, as the numbers they are given.
    static final class Texts extends ParquetValues {
        private final ByteBuffer bytes;
        private final TextNumbers numbers;
        private byte[] text = new byte[1 << 8];

        Texts(ByteBuffer bytes, TextNumbers numbers) {
            this.bytes = bytes;
            this.numbers = numbers;
        }

        @Override
        void next(long[] into, int offset, int count) {
            for (int i = 0; i < count; i++) {
                into[offset + i] = next();
            }
        }

        private long next() {
            int length = length();
            if (length > text.length) {
                text = new byte[length];
            }
            bytes.get(text, 0, length);
            return numbers.of(text, length);
        }

        private int length() {
            int length = bytes.getInt();
            if (length < 0 || length > bytes.remaining()) {
                throw new IndexOutOfBoundsException("a text of %d bytes".formatted(length));
            }
            return length;
        }

        /// The next `count` as a dictionary, whose texts are given numbers when values first refer to them:
        /// some may stand in it that no row has.
        IntToLongFunction dictionary(int count) {
            int[] begin = new int[count];
            for (int i = 0; i < count; i++) {
                begin[i] = bytes.position();
                int length = length();
                bytes.position(bytes.position() + length);
            }
            long[] given = new long[count];
            Arrays.fill(given, -1);
            return index -> {
                if (given[index] < 0) {
                    bytes.position(begin[index]);
                    given[index] = next();
                }
                return given[index];
            };
        }
    }

    /// Indices into a dictionary, as a hybrid of runs and packed bits behind a byte that holds their width.
    static final class Indexed extends ParquetValues {
        private final IntToLongFunction dictionary;
        private final Hybrid indices;
        private final long[] found = new long[1 << 10];

        /// @param dictionary throws IndexOutOfBoundsException of an index that it does not have
        Indexed(ByteBuffer bytes, IntToLongFunction dictionary) {
            this.dictionary = dictionary;
            int width = bytes.hasRemaining() ? bytes.get() : 0;
            this.indices = new Hybrid(bytes, width);
        }

        @Override
        void next(long[] into, int offset, int count) {
            for (int done = 0; done < count; ) {
                int some = Math.min(found.length, count - done);
                indices.next(found, 0, some);
                for (int i = 0; i < some; i++) {
                    into[offset + done + i] = dictionary.applyAsLong((int) found[i]);
                }
                done += some;
            }
        }
    }

    /// Runs of one value, and groups of eight packed ones.
    static final class Hybrid extends ParquetValues {
        private final ByteBuffer bytes;
        private final int width;
        private long left;
        private boolean packed;
        private long value;
        private final long[] group = new long[Byte.SIZE];
        private int groupAt = Byte.SIZE;

        Hybrid(ByteBuffer bytes, int width) {
            if (width < 0 || width > Integer.SIZE) {
                throw new IndexOutOfBoundsException("width " + width);
            }
            this.bytes = bytes;
            this.width = width;
        }

        @Override
        void next(long[] into, int offset, int count) {
            for (int i = 0; i < count; i++) {
                while (left == 0) {
                    beginRun();
                }
                left--;
                if (packed) {
                    if (groupAt == Byte.SIZE) {
                        unpack(bytes, width, group, Byte.SIZE);
                        groupAt = 0;
                    }
                    into[offset + i] = group[groupAt++];
                } else {
                    into[offset + i] = value;
                }
            }
        }

        /// Whether the next `count` values are all 1; of a run in one step.
        boolean allOnes(int count) {
            long[] one = new long[1];
            for (long done = 0; done < count; ) {
                while (left == 0) {
                    beginRun();
                }
                if (packed) {
                    next(one, 0, 1);
                    done++;
                } else {
                    one[0] = value;
                    long some = Math.min(left, count - done);
                    left -= some;
                    done += some;
                }
                if (one[0] != 1) {
                    return false;
                }
            }
            return true;
        }

        private void beginRun() {
            long header = varint(bytes);
            packed = (header & 1) == 1;
            left = packed ? Math.multiplyExact(header >>> 1, (long) Byte.SIZE) : header >>> 1;
            groupAt = Byte.SIZE;
            if (!packed) {
                value = 0;
                for (int i = 0; i < Math.ceilDiv(width, Byte.SIZE); i++) {
                    value |= (bytes.get() & 0xFFL) << Byte.SIZE * i;
                }
            }
        }
    }

    /// Differences packed by blocks (DELTA_BINARY_PACKED).
    static final class Deltas extends ParquetValues {
        /// Writers use 128 or 1,024.
        private static final int MOST_BLOCK = 1 << 16;

        private final ByteBuffer bytes;
        private final int miniblocks;
        private final int miniblockValues;
        private final byte[] widths;
        private final long[] miniblock;
        private final boolean wide;
        private long value;
        private boolean begun;
        private long leastDelta;
        private int nextMiniblock;
        private int at;

        Deltas(ByteBuffer bytes, boolean wide) {
            this.bytes = bytes;
            this.wide = wide;
            long block = varint(bytes);
            long parts = varint(bytes);
            varint(bytes);
            this.value = folded(varint(bytes));
            if (parts < 1 || block < parts || block > MOST_BLOCK || block % (parts * 8) != 0) {
                throw new IndexOutOfBoundsException("block of %d in %d".formatted(block, parts));
            }
            this.miniblocks = (int) parts;
            this.miniblockValues = (int) (block / parts);
            this.widths = new byte[miniblocks];
            this.miniblock = new long[miniblockValues];
            this.nextMiniblock = miniblocks;
            this.at = miniblockValues;
        }

        @Override
        void next(long[] into, int offset, int count) {
            for (int i = 0; i < count; i++) {
                if (begun) {
                    if (at == miniblockValues) {
                        beginMiniblock();
                    }
                    value += leastDelta + miniblock[at++];
                    value = wide ? value : (int) value;
                }
                begun = true;
                into[offset + i] = value;
            }
        }

        private void beginMiniblock() {
            if (nextMiniblock == miniblocks) {
                leastDelta = folded(varint(bytes));
                bytes.get(widths);
                nextMiniblock = 0;
            }
            unpack(bytes, widths[nextMiniblock++], miniblock, miniblockValues);
            at = 0;
        }
    }

    /// Numbers of `width` bits each, lowest bit first; `count` is a multiple of 8.
    private static void unpack(ByteBuffer bytes, int width, long[] into, int count) {
        if (width < 0 || width > Long.SIZE) {
            throw new IndexOutOfBoundsException("width " + width);
        }
        for (int i = 0; i < count; i += Byte.SIZE) {
            int begin = bytes.position();
            bytes.position(begin + width);
            for (int k = 0; k < Byte.SIZE; k++) {
                into[i + k] = bits(bytes, begin, k * width, width);
            }
        }
    }

    private static long bits(ByteBuffer bytes, int begin, int bit, int width) {
        long value = 0;
        int filled = 0;
        int at = begin + (bit >>> 3);
        int skipped = bit & 7;
        while (filled < width) {
            long next = (bytes.get(at++) & 0xFFL) >>> skipped;
            value |= next << filled;
            filled += Byte.SIZE - skipped;
            skipped = 0;
        }
        return width == Long.SIZE ? value : value & (1L << width) - 1;
    }

    static long varint(ByteBuffer bytes) {
        long value = 0;
        for (int shift = 0; shift < Long.SIZE; shift += 7) {
            byte b = bytes.get();
            value |= (b & 0x7FL) << shift;
            if (b >= 0) {
                return value;
            }
        }
        throw new IndexOutOfBoundsException("a number of more than 64 bits");
    }

    private static long folded(long natural) {
        return natural >>> 1 ^ -(natural & 1);
    }
}
