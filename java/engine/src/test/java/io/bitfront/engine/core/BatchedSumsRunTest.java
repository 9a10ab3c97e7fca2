package io.bitfront.engine.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.cache.Graph;
import io.bitfront.engine.Engine;
import io.bitfront.engine.Prepared;
import io.bitfront.engine.RecordedBackend;
import io.bitfront.engine.cpu.CpuEngine;
import io.bitfront.engine.lab.BatchedSums;
import io.bitfront.engine.lab.Lab;
import io.bitfront.engine.lab.SourceSums;
import io.bitfront.graph.VertexIds;
import io.bitfront.progress.Progress;
import io.bitfront.testkit.ClosenessOracle;
import io.bitfront.testkit.DistanceSums;
import io.bitfront.testkit.GraphKind;
import io.bitfront.testkit.TestGraph;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BatchedSumsRunTest {
    private static final int WIDTH = 512;
    private static final long FIRST_ID = 1_000;

    private final List<String> shown = new ArrayList<>();

    /// Tells what a progress bar is told.
    private final class Telling implements Progress {
        @Override
        public Phase start(String name, long total, String unit) {
            shown.add("%s %d %s".formatted(name, total, unit));
            return new Phase() {
                @Override
                public void advance(long amount) {
                    shown.add("one of " + amount);
                }

                @Override
                public void advanceBatch(long amount) {
                    shown.add("batch of " + amount);
                }

                @Override
                public void close() {
                    shown.add("end");
                }
            };
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, WIDTH - 1, WIDTH, WIDTH + 1, 2 * WIDTH})
    void searchesEachSourceOnceInBatchesAsFullAsCanBe(int count) {
        TestGraph test = GraphKind.DIRECTED_MESSY.draw(3, 150);
        DistanceSums[] expected = ClosenessOracle.out(test);
        long[] sources =
                LongStream.range(0, count).map(i -> FIRST_ID + i * 7 % 150).toArray();
        try (Graph graph = Prepared.graph(test, new VertexIds.Range(FIRST_ID, 150), "random")) {
            RecordedBackend recorded = new RecordedBackend(new CpuEngine(graph, 1));
            try (Engine engine = Prepared.engine(recorded.backend())) {
                long begun = System.nanoTime();
                BatchedSums found = Lab.of(engine).sums(sources, new Telling());
                assertThat(found.nanos()).isBetween(count == 0 ? 0L : 1L, System.nanoTime() - begun);
                assertThat(found.width()).isEqualTo(WIDTH);
                SourceSums sums = found.sums();
                assertThat(sums.reached()).hasSize(count);
                for (int i = 0; i < count; i++) {
                    DistanceSums row = new DistanceSums(
                            sums.reached()[i], sums.distanceSum()[i], sums.harmonicSum()[i], sums.eccentricity()[i]);
                    assertThat(row).isEqualTo(expected[(int) (sources[i] - FIRST_ID)]);
                }
            }
            List<Integer> batches = IntStream.iterate(count, left -> left > 0, left -> left - WIDTH)
                    .map(left -> Math.min(left, WIDTH))
                    .boxed()
                    .toList();
            List<String> calls = new ArrayList<>(List.of("multiSource(0)"));
            batches.forEach(batch -> calls.add("perSource(%d)".formatted(batch)));
            calls.addAll(List.of("close(MultiSource)", "close(Backend)"));
            assertThat(recorded.calls()).isEqualTo(calls);
            List<String> said = new ArrayList<>(List.of("bfs %d BFS".formatted(count)));
            batches.forEach(batch -> said.add("batch of " + batch));
            said.add("end");
            assertThat(shown).isEqualTo(said);
        }
    }
}
