package io.bitfront.engine.closeness;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
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
        work = new LaneWork(
                LanesTest.lane(1, patience, (batch, answered) -> {
                    device.accept(work);
                    answered.run();
                }),
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

    /// Devices of other patience may be watched more often.
    @Test
    void hasTurnsOfItsOwnLength() {
        LaneWork watched = work(Optional.of(Duration.ofSeconds(2)));
        long start = System.nanoTime() + Duration.ofMillis(100).toNanos();
        assertThat(watched.turnIsOver(start)).isTrue();
        assertThat(watched.turnIsOver(start + Duration.ofMillis(99).toNanos())).isFalse();
        assertThat(watched.turnIsOver(start + Duration.ofMillis(100).toNanos())).isTrue();
        assertThat(work(Optional.empty()).turnIsOver(Long.MAX_VALUE / 2)).isFalse();
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
