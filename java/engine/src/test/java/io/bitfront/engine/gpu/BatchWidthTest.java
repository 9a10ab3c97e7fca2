package io.bitfront.engine.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.cache.Graph;
import io.bitfront.engine.BatchMode;
import io.bitfront.engine.Prepared;
import io.bitfront.testkit.GraphKind;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// How wide a batch is where memory is short.
final class BatchWidthTest {
    @Test
    void isTheWidestThatFitsTheFreeMemory() {
        try (Graph graph = Prepared.graph(GraphKind.SCALE_FREE.draw(3, 3_000))) {
            IntToLongFunction bytes = width -> GpuMultiSource.bytes(graph, width, BatchMode.AUTO);
            int wider = 0;
            for (int width : GpuMultiSource.WIDTHS) {
                assertThat(widest(bytes, bytes.applyAsLong(width))).isEqualTo(width);
                assertThat(bytes.applyAsLong(width)).isGreaterThan(2L * width / 8 * 3_000);
                if (wider != 0) {
                    assertThat(widest(bytes, bytes.applyAsLong(wider) - 1)).isEqualTo(width);
                }
                wider = width;
            }
            assertThat(widest(bytes, bytes.applyAsLong(wider) - 1)).isZero();
        }
    }

    private static int widest(IntToLongFunction bytes, long usable) {
        return DeviceRoom.widest(IntStream.of(GpuMultiSource.WIDTHS), bytes, usable)
                .orElse(0);
    }
}
