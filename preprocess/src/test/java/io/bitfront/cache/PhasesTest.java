package io.bitfront.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.graph.GraphInput;
import io.bitfront.order.OrderingKind;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import io.bitfront.testkit.GraphKind;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What is shown while a graph is prepared.
final class PhasesTest {
    @TempDir
    private Path folder;

    /// How far each phase is from its end, by name, if it tells what all of it is.
    private static final class Left implements Progress {
        final Map<String, AtomicLong> all = new TreeMap<>();

        @Override
        public synchronized Phase start(String name, long total, String unit) {
            AtomicLong left = all.computeIfAbsent(name, none -> new AtomicLong());
            if (total < 0) {
                return amount -> {};
            }
            assertThat(total).as(name).isPositive();
            left.addAndGet(total);
            return amount -> {
                assertThat(amount).as(name).isNotNegative();
                left.addAndGet(-amount);
            };
        }
    }

    /// Graphs of several pieces of work.
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "PAPER")
    void areAtTheirEndsWhenTheyAreDone(OrderingKind ordering) {
        for (GraphKind kind : List.of(GraphKind.UNIFORM, GraphKind.DIRECTED_SCALE_FREE)) {
            GraphInput input = TestInputs.withSparseIds(kind.draw(1, 40_000));
            PreprocessOptions options = TestInputs.options(ordering.word(), 2);
            Left left = new Left();
            try (Workers workers = new Workers(2)) {
                new Preprocessor(options, workers, left, new PhaseLog(), line -> {})
                        .intoFile(input, TestInputs.KEY, folder.resolve("graph.bvss"));
            }
            assertThat(left.all).containsKeys("partition edges", "sort columns", "BVSS", "write");
            left.all.forEach((name, amount) -> assertThat(amount.get()).as(name).isZero());
        }
    }
}
