package io.bitfront.engine.gpu.prepare;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StreamedFeedTest {
    /// A device looks at the edges of one slot while those of another arrive.
    @Test
    void slotsHavePlacesSideBySide() {
        for (int slotEdges : new int[] {64, 1 << 17}) {
            for (int slot = 0; slot < 40_000; slot += 7_001) {
                long begin = StreamedFeed.place(slot, slotEdges);
                assertThat(StreamedFeed.place(slot + 1, slotEdges)).isEqualTo(begin + slotEdges);
            }
            assertThat(StreamedFeed.place(0, slotEdges)).isZero();
        }
    }

    /// A worker fills one of its slots while the other is copied: two of 2^17 pairs of numbers of 4 bytes.
    @Test
    void everyWorkerHasTwoSlots() {
        assertThat(StreamedFeed.leastBytes(1)).isEqualTo(2L << 20);
        assertThat(StreamedFeed.leastBytes(3)).isEqualTo(6L << 20);
        assertThat(StreamedFeed.leastBytes(1 << 12)).isEqualTo(1L << 33);
    }
}
