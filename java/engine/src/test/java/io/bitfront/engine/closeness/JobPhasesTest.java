package io.bitfront.engine.closeness;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.cache.Graph;
import io.bitfront.engine.ClosenessJob;
import io.bitfront.engine.ClosenessMeasure;
import io.bitfront.engine.Engine;
import io.bitfront.engine.Prepared;
import io.bitfront.progress.Progress;
import io.bitfront.testkit.GraphKind;
import io.bitfront.testkit.Shapes;
import io.bitfront.testkit.TestGraph;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// How far what is shown of a job gets.
final class JobPhasesTest {
    /// What is left of each phase, by name and total.
    private static final class Left implements Progress {
        final Map<String, AtomicLong> all = new TreeMap<>();

        @Override
        public synchronized Phase start(String name, long total, String unit) {
            AtomicLong left = all.computeIfAbsent(name + " of " + total, _ -> new AtomicLong());
            left.addAndGet(total);
            return amount -> {
                assertThat(amount).as(name).isNotNegative();
                left.addAndGet(-amount);
            };
        }
    }

    static Stream<TestGraph> graphs() {
        return Stream.concat(
                Stream.of(Shapes.grid(7, 400), Shapes.beside(Shapes.star(300), Shapes.chain(40)), Shapes.empty(9)),
                Stream.of(GraphKind.values()).map(kind -> kind.draw(21, 900)));
    }

    @ParameterizedTest
    @MethodSource("graphs")
    void everyPhaseIsAtItsEndWhenItsJobIsDone(TestGraph test) {
        List<ClosenessJob> jobs = List.of(
                ClosenessJob.allSources(),
                ClosenessJob.allSources().width(64).measures(ClosenessMeasure.HARMONIC),
                ClosenessJob.allSources().bounds(false),
                ClosenessJob.allSources().measures(ClosenessMeasure.ECCENTRICITY),
                ClosenessJob.allSources().top(3).width(64),
                ClosenessJob.allSources().top(3).width(64).bounds(false),
                ClosenessJob.allSources().top(20).width(64).measures(ClosenessMeasure.HARMONIC),
                ClosenessJob.sources(LongStream.range(0, 5).boxed().toList()),
                ClosenessJob.sample(70, 1).width(64));
        try (Graph graph = Prepared.graph(test);
                Engine engine = Prepared.cpu(graph, 2)) {
            for (ClosenessJob job : jobs) {
                Left left = new Left();
                new ClosenessRunner(List.of(engine), job, left).run();
                expectAtTheirEnds(left, "%s, %s".formatted(test.name(), job));
            }
            if (test.vertexCount() > 0) {
                Left left = new Left();
                new DiameterRunner(List.of(engine), left, line -> {}).run();
                expectAtTheirEnds(left, test.name() + ", diameter");
            }
        }
    }

    /// A job for the top that finds it cheaper to search a graph in fewer vertices for all rows goes on in a phase of
    /// that.
    private static void expectAtTheirEnds(Left left, String job) {
        boolean gaveUp = left.all.keySet().stream().anyMatch(name -> name.startsWith("closeness"));
        left.all.forEach((name, amount) -> {
            if (name.startsWith("top") && gaveUp) {
                assertThat(amount.get()).as("%s: %s", job, name).isPositive();
            } else {
                assertThat(amount.get()).as("%s: %s", job, name).isZero();
            }
        });
    }
}
