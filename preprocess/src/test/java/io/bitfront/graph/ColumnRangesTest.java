package io.bitfront.graph;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.memory.LongArray;
import io.bitfront.parallel.Workers;
import java.lang.foreign.Arena;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ColumnRangesTest {
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 10, 1_000_000, 10_000_000_000L, 1L << 60})
    void coversEveryColumnOnceAlsoWhereEntriesPassTheIntRange(long grain) {
        int n = 500;
        try (Workers workers = new Workers(3);
                Arena arena = Arena.ofShared()) {
            LongArray starts = LongArray.allocate(arena, n + 1L, "starts");
            for (int v = 0; v < n; v++) {
                starts.set(v + 1L, starts.get(v) + (v % 7 == 0 ? 40_000_000_000L * (grain > 1_000 ? 1 : 0) : v % 3));
            }
            AtomicIntegerArray seen = new AtomicIntegerArray(n);
            ColumnRanges.forEach(starts, workers, grain, (worker, first, end) -> {
                assertThat(first).isLessThan(end);
                for (int v = first; v < end; v++) {
                    seen.incrementAndGet(v);
                }
            });
            assertThat(IntStream.range(0, n).map(seen::get)).containsOnly(1);
        }
    }

    @Test
    void givesEachPieceAboutTheSameWeight() {
        try (Workers workers = new Workers(1);
                Arena arena = Arena.ofShared()) {
            LongArray starts = LongArray.allocate(arena, 1_001, "starts");
            for (int v = 0; v < 1_000; v++) {
                starts.set(v + 1L, starts.get(v) + 1_000 - v);
            }
            AtomicLong pieces = new AtomicLong();
            ColumnRanges.forEach(starts, workers, 10_000, (worker, first, end) -> {
                pieces.incrementAndGet();
                assertThat(starts.get(end) - starts.get(first) + end - first).isLessThanOrEqualTo(11_001);
            });
            assertThat(pieces.get()).isEqualTo((starts.get(1_000) + 1_000 + 9_999) / 10_000);
        }
    }

    @Test
    void findsTheColumnOfAnEntryAmongEmptyOnes() {
        try (Arena arena = Arena.ofShared()) {
            LongArray starts = LongArray.copyOf(arena, 0, 0, 2, 2, 2, 6_000_000_000L, 6_000_000_000L);
            assertThat(ColumnRanges.columnOf(starts, 0)).isEqualTo(1);
            assertThat(ColumnRanges.columnOf(starts, 1)).isEqualTo(1);
            assertThat(ColumnRanges.columnOf(starts, 2)).isEqualTo(4);
            assertThat(ColumnRanges.columnOf(starts, 5_999_999_999L)).isEqualTo(4);
        }
    }
}
