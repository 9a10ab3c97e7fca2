package io.bitfront.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.parallel.Workers;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Crc32cTest {
    @Test
    void givesTheStandardCheckValue() {
        assertThat(Crc32c.of(ByteBuffer.wrap("123456789".getBytes(StandardCharsets.US_ASCII))))
                .isEqualTo(0xE3069283);
    }

    @Test
    void joinsTheSumsOfTwoPieces() {
        byte[] bytes = random(1000);
        for (int cut = 0; cut <= bytes.length; cut++) {
            int first = sum(bytes, 0, cut);
            int second = sum(bytes, cut, bytes.length - cut);
            assertThat(Crc32c.join(first, second, bytes.length - cut)).isEqualTo(sum(bytes, 0, bytes.length));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void sumsLongMemoryInPieces(int threads) {
        byte[] bytes = random(3 * Crc32c.PIECE + 12_345);
        try (Workers workers = new Workers(threads)) {
            for (int length : new int[] {0, 1, Crc32c.PIECE, Crc32c.PIECE + 1, bytes.length}) {
                MemorySegment segment = MemorySegment.ofArray(bytes).asSlice(0, length);
                assertThat(Crc32c.of(segment, workers, amount -> {})).isEqualTo(sum(bytes, 0, length));
            }
        }
    }

    private static byte[] random(int length) {
        byte[] bytes = new byte[length];
        new Random(1).nextBytes(bytes);
        return bytes;
    }

    private static int sum(byte[] bytes, int offset, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, offset, length);
        return (int) crc.getValue();
    }
}
