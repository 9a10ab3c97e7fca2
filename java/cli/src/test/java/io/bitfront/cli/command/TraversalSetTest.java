package io.bitfront.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.cache.Graph;
import io.bitfront.cli.output.LevelFiles;
import io.bitfront.engine.Device;
import io.bitfront.engine.Engine;
import io.bitfront.engine.lab.LabRequest;
import io.bitfront.progress.Progress;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class TraversalSetTest {
    @Test
    void showsAsManyTraversalsAsItRuns() {
        AtomicLong announced = new AtomicLong();
        AtomicLong shown = new AtomicLong();
        Progress progress = (name, total, unit) -> {
            announced.addAndGet(total);
            return shown::addAndGet;
        };
        try (Graph graph = Graph.of(4, new int[] {0, 1}, new int[] {1, 2}).directed();
                Engine engine = Engine.open(graph, new Device.Cpu(1));
                LevelFiles none = LevelFiles.create(List.of(), null)) {
            for (boolean levels : new boolean[] {true, false}) {
                TraversalSet set =
                        new TraversalSet(engine, LabRequest.from(0), 3, false, levels, true, new long[0], none);
                List<TraversalSet.Traversal> run = set.run(new long[] {0, 3}, progress);
                assertThat(run).allMatch(one -> one.timings().size() == 3);
                assertThat(run.getFirst().verticesPerLevel()).containsExactly(1, 1, 1);
                assertThat(run.getLast().verticesPerLevel()).containsExactly(1);
            }
        }
        assertThat(announced).hasValue(2 * 6);
        assertThat(shown).hasValue(2 * 6);
    }

    /// A thousand searches of a path of a million vertices would take gigabytes.
    @Test
    void keepsSumsAloneWhereNobodyAsksForCounts() {
        try (Graph graph = Graph.of(4, new int[] {0, 1}, new int[] {1, 2}).directed();
                Engine engine = Engine.open(graph, new Device.Cpu(1));
                LevelFiles none = LevelFiles.create(List.of(), null)) {
            for (boolean levels : new boolean[] {true, false}) {
                TraversalSet set =
                        new TraversalSet(engine, LabRequest.from(0), 1, false, levels, false, new long[0], none);
                TraversalSet.Traversal run =
                        set.run(new long[] {0}, Progress.NONE).getFirst();
                assertThat(run.verticesPerLevel()).isEmpty();
                assertThat(run.reached()).isEqualTo(3);
                assertThat(run.depth()).isEqualTo(2);
            }
        }
    }

    @Test
    void findsALongWay() {
        int n = 1 << 20;
        int[] from = IntStream.range(0, n - 1).toArray();
        int[] to = IntStream.range(1, n).toArray();
        try (Graph graph = Graph.of(n, from, to).directed();
                Engine engine = Engine.open(graph, new Device.Cpu(1));
                LevelFiles none = LevelFiles.create(List.of(), null)) {
            LabRequest request = LabRequest.from(0).withParents(true);
            TraversalSet set = new TraversalSet(engine, request, 1, false, false, false, new long[] {n - 1}, none);
            assertThat(set.run(new long[] {0}, Progress.NONE).getFirst().ways().get(n - 1L))
                    .hasSize(n)
                    .startsWith(0L, 1L)
                    .endsWith(n - 1L);
        }
    }
}
