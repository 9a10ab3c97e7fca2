package io.bitfront.engine.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.cache.Graph;
import io.bitfront.engine.Direction;
import io.bitfront.engine.JobStoppedException;
import io.bitfront.engine.Prepared;
import io.bitfront.engine.RecordedBackend;
import io.bitfront.engine.cpu.CpuEngine;
import io.bitfront.engine.lab.Batches;
import io.bitfront.engine.spi.Backend;
import io.bitfront.engine.spi.Turn;
import io.bitfront.testkit.Shapes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class TurnsTest {
    @Test
    void aTurnThatIsGivenBackTwiceLeavesTheNextOneAlone() {
        try (Graph graph = Prepared.graph(Shapes.chain(3));
                Backend backend = new CpuEngine(graph, 1);
                Turns turns = new Turns(backend)) {
            Turn first = turns.take(() -> {});
            assertThat(first.backend()).isSameAs(backend);
            first.close();
            Turn second = turns.take(() -> {});
            first.close();
            assertThatThrownBy(() -> turns.take(() -> {})).hasMessageContaining("a call of this very thread");
            second.close();
            turns.take(() -> {}).close();
        }
    }

    /// Who asks for a job gives up, a short question is answered.
    @Test
    void anInterruptEndsTheWaitingForAJobsTurn() throws InterruptedException {
        try (Graph graph = Prepared.graph(Shapes.chain(3));
                Backend backend = new CpuEngine(graph, 1);
                Turns turns = new Turns(backend)) {
            Turn first = turns.take();
            AtomicReference<Throwable> thrown = new AtomicReference<>();
            AtomicBoolean interrupted = new AtomicBoolean();
            Thread job = Thread.ofPlatform().start(() -> {
                try (Turn _ = turns.take(() -> {})) {
                    thrown.set(new AssertionError("it had its turn"));
                } catch (JobStoppedException stopped) {
                    thrown.set(stopped);
                }
                interrupted.set(Thread.currentThread().isInterrupted());
            });
            AtomicBoolean answered = new AtomicBoolean();
            Thread question = Thread.ofPlatform().start(() -> {
                try (Turn _ = turns.take()) {
                    answered.set(true);
                }
            });
            job.interrupt();
            question.interrupt();
            job.join();
            assertThat(thrown.get()).isInstanceOf(JobStoppedException.class).hasMessage("stopped before its turn");
            assertThat(interrupted).isTrue();
            assertThat(question.join(Duration.ofMillis(20))).isFalse();
            first.close();
            question.join();
            assertThat(answered).isTrue();
        }
    }

    /// Whoever has the turn would wait for himself.
    @Test
    void batchesAreNotClosedByWhoHasTheTurn() {
        try (Graph graph = Prepared.graph(Shapes.chain(3));
                Backend backend = new CpuEngine(graph, 1);
                Turns turns = new Turns(backend)) {
            Batches batches = turns.lend(given -> given.multiSource(64, Direction.OUT));
            Turn turn = turns.take(() -> {});
            assertThatThrownBy(batches::close).hasMessageContaining("a call of this very thread");
            turn.close();
            assertThat(batches.settled()).isTrue();
            batches.close();
        }
    }

    @Test
    void whatIsLentIsAskedAndClosedBeforeTheBackend() {
        try (Graph graph = Prepared.graph(Shapes.chain(3))) {
            RecordedBackend recorded = new RecordedBackend(new CpuEngine(graph, 1));
            Backend backend = recorded.backend();
            Turns turns = new Turns(backend);
            Batches one = turns.lend(given -> given.multiSource(64, Direction.OUT));
            Batches other = turns.lend(given -> given.multiSource(64, Direction.IN));
            one.expect(7);
            assertThat(one.width()).isEqualTo(64);
            assertThat(one.settled()).isTrue();
            assertThat(one.perSource(new int[] {0, 1}).reached()).containsExactly(3, 3);
            one.close();
            one.close();
            List<Runnable> all = List.of(() -> one.perSource(new int[] {0}), () -> one.expect(1), one::settled);
            for (Runnable method : all) {
                assertThatThrownBy(method::run)
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessage("the batches are closed");
            }
            assertThat(other.settled()).isTrue();
            turns.close();
            turns.close();
            other.close();
            assertThat(recorded.calls("expect", "settled", "perSource", "close"))
                    .containsExactly(
                            "expect(7)",
                            "settled()",
                            "perSource(2)",
                            "close(MultiSource)",
                            "settled()",
                            "close(MultiSource)",
                            "close(Backend)");
        }
    }

    @Test
    void aClosedBackendMakesNoState() {
        try (Graph graph = Prepared.graph(Shapes.chain(3))) {
            RecordedBackend recorded = new RecordedBackend(new CpuEngine(graph, 1));
            Turns turns = new Turns(recorded.backend());
            turns.close();
            assertThatThrownBy(() -> turns.lend(backend -> backend.multiSource(64, Direction.OUT)))
                    .hasMessage("the engine is closed");
            assertThat(recorded.calls("close")).containsExactly("close(Backend)");
        }
    }

    /// Whoever has the turn is asked once, and waited for; who had it is not asked.
    @Test
    void closingAsksTheHolderToEndAndWaitsForIt() throws InterruptedException {
        try (Graph graph = Prepared.graph(Shapes.chain(3))) {
            RecordedBackend recorded = new RecordedBackend(new CpuEngine(graph, 1));
            Turns turns = new Turns(recorded.backend());
            List<String> asked = Collections.synchronizedList(new ArrayList<>());
            turns.take(() -> asked.add("who had the turn")).close();
            CountDownLatch told = new CountDownLatch(1);
            Turn turn = turns.take(() -> {
                asked.add("who has it");
                told.countDown();
            });
            assertThatThrownBy(turns::close).hasMessageContaining("a call of this very thread");
            assertThat(asked).isEmpty();
            List<Thread> closing = List.of(
                    Thread.ofPlatform().start(turns::close), Thread.ofPlatform().start(turns::close));
            told.await();
            assertThat(recorded.calls("close")).isEmpty();
            assertThatThrownBy(() -> turns.take(() -> {})).hasMessage("the engine is closed");
            assertThatThrownBy(turns::close).hasMessageContaining("a call of this very thread");
            turn.close();
            for (Thread each : closing) {
                each.join();
            }
            assertThat(asked).containsExactly("who has it");
            assertThat(recorded.calls("close")).containsExactly("close(Backend)");
        }
    }
}
