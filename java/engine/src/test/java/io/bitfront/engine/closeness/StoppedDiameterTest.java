package io.bitfront.engine.closeness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.cache.Graph;
import io.bitfront.engine.Diameter;
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
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Diameters that are asked to end before they are found.
@Timeout(120)
final class StoppedDiameterTest {
    private static final Pattern RANGE =
            Pattern.compile("stopped after ([0-9,]+) of ([0-9,]+) vertices; the diameter is"
                    + " ([0-9,]+)(?: to ([0-9,]+))?, the radius ([0-9,]+)(?: to ([0-9,]+))?");

    /// Stopped before the first round, and after every one that it takes.
    @ParameterizedTest
    @EnumSource(
            value = GraphKind.class,
            names = {"SCALE_FREE", "ROAD", "DIRECTED_SCALE_FREE", "DIRECTED_MESSY"})
    void sayBetweenWhatTheyLie(GraphKind kind) {
        TestGraph test = kind.draw(5, 600);
        try (Graph graph = Prepared.graph(test);
                Engine engine = Prepared.cpu(graph, 1)) {
            Diameter whole = engine.diameter();
            int stops = 0;
            while (stoppedAfter(stops, engine, whole)) {
                stops++;
            }
            assertThat(stops).isGreaterThan(1);
        }
    }

    /// Whether a run had not ended by itself after so many rounds.
    private static boolean stoppedAfter(int rounds, Engine engine, Diameter whole) {
        AtomicInteger left = new AtomicInteger(rounds);
        AtomicReference<DiameterRunner> runner = new AtomicReference<>();
        Progress stopping = (_, _, _) -> _ -> {
            if (left.decrementAndGet() == 0) {
                runner.get().cancel();
            }
        };
        runner.set(new DiameterRunner(List.of(engine), stopping, line -> {}));
        if (rounds == 0) {
            runner.get().cancel();
        }
        try {
            assertThat(runner.get().run().diameter()).isEqualTo(whole.diameter());
            return false;
        } catch (JobStoppedException stopped) {
            Matcher range = RANGE.matcher(stopped.getMessage());
            assertThat(range.matches()).as(stopped.getMessage()).isTrue();
            assertThat(number(range, 1)).isLessThan(number(range, 2));
            assertThat(whole.diameter()).isBetween(number(range, 3), number(range, 4));
            assertThat(whole.radius()).isBetween(number(range, 5), number(range, 6));
            return true;
        }
    }

    /// The one before where there is none.
    private static int number(Matcher found, int group) {
        String digits = found.group(group) == null ? found.group(group - 1) : found.group(group);
        return Integer.parseInt(digits.replace(",", ""));
    }

    /// On a ring a search tells little of other vertices, so that most are searched in batches.
    @Test
    void endBeforeTheirNextBatch() {
        AtomicReference<DiameterRunner> runner = new AtomicReference<>();
        try (Graph graph = Prepared.graph(Shapes.cycle(600));
                Engine engine =
                        meeting("multiSources", graph, () -> runner.get().cancel())) {
            runner.set(new DiameterRunner(List.of(engine), Progress.NONE, line -> {}));
            assertThatThrownBy(runner.get()::run)
                    .isInstanceOf(JobStoppedException.class)
                    .hasMessageMatching("stopped after [0-9]+ of 600 vertices; the diameter is 300 to [0-9]+,"
                            + " the radius [0-9]+ to 300");
            runner.set(new DiameterRunner(List.of(engine), Progress.NONE, line -> {}));
            assertThatThrownBy(runner.get()::all)
                    .isInstanceOf(JobStoppedException.class)
                    .hasMessageMatching("stopped after [0-9]+ of 600 vertices; nothing of it is kept");
        }
    }

    /// A pendant is one hop farther than the vertex that it hangs on.
    @Test
    void countPendantsOfWhatIsOpen() {
        try (Graph graph = Prepared.graph(Shapes.caterpillar(30, 2));
                Engine engine = Prepared.cpu(graph, 1)) {
            AtomicReference<DiameterRunner> runner = new AtomicReference<>();
            Progress stopping = (_, _, _) -> _ -> runner.get().cancel();
            runner.set(new DiameterRunner(List.of(engine), stopping, line -> {}));
            assertThatThrownBy(runner.get()::run).hasMessageContaining("; the diameter is 2 to ");
        }
    }

    /// They are rows of all vertices, which a job would keep in its checkpoint; these have none.
    @Test
    void eccentricitiesOfDirectedGraphsEndWithNothingKept() {
        AtomicReference<DiameterRunner> runner = new AtomicReference<>();
        try (Graph graph = Prepared.graph(GraphKind.DIRECTED_MESSY.draw(3, 600));
                Engine engine =
                        meeting("multiSources", graph, () -> runner.get().cancel())) {
            runner.set(new DiameterRunner(List.of(engine), Progress.NONE, line -> {}));
            assertThatThrownBy(runner.get()::all)
                    .isInstanceOf(JobStoppedException.class)
                    .hasMessageMatching("stopped after [0-9]+ of 600 sources; nothing of it is kept");
        }
    }

    @Test
    void endWhereTheirEngineIsBeingClosed() {
        AtomicReference<Thread> closer = new AtomicReference<>();
        Runnable closing = () -> {
            closer.get().start();
            while (closer.get().getState() != Thread.State.WAITING) {
                Thread.onSpinWait();
            }
        };
        try (Graph graph = Prepared.graph(Shapes.cycle(600));
                Engine engine = meeting("bfs", graph, closing)) {
            closer.set(Thread.ofPlatform().unstarted(engine::close));
            assertThatThrownBy(engine::diameter)
                    .isInstanceOf(JobStoppedException.class)
                    .hasMessageContaining("; the diameter is 300 to ");
            assertThatThrownBy(engine::diameter).hasMessage("the engine is closed");
        }
    }

    /// An engine on the CPU that does something else before it is first asked for a method of its backend.
    private static Engine meeting(String method, Graph graph, Runnable first) {
        Backend real = new CpuEngine(graph, 1);
        return Prepared.engine((Backend) Proxy.newProxyInstance(
                Backend.class.getClassLoader(), new Class<?>[] {Backend.class}, (_, called, arguments) -> {
                    if (called.getName().equals(method)) {
                        first.run();
                    }
                    return called.invoke(real, arguments);
                }));
    }
}
