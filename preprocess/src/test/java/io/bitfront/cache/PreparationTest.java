package io.bitfront.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import io.bitfront.testkit.GraphKind;
import io.bitfront.testkit.TestGraph;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.EnumMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PreparationTest {
    /// Large sections are bytes that must not be stored to before they were claimed.
    private static final class Claims implements SectionStore {
        private final Arena arena;
        private final Map<BvssSection, MemorySegment> large = new EnumMap<>(BvssSection.class);
        private final Map<BvssSection, byte[]> claimed = new EnumMap<>(BvssSection.class);
        private final Queue<String> problems = new ConcurrentLinkedQueue<>();

        Claims(Arena arena) {
            this.arena = arena;
        }

        @Override
        public MemorySegment allocate(BvssSection section, long bytes) {
            MemorySegment segment = arena.allocate(bytes, 8);
            if (section.large()) {
                large.put(section, segment);
                claimed.put(section, new byte[(int) bytes]);
            }
            return segment;
        }

        @Override
        public void claim(BvssSection section, long begin, long end) {
            for (long at = begin; at < end; at++) {
                if (large.get(section).get(ValueLayout.JAVA_BYTE, at) != 0) {
                    problems.add("%s: byte %d was stored before it was claimed".formatted(section.word(), at));
                }
                claimed.get(section)[(int) at]++;
            }
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = GraphKind.class,
            names = {"SCALE_FREE", "ROAD", "DIRECTED_MESSY"})
    void claimsEachByteOfALargeSectionOnceAndBeforeItIsStored(GraphKind kind) {
        TestGraph graph = kind.draw(7, 30_000);
        try (Arena arena = Arena.ofShared();
                Workers workers = new Workers(2)) {
            Claims store = new Claims(arena);
            Preprocessor job = new Preprocessor(
                    TestInputs.options("degree", 2), workers, Progress.NONE, new PhaseLog(), line -> {});
            try (Preparation preparation = new Preparation(job, store)) {
                Graph prepared = preparation.run(TestInputs.of(graph), arena);
                assertThat(store.claimed).hasSize(prepared.directed() ? 4 : 3);
            }
            assertThat(store.problems).isEmpty();
            store.claimed.forEach((section, times) ->
                    assertThat(times).as(section.word()).isNotEmpty().containsOnly(1));
        }
    }

    /// A device's graph is in memory without them: they are more than half of it.
    @Test
    void onlyAStoreThatSaysSoKeepsNoTiles() {
        try (Arena arena = Arena.ofShared()) {
            SectionStore without = SectionStore.withoutTiles(arena);
            assertThat(without.keepsTiles()).isFalse();
            assertThat(without.allocate(BvssSection.HUBS, 40).byteSize()).isEqualTo(40);
            assertThat(SectionStore.inMemory(arena).keepsTiles()).isTrue();
            assertThat(new Claims(arena).keepsTiles()).isTrue();
        }
    }
}
