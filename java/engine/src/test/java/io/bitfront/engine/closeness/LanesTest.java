package io.bitfront.engine.closeness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.engine.DeviceException;
import io.bitfront.engine.spi.MultiSource;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class LanesTest {
    private static final Duration SHORT = Duration.ofMillis(200);

    private final BitSet done = new BitSet();

    private static List<String> run(BatchQueue queue, List<Lanes.Lane> lanes, Consumer<String> say) {
        return Lanes.run(queue, lanes, say, (_, _) -> {});
    }

    @Test
    void givesTheBatchOfAFailedDeviceToAnother() {
        CountDownLatch failed = new CountDownLatch(1);
        Lanes.Lane broken = lane(32, batch -> {
            failed.countDown();
            throw new DeviceException("gpu:1: launch failed");
        });
        Lanes.Lane working = lane(10, batch -> {
            await(failed);
            take(batch);
        });
        List<String> dropped = run(new BatchQueue(sources(100)), List.of(broken, working), line -> {});
        assertThat(done.cardinality()).isEqualTo(100);
        assertThat(dropped).containsExactly("made up failed, its batches go to others: gpu:1: launch failed");
    }

    @Test
    void failsWithTheDeviceWhereNoneIsLeft() {
        Lanes.Lane broken = lane(32, batch -> {
            throw new DeviceException("gpu:0: lost");
        });
        assertThatThrownBy(() -> run(new BatchQueue(sources(100)), List.of(broken, broken), line -> {}))
                .isInstanceOf(DeviceException.class)
                .hasMessage("gpu:0: lost");
    }

    /// Its state may be closed when the run ends: what works on it has ended then.
    @Test
    void waitsForTheLanesThatHaveAThreadWhereAnotherHasNone() {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch refused = new CountDownLatch(1);
        AtomicBoolean ended = new AtomicBoolean();
        Lanes.Lane working = lane(100, batch -> {
            begun.countDown();
            await(refused);
            take(batch);
            ended.set(true);
        });
        AtomicInteger made = new AtomicInteger();
        ThreadFactory threads = task -> {
            if (made.getAndIncrement() == 1) {
                await(begun);
                refused.countDown();
                throw new OutOfMemoryError("unable to create native thread");
            }
            return new Thread(task);
        };
        List<Lanes.Lane> lanes = List.of(working, working, working);
        assertThatThrownBy(() -> Lanes.run(new BatchQueue(sources(300)), lanes, line -> {}, (_, _) -> {}, threads))
                .hasMessage("unable to create native thread");
        assertThat(ended).isTrue();
        assertThat(made).hasValue(3);
    }

    /// A batch that takes long after a stop may end early: it is done by nobody, and no failure.
    @Test
    void takesBackABatchThatEndsEarlyLongAfterAStop() {
        BatchQueue queue = new BatchQueue(sources(100));
        Lanes.Lane patient = lane(32, batch -> {
            take(batch);
            queue.stop();
            assertThat(queue.abandoned()).as("at once").isFalse();
        });
        assertThat(run(queue, List.of(patient), line -> {})).isEmpty();
        assertThat(done.cardinality()).isEqualTo(32);
        BatchQueue abandoned = new BatchQueue(sources(100));
        Lanes.Lane slow = lane(32, batch -> {
            abandoned.stop();
            while (!abandoned.abandoned()) {
                pause();
            }
            throw new CancellationException("nobody wants this batch");
        });
        assertThat(run(abandoned, List.of(slow), line -> {})).isEmpty();
        assertThat(abandoned.exhausted()).isFalse();
    }

    @Test
    void failsWhereABatchEndsEarlyThatIsWanted() {
        Lanes.Lane wrong = lane(32, batch -> {
            throw new CancellationException("nobody wants this batch");
        });
        assertThatThrownBy(() -> run(new BatchQueue(sources(100)), List.of(wrong), line -> {}))
                .isInstanceOf(CancellationException.class);
    }

    @Test
    void endsAtAnyOtherFailure() {
        CountDownLatch failed = new CountDownLatch(1);
        Lanes.Lane wrong = lane(32, batch -> {
            failed.countDown();
            throw new IllegalStateException("a defect");
        });
        Lanes.Lane working = lane(1, batch -> {
            await(failed);
            take(batch);
        });
        assertThatThrownBy(() -> run(new BatchQueue(sources(100)), List.of(wrong, working), line -> {}))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("a defect");
    }

    @Test
    void endsWhereADroppedDeviceCannotBeTold() {
        CountDownLatch failed = new CountDownLatch(1);
        Lanes.Lane broken = lane(32, batch -> {
            failed.countDown();
            throw new DeviceException("gpu:0: lost");
        });
        Lanes.Lane working = lane(10, batch -> {
            await(failed);
            take(batch);
        });
        assertThatThrownBy(() -> run(new BatchQueue(sources(100)), List.of(broken, working), line -> {
                    throw new IllegalStateException("closed");
                }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("closed");
    }

    @Test
    void finishesTheBatchUnderWayWhenStopped() {
        BatchQueue queue = new BatchQueue(sources(100));
        run(
                queue,
                List.of(lane(30, batch -> {
                    queue.stop();
                    take(batch);
                })),
                line -> {});
        assertThat(done.cardinality()).isEqualTo(30);
        assertThat(queue.exhausted()).isFalse();
    }

    @Test
    void takesNothingOverFromADeviceThatAnswersTooLate() {
        CountDownLatch givenUp = new CountDownLatch(1);
        CountDownLatch refused = new CountDownLatch(1);
        Lanes.Lane silent = lane(32, Optional.of(SHORT), (batch, answered) -> {
            await(givenUp);
            try {
                answered.run();
            } catch (CancellationException late) {
                refused.countDown();
                throw late;
            }
            take(batch);
        });
        Lanes.Lane working = lane(10, batch -> {
            await(refused);
            take(batch);
        });
        List<String> dropped = run(new BatchQueue(sources(100)), List.of(silent, working), line -> givenUp.countDown());
        assertThat(done.cardinality()).isEqualTo(100);
        assertThat(dropped)
                .singleElement()
                .asString()
                .matches("made up has not answered for [0-9]+ ms, its batches go to others");
    }

    @Test
    void waitsForTheOnlyDeviceAndSaysSoOnce() {
        CountDownLatch twiceAsLong = new CountDownLatch(1);
        List<String> said = new ArrayList<>();
        Lanes.Lane slow = lane(100, Optional.of(SHORT), (batch, answered) -> {
            await(twiceAsLong);
            pause();
            answered.run();
            take(batch);
        });
        List<String> dropped = run(new BatchQueue(sources(100)), List.of(slow), line -> {
            said.add(line);
            twiceAsLong.countDown();
        });
        assertThat(done.cardinality()).isEqualTo(100);
        assertThat(dropped).isEmpty();
        assertThat(said)
                .singleElement()
                .asString()
                .matches("made up has not answered for [0-9]+ ms; no other device is left: waiting for it");
    }

    @Test
    void saysNothingMoreOfADeviceThatFailed() {
        CountDownLatch failed = new CountDownLatch(1);
        CountDownLatch silent = new CountDownLatch(1);
        List<String> said = new ArrayList<>();
        Lanes.Lane broken = lane("broken", 32, Optional.of(SHORT), (batch, answered) -> {
            throw new DeviceException("lost");
        });
        Lanes.Lane slow = lane("slow", 50, Optional.of(SHORT), (batch, answered) -> {
            if (!done.isEmpty()) {
                await(silent);
            }
            answered.run();
            await(failed);
            take(batch);
        });
        run(new BatchQueue(sources(100)), List.of(broken, slow), line -> {
            said.add(line);
            (line.endsWith("waiting for it") ? silent : failed).countDown();
        });
        assertThat(done.cardinality()).isEqualTo(100);
        assertThat(said).hasSize(2).first().isEqualTo("broken failed, its batches go to others: lost");
        assertThat(said.getLast())
                .matches("slow has not answered for [0-9]+ ms; no other device is left: waiting for it");
    }

    @Test
    void endsAStoppedRunWhoseOnlyDeviceIsSilent() {
        CountDownLatch never = new CountDownLatch(1);
        BatchQueue queue = new BatchQueue(sources(100));
        Lanes.Lane silent = lane(32, Optional.of(SHORT), (batch, answered) -> await(never));
        List<String> said = new ArrayList<>();
        assertThatThrownBy(() -> run(queue, List.of(silent), line -> {
                    said.add(line);
                    queue.stop();
                }))
                .isInstanceOf(DeviceException.class)
                .hasMessageMatching("made up has not answered for [0-9]+ ms");
        assertThat(done.isEmpty()).isTrue();
        assertThat(said).hasSize(2).last().asString().matches("made up has not answered for [0-9]+ ms");
        never.countDown();
    }

    @Test
    void stopsWhenItsCallerIsInterrupted() {
        Thread caller = Thread.currentThread();
        run(
                new BatchQueue(sources(100)),
                List.of(lane(1, batch -> {
                    caller.interrupt();
                    take(batch);
                    pause();
                })),
                line -> {});
        assertThat(Thread.interrupted()).isTrue();
        assertThat(done.cardinality()).isBetween(1, 99);
    }

    private static void pause() {
        try {
            Thread.sleep(20);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private synchronized void take(int[] batch) {
        for (int source : batch) {
            assertThat(done.get(source)).as("source %d twice", source).isFalse();
            done.set(source);
        }
    }

    private static int[] sources(int count) {
        return IntStream.range(0, count).toArray();
    }

    /// A lane that works on a batch when it is finished, and has no more than one under way.
    private static Lanes.Lane lane(int width, Consumer<int[]> work) {
        return lane(width, Optional.empty(), (batch, answered) -> {
            answered.run();
            work.accept(batch);
        });
    }

    static Lanes.Lane lane(int width, Optional<Duration> patience, BiConsumer<int[], Runnable> work) {
        return lane("made up", width, patience, work);
    }

    private static Lanes.Lane lane(
            String name, int width, Optional<Duration> patience, BiConsumer<int[], Runnable> work) {
        MultiSource state = (MultiSource) Proxy.newProxyInstance(
                LanesTest.class.getClassLoader(),
                new Class<?>[] {MultiSource.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "width" -> width;
                    case "patience" -> patience;
                    case "description" -> name;
                    default -> InvocationHandler.invokeDefault(proxy, method, arguments);
                });
        return new Lanes.Lane() {
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
                work.accept(underWay.getFirst(), answered);
                return 1;
            }
        };
    }
}
