package io.bitfront.engine.closeness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.engine.DeviceException;
import io.bitfront.engine.MultiSource;
import java.lang.reflect.Proxy;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class LanesTest {
    private final BitSet done = new BitSet();

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
        List<String> dropped = Lanes.run(new BatchQueue(sources(100)), List.of(broken, working), line -> {});
        assertThat(done.cardinality()).isEqualTo(100);
        assertThat(dropped).containsExactly("made up failed, its batches go to others: gpu:1: launch failed");
    }

    @Test
    void failsWithTheDeviceWhereNoneIsLeft() {
        Lanes.Lane broken = lane(32, batch -> {
            throw new DeviceException("gpu:0: lost");
        });
        assertThatThrownBy(() -> Lanes.run(new BatchQueue(sources(100)), List.of(broken, broken), line -> {}))
                .isInstanceOf(DeviceException.class)
                .hasMessage("gpu:0: lost");
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
        assertThatThrownBy(() -> Lanes.run(new BatchQueue(sources(100)), List.of(wrong, working), line -> {}))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("a defect");
    }

    @Test
    void finishesTheBatchUnderWayWhenStopped() {
        BatchQueue queue = new BatchQueue(sources(100));
        Lanes.run(
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
    void stopsWhenItsCallerIsInterrupted() {
        Thread caller = Thread.currentThread();
        Lanes.run(
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
        MultiSource state = (MultiSource) Proxy.newProxyInstance(
                LanesTest.class.getClassLoader(),
                new Class<?>[] {MultiSource.class},
                (_, method, _) -> method.getName().equals("width") ? width : "made up");
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
            public int finish(List<int[]> underWay) {
                work.accept(underWay.getFirst());
                return 1;
            }
        };
    }
}
