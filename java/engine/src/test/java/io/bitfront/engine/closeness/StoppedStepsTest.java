package io.bitfront.engine.closeness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.cache.Graph;
import io.bitfront.engine.ClosenessJob;
import io.bitfront.engine.ClosenessMeasure;
import io.bitfront.engine.Direction;
import io.bitfront.engine.Engine;
import io.bitfront.engine.JobStoppedException;
import io.bitfront.engine.Prepared;
import io.bitfront.engine.cpu.CpuEngine;
import io.bitfront.engine.spi.Backend;
import io.bitfront.progress.Progress;
import io.bitfront.testkit.GraphKind;
import io.bitfront.testkit.Shapes;
import io.bitfront.testkit.TestGraph;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Jobs that are told to stop while the host finds what tells of many rows at once.
@Timeout(120)
class StoppedStepsTest {
    static Stream<TestGraph> graphs() {
        return Stream.of(
                Shapes.star(600),
                Shapes.cycle(600),
                Shapes.legs(3, 400),
                GraphKind.DIRECTED_MESSY.draw(3, 600),
                GraphKind.SCALE_FREE.draw(5, 600));
    }

    /// Whatever is under way, they say how far they came, or are done.
    @ParameterizedTest
    @MethodSource("graphs")
    void sayHowFarTheyCame(TestGraph test) {
        try (Graph graph = Prepared.graph(test)) {
            for (ClosenessJob job : List.of(
                    ClosenessJob.allSources(),
                    ClosenessJob.allSources().top(3),
                    ClosenessJob.allSources().measures(ClosenessMeasure.REACHED),
                    ClosenessJob.allSources().measures(ClosenessMeasure.ECCENTRICITY),
                    ClosenessJob.sample(40, 7))) {
                stopAtEachCall(graph, (engine, stop) -> {
                    ClosenessRunner runner = new ClosenessRunner(List.of(engine), job, Progress.NONE);
                    stop.accept(runner::cancel);
                    runner.run();
                });
            }
            stopAtEachCall(graph, (engine, stop) -> {
                DiameterRunner runner = new DiameterRunner(List.of(engine), Progress.NONE, line -> {});
                stop.accept(runner::cancel);
                runner.run();
            });
        }
    }

    private interface Run {
        void on(Engine engine, Consumer<Runnable> cancel);
    }

    private static void stopAtEachCall(Graph graph, Run run) {
        for (int call = 0; stoppedAt(call, graph, run); call++) {
            assertThat(call).isLessThan(10_000);
        }
    }

    /// @return whether so many calls of its backend were not all
    private static boolean stoppedAt(int call, Graph graph, Run run) {
        AtomicInteger left = new AtomicInteger(call);
        AtomicReference<Runnable> cancel = new AtomicReference<>();
        Backend real = new CpuEngine(graph, 1);
        Backend counted = (Backend) Proxy.newProxyInstance(
                Backend.class.getClassLoader(), new Class<?>[] {Backend.class}, (_, method, arguments) -> {
                    if (left.getAndDecrement() == 0 && cancel.get() != null) {
                        cancel.get().run();
                    }
                    return method.invoke(real, arguments);
                });
        try (Engine engine = Prepared.engine(counted)) {
            run.on(engine, cancel::set);
        } catch (JobStoppedException stopped) {
            assertThat(stopped).hasMessageStartingWith("stopped ");
        }
        return left.get() < 0;
    }

    @Test
    void ofTheHostsOwnStepsEndAtOnce() {
        try (Graph graph = Prepared.graph(Shapes.grid(4, 900))) {
            assertThatThrownBy(() -> new ComponentSizes(graph.out(), () -> true))
                    .isInstanceOf(CancellationException.class);
            assertThatThrownBy(() -> SampleEstimates.components(graph, () -> true))
                    .isInstanceOf(CancellationException.class);
            AtomicInteger taken = new AtomicInteger();
            DeepComponents.forEach(
                    graph, Direction.OUT, 1, _ -> true, (_, _, _, _) -> taken.incrementAndGet(), () -> true);
            assertThat(taken).hasValue(0);
        }
    }

    @Test
    void anEstimateOfACancelledJobIsAnyNumber() {
        try (Graph graph = Prepared.graph(Shapes.star(600));
                Engine engine = Prepared.cpu(graph, 1)) {
            ClosenessRunner runner = new ClosenessRunner(List.of(engine), ClosenessJob.allSources(), Progress.NONE);
            assertThat(runner.searches(600)).isLessThan(600);
            ClosenessRunner cancelled = new ClosenessRunner(List.of(engine), ClosenessJob.allSources(), Progress.NONE);
            cancelled.cancel();
            assertThat(cancelled.searches(600)).isEqualTo(600);
        }
    }
}
