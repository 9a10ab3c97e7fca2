package io.bitfront.engine.closeness;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.engine.spi.MultiSource;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// For how many turns of the watch a device may be silent.
final class LaneWorkTest {
    private static final int TURNS = 20;

    private final BatchQueue queue = new BatchQueue(IntStream.range(0, 10).toArray());
    private Consumer<LaneWork> device = _ -> {};
    private LaneWork work;

    /// A lane of batches of one source, one at a time.
    private LaneWork work(Optional<Duration> patience) {
        MultiSource state = (MultiSource) Proxy.newProxyInstance(
                LaneWorkTest.class.getClassLoader(),
                new Class<?>[] {MultiSource.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "width" -> 1;
                    case "patience" -> patience;
                    default -> InvocationHandler.invokeDefault(proxy, method, arguments);
                });
        work = new LaneWork(
                new Lanes.Lane() {
                    @Override
                    public MultiSource state() {
                        return state;
                    }

                    @Override
                    public boolean full(int underWay) {
                        return underWay == 1;
                    }

                    @Override
                    public void begin(int[] batch) {}

                    @Override
                    public int finish(List<int[]> underWay, Runnable answered) {
                        device.accept(work);
                        answered.run();
                        return 1;
                    }
                },
                queue);
        return work;
    }

    private void runABatch(Consumer<LaneWork> meanwhile) throws InterruptedException {
        device = meanwhile;
        work.advances();
        work.advances();
    }

    private static void turns(LaneWork work, int count) {
        for (int i = 0; i < count; i++) {
            work.turn();
        }
    }

    @Test
    void isGivenUpAfterTwentyTurns() throws InterruptedException {
        work(Optional.of(Duration.ofSeconds(2)));
        assertThat(work.turnMillis()).isEqualTo(100);
        runABatch(asked -> {
            turns(asked, TURNS - 1);
            assertThat(asked.newlySilent()).isFalse();
        });
        assertThat(work.givenUp()).isFalse();
    }

    @Test
    void mayTakeTwentyTimesItsSlowestAnswerSoFar() throws InterruptedException {
        work(Optional.of(Duration.ofSeconds(2)));
        runABatch(asked -> turns(asked, 7));
        runABatch(asked -> turns(asked, 3));
        runABatch(asked -> {
            turns(asked, TURNS * 7 - 1);
            assertThat(asked.giveUpSilent()).isFalse();
            assertThat(asked.newlySilent()).isFalse();
        });
        assertThat(work.givenUp()).isFalse();
        // The slowest answer took 139 turns by now.
        device = asked -> {
            turns(asked, TURNS * (TURNS * 7 - 1) - 1);
            assertThat(asked.giveUpSilent()).isFalse();
            asked.turn();
            assertThat(asked.newlySilent()).isTrue();
            assertThat(asked.giveUpSilent()).isTrue();
            assertThat(asked.giveUpSilent()).isFalse();
        };
        work.advances();
        org.assertj.core.api.Assertions.assertThatThrownBy(work::advances)
                .isInstanceOf(java.util.concurrent.CancellationException.class);
    }

    @Test
    void turnsDoNotCountWhereNothingIsAsked() throws InterruptedException {
        work(Optional.of(Duration.ofSeconds(2)));
        turns(work, 10 * TURNS);
        assertThat(work.giveUpSilent()).isFalse();
        runABatch(asked -> {});
        turns(work, 10 * TURNS);
        assertThat(work.giveUpSilent()).isFalse();
    }

    @Test
    void whoAlwaysAnswersIsNeverGivenUp() throws InterruptedException {
        work(Optional.empty());
        runABatch(asked -> {
            turns(asked, 10 * TURNS);
            assertThat(asked.giveUpSilent()).isFalse();
        });
    }
}
