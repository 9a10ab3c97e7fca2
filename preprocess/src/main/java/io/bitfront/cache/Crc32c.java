package io.bitfront.cache;

import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/// CRC-32C of memory, and of pieces whose sums were computed apart.
final class Crc32c {
    /// The polynomial, reflected: bit 31 is x⁰.
    private static final int POLYNOMIAL = 0x82F63B78;

    private static final int ONE = 1 << 31;
    /// x⁸, one byte.
    private static final int BYTE = 1 << 31 - 8;

    /// Bytes summed by one worker at a time; a byte buffer cannot view more than 2 GB.
    static final int PIECE = 1 << 23;

    private Crc32c() {}

    /// CRC-32C of a segment of any length, computed by all workers.
    static int of(MemorySegment bytes, Workers workers, Progress.Phase phase) {
        long size = bytes.byteSize();
        int[] sums = new int[Math.toIntExact(Math.ceilDiv(size, PIECE))];
        workers.forRange(0, size, PIECE, (worker, begin, end) -> {
            sums[(int) (begin / PIECE)] = of(bytes.asSlice(begin, end - begin).asByteBuffer());
            phase.advance(end - begin);
        });
        return joined(sums, size);
    }

    /// CRC-32C of `size` bytes from the sums of each [#PIECE] of them.
    static int joined(int[] sums, long size) {
        int sum = 0;
        for (int p = 0; p < sums.length; p++) {
            sum = join(sum, sums[p], Math.min(PIECE, size - (long) p * PIECE));
        }
        return sum;
    }

    static int of(ByteBuffer bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes);
        return (int) crc.getValue();
    }

    /// CRC-32C of two pieces, one after the other.
    ///
    /// @param first sum of the first piece; 0 for an empty one
    /// @param second sum of the second piece
    /// @param secondBytes its length
    static int join(int first, int second, long secondBytes) {
        return multiply(first, power(secondBytes)) ^ second;
    }

    /// x to the power of 8 times `bytes`, modulo the polynomial.
    private static int power(long bytes) {
        int result = ONE;
        int square = BYTE;
        for (long left = bytes; left > 0; left >>>= 1) {
            if ((left & 1) == 1) {
                result = multiply(result, square);
            }
            square = multiply(square, square);
        }
        return result;
    }

    private static int multiply(int a, int b) {
        int product = 0;
        int shifted = b;
        for (int bit = ONE; bit != 0; bit >>>= 1) {
            if ((a & bit) != 0) {
                product ^= shifted;
            }
            shifted = (shifted & 1) == 0 ? shifted >>> 1 : shifted >>> 1 ^ POLYNOMIAL;
        }
        return product;
    }
}
