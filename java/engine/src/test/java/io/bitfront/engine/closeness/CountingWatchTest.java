package io.bitfront.engine.closeness;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.cache.Graph;
import io.bitfront.engine.BatchMode;
import io.bitfront.engine.ClosenessJob;
import io.bitfront.engine.ClosenessMeasure;
import io.bitfront.engine.Direction;
import io.bitfront.engine.Engine;
import io.bitfront.engine.Prepared;
import io.bitfront.engine.cpu.CpuEngine;
import io.bitfront.engine.lab.SourceSums;
import io.bitfront.progress.Progress;
import io.bitfront.testkit.Shapes;
import java.lang.foreign.Arena;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Counts by level, and what becomes of sources whose counts find no memory.
final class CountingWatchTest {
    private static final int LEVELS = 300;

    private static CountingWatch counted(int sources, long most) {
        int[] batch = IntStream.range(0, sources).toArray();
        CountingWatch watch = new CountingWatch(batch, vertex -> vertex % 2 == 1, most);
        SourceSums sums = SourceSums.allocate(sources);
        for (int level = 1; level <= LEVELS; level++) {
            for (int source = 0; source < sources; source++) {
                assertThat(watch.goesOn(source, level, source + level, sums)).isTrue();
            }
        }
        return watch;
    }

    @Test
    void keepsAllThatIsWanted() {
        CountingWatch watch = counted(10, 1 << 20);
        assertThat(watch.counts()).isTrue();
        assertThat(watch.kept()).isEqualTo(5);
        for (int source = 0; source < 10; source++) {
            assertThat(watch.forgot(source)).isFalse();
            assertThat(watch.of(source) != null).isEqualTo(source % 2 == 1);
        }
        assertThat(watch.of(3).at(LEVELS)).isEqualTo(3 + LEVELS);
        assertThat(new CountingWatch(new int[] {2, 4}, vertex -> vertex % 2 == 1, 9).counts())
                .isFalse();
    }

    /// 300 levels take 512 ints.
    @ParameterizedTest
    @ValueSource(ints = {0, 511, 600, 1_100, 2_000})
    void keepsAsManyAsThereIsRoomFor(int most) {
        CountingWatch watch = counted(10, most);
        assertThat(watch.kept()).isBetween(1, Math.max(1, most / 256));
        assertThat(watch.of(1)).as("the first").isNotNull();
        for (int source = 0; source < 10; source++) {
            assertThat(watch.forgot(source)).isEqualTo(source % 2 == 1 && watch.of(source) == null);
            if (watch.of(source) != null) {
                assertThat(watch.of(source).levels()).isEqualTo(LEVELS + 1);
            }
        }
    }

    /// Whether there is room for all, for some or for one search of a batch.
    @ParameterizedTest
    @ValueSource(longs = {1 << 20, 1_000, 1})
    void givesTheRowsOfAllWhereCountsFindNoMemory(long most) {
        ClosenessJob job = ClosenessJob.allSources().measures(ClosenessMeasure.values());
        try (Arena arena = Arena.ofShared();
                Graph graph = Prepared.graph(Shapes.caterpillar(150, 1));
                CpuEngine cpu = new CpuEngine(graph, 2);
                Engine engine = Prepared.cpu(graph, 2);
                States states = new States();
                Progress.Phase phase = Progress.NONE.start("closeness", 300, "BFS")) {
            states.addAll(cpu.multiSources(64, Direction.OUT, BatchMode.AUTO, 300));
            ExactRows rows = new ExactRows(arena, 300, null);
            Followers followers = Followers.ofQuick(graph, job, rows, new Foresight());
            ExactBatches batches = new ExactBatches(graph, rows, null, followers);
            int[] roots = followers.roots();
            try (BatchQueue queue = new BatchQueue(roots)) {
                assertThat(batches.run(queue, states, phase, line -> {}, most)).isEmpty();
            }
            assertThat(rows.doneCount()).isEqualTo(300);
            assertThat(batches.traversals() > roots.length).isEqualTo(most < 1 << 20);
            var expected = engine.closeness(job.bounds(false));
            for (int row = 0; row < 300; row++) {
                for (ClosenessMeasure measure : ClosenessMeasure.values()) {
                    assertThat(rows.value(row, measure, 300)).isEqualTo(expected.value(row, measure));
                }
            }
        }
    }
}
