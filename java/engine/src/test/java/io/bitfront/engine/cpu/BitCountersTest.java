package io.bitfront.engine.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Bits counted position by position, against counting each.
class BitCountersTest {
    private static final int BLOCK = 64;

    private final Random dice = new Random(5);

    /// As many blocks and records as carry through several planes, drained several times into the same total.
    @ParameterizedTest
    @CsvSource({"1, 0", "1, 1", "1, 2", "1, 40", "2, 1", "2, 9", "3, 17", "8, 3", "16, 33"})
    void countEachBit(int words, int blocks) {
        BitCounters counters = new BitCounters(words);
        long[] expected = new long[words * Long.SIZE];
        long[] total = BitCounters.total(words);
        int planes = 0;
        for (int round = 0; round < 3; round++) {
            for (int block = 0; block < blocks; block++) {
                long[] records = records(words, block % 4);
                counters.addBlock(records, words);
                for (int record = 1; record <= BLOCK; record++) {
                    count(records, record * words, words, 1, expected);
                }
            }
            for (int times : new int[] {1, 2, 3, 7, 8, 1_000, (1 << 20) + 5}) {
                long[] records = records(words, times % 4);
                counters.add(records, 5 * words, times);
                count(records, 5 * words, words, times, expected);
            }
            planes = counters.drainInto(total, planes);
            expectTotal(total, planes, words, expected);
        }
        assertThat(counters.drainInto(total, planes)).as("nothing is left").isEqualTo(planes);
        expectTotal(total, planes, words, expected);
    }

    /// More than a block, so that it begins within; full ones, empty ones, few bits, half of them.
    private long[] records(int words, int kind) {
        long[] records = new long[(BLOCK + 2) * words];
        for (int i = 0; i < records.length; i++) {
            records[i] = switch (kind) {
                case 0 -> -1;
                case 1 -> 0;
                case 2 -> 1L << dice.nextInt(64);
                default -> dice.nextLong();
            };
        }
        return records;
    }

    private static void count(long[] records, int from, int words, int times, long[] into) {
        for (int bit = 0; bit < words * Long.SIZE; bit++) {
            into[bit] += times * (records[from + bit / Long.SIZE] >>> bit & 1);
        }
    }

    private static void expectTotal(long[] total, int planes, int words, long[] expected) {
        for (int bit = 0; bit < expected.length; bit++) {
            long count = 0;
            for (int plane = 0; plane < total.length / words; plane++) {
                long set = total[plane * words + bit / Long.SIZE] >>> bit & 1;
                assertThat(set == 0 || plane < planes).isTrue();
                count += set << plane;
            }
            assertThat(count).as("bit %d", bit).isEqualTo(expected[bit]);
        }
    }
}
