package io.bitfront.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.order.OrderingKind;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Headers are read as they were written, whatever the counts that can be.
final class BvssHeaderTest {
    private static final Path FILE = Path.of("a.bvss");

    private static BvssHeader header(BvssShape shape) {
        int[] crcs = new int[BvssSection.values().length];
        for (BvssSection section : BvssSection.of(shape.named())) {
            crcs[section.ordinal()] = 7 + section.ordinal();
        }
        return new BvssHeader(shape, new CacheKey("ab".repeat(32), "one=1"), -5, OrderingKind.RCM, crcs);
    }

    private static BvssHeader decoded(BvssShape shape) {
        ByteBuffer bytes = header(shape).encode();
        return BvssHeader.decode(FILE, bytes.slice(0, BvssHeader.BYTES), shape.fileBytes());
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0, 0, false, false, 0, 0",
        "1, 0, 0, false, true, 0, 1",
        "1, 1, 1, true, false, 0, 65536",
        "9, 20, 3, true, true, 1, 100",
        "2147483647, 0, 0, false, false, 0, 1",
        "1000, 5000000000, 2147483647, true, false, 12345678901, 2"
    })
    void countsAreReadAsWritten(
            int vertices, long edges, int vss, boolean directed, boolean table, long names, long statistics) {
        BvssShape shape = new BvssShape(vertices, edges, vss, directed, table, names, statistics);
        BvssHeader read = decoded(shape);
        BvssHeader expected = header(shape);
        assertThat(read.shape()).isEqualTo(shape);
        assertThat(read.key()).isEqualTo(expected.key());
        assertThat(read.firstId()).isEqualTo(-5);
        assertThat(read.ordering()).isEqualTo(OrderingKind.RCM);
        assertThat(read.crcs()).isEqualTo(expected.crcs());
    }

    @Test
    void countsThatCannotBeAreRefused() {
        for (BvssShape shape : new BvssShape[] {
            new BvssShape(-1, 0, 0, false, false, 0, 1),
            new BvssShape(1, -1, 0, false, false, 0, 1),
            new BvssShape(1, 0, -1, false, false, 0, 1),
            new BvssShape(1, 0, 0, false, false, 0, -1),
            new BvssShape(1, 0, 0, false, false, 0, (1 << 16) + 1)
        }) {
            assertThatThrownBy(() -> decoded(shape))
                    .isInstanceOf(CacheFormatException.class)
                    .hasMessageContaining("counts and section table do not agree");
        }
    }
}
