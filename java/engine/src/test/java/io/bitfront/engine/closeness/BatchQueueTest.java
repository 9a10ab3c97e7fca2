package io.bitfront.engine.closeness;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class BatchQueueTest {
    private static BatchQueue of(int sources) {
        return new BatchQueue(IntStream.range(0, sources).toArray());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 9, 10, 11, 30})
    void handsOutEachSourceOnceInBatchesAsFullAsCanBe(int sources) throws InterruptedException {
        BatchQueue queue = of(sources);
        for (int begin = 0; begin < sources; begin += 10) {
            assertThat(queue.exhausted()).isFalse();
            assertThat(queue.take(10))
                    .isEqualTo(IntStream.range(begin, Math.min(begin + 10, sources))
                            .toArray());
            queue.done();
        }
        assertThat(queue.exhausted()).isTrue();
        assertThat(queue.take(10)).isNull();
        assertThat(queue.poll(10)).isNull();
    }

    /// The last one given back first; what is too long for the next is cut.
    @Test
    void handsOutAgainWhatComesBackBeforeOthers() throws InterruptedException {
        BatchQueue queue = of(30);
        int[] first = queue.take(10);
        int[] second = queue.take(10);
        queue.giveBack(first);
        queue.giveBack(second);
        assertThat(queue.take(4)).containsExactly(10, 11, 12, 13);
        assertThat(queue.take(6)).containsExactly(14, 15, 16, 17, 18, 19);
        assertThat(queue.take(16)).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
        assertThat(queue.exhausted()).isFalse();
        assertThat(queue.take(100)).hasSize(10).startsWith(20);
        assertThat(queue.exhausted()).isTrue();
        assertThat(queue.poll(10)).isNull();
    }

    @Test
    void handsOutSmallerBatchesWhereOneWasTooLarge() throws InterruptedException {
        BatchQueue queue = of(30);
        int[] first = queue.take(10);
        queue.again(new int[] {first[4], first[8], first[9]}, 2);
        queue.done();
        assertThat(queue.take(10)).containsExactly(4, 8);
        assertThat(queue.exhausted()).isFalse();
        assertThat(queue.take(10)).containsExactly(9);
        assertThat(queue.take(10)).containsExactly(10, 11);
        queue.again(new int[] {10}, 0);
        assertThat(queue.take(10)).containsExactly(10);
        assertThat(queue.take(10)).containsExactly(12);
    }

    /// A thread that waits for ten, and stores them as the first of `found`.
    private static Thread waiting(BatchQueue queue, int[][] found) {
        Thread thread = Thread.ofPlatform().start(() -> {
            try {
                found[0] = queue.take(10);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        while (thread.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        return thread;
    }

    /// Nobody is sent away while another's batch is under way.
    @Test
    void waitsForWhatMayComeBack() throws InterruptedException {
        BatchQueue queue = of(10);
        int[] taken = queue.take(10);
        assertThat(queue.poll(10)).isNull();
        int[][] found = new int[1][];
        Thread waiting = waiting(queue, found);
        queue.giveBack(taken);
        waiting.join();
        assertThat(found[0]).isEqualTo(taken);
        Thread last = waiting(queue, found);
        queue.done();
        last.join();
        assertThat(found[0]).isNull();
    }

    @Test
    void handsOutNothingOnceStopped() throws InterruptedException {
        BatchQueue queue = of(10);
        assertThat(queue.stopped()).isFalse();
        int[] taken = queue.take(3);
        queue.stop();
        assertThat(queue.stopped()).isTrue();
        assertThat(queue.take(3)).isNull();
        assertThat(queue.poll(3)).isNull();
        queue.giveBack(taken);
        assertThat(queue.take(3)).isNull();
        assertThat(queue.exhausted()).isFalse();
    }

    /// What a supply finds comes after what came back, in batches as wide as asked for.
    @Test
    void handsOutWhatASupplyFinds() throws InterruptedException {
        int[] left = {7};
        BatchQueue queue = new BatchQueue(new SourceSupply() {
            @Override
            public int[] next(int width) {
                int count = Math.min(width, left[0]);
                left[0] -= count;
                return IntStream.range(left[0], left[0] + count).toArray();
            }

            @Override
            public boolean exhausted() {
                return left[0] == 0;
            }
        });
        int[] first = queue.take(5);
        assertThat(first).containsExactly(2, 3, 4, 5, 6);
        queue.giveBack(first);
        assertThat(queue.take(5)).isEqualTo(first);
        assertThat(queue.exhausted()).isFalse();
        assertThat(queue.take(5)).containsExactly(0, 1);
        assertThat(queue.exhausted()).isTrue();
        queue.done();
        queue.done();
        assertThat(queue.take(5)).isNull();
    }

    /// A supply that waits until it is told to go on.
    private static final class Waiting implements SourceSupply {
        private final CountDownLatch asked = new CountDownLatch(1);
        private final CountDownLatch goOn = new CountDownLatch(1);
        private int left = 20;

        @Override
        public int[] next(int most) {
            asked.countDown();
            try {
                goOn.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            int count = Math.min(most, left);
            left -= count;
            return IntStream.range(left, left + count).toArray();
        }

        @Override
        public boolean exhausted() {
            return left == 0;
        }
    }

    /// Whoever answers a batch, or stops the queue, does not wait for the next sources to be found.
    @Test
    void isStoppedWhileSourcesAreLookedFor() throws InterruptedException {
        Waiting supply = new Waiting();
        BatchQueue queue = new BatchQueue(supply);
        int[][] found = {{}};
        Thread finder = Thread.ofPlatform().start(() -> found[0] = queue.poll(10));
        supply.asked.await();
        queue.again(new int[] {99}, 10);
        assertThat(queue.take(10)).containsExactly(99);
        queue.done();
        queue.stop();
        assertThat(queue.take(10)).isNull();
        supply.goOn.countDown();
        finder.join();
        assertThat(found[0]).isNull();
        assertThat(queue.exhausted()).isFalse();
    }

    /// Each is handed out once, and all go away in the end.
    @Test
    void handsOutWhatASupplyFindsToManyThreads() throws InterruptedException {
        AtomicInteger left = new AtomicInteger(3_000);
        BatchQueue queue = new BatchQueue(new SourceSupply() {
            @Override
            public int[] next(int most) {
                int end = left.get();
                int begin = Math.max(0, end - most);
                left.set(begin);
                return IntStream.range(begin, end).toArray();
            }

            @Override
            public boolean exhausted() {
                return left.get() == 0;
            }
        });
        AtomicIntegerArray times = new AtomicIntegerArray(3_000);
        Thread[] takers = new Thread[4];
        for (int i = 0; i < takers.length; i++) {
            takers[i] = Thread.ofPlatform().start(() -> take(queue, times));
        }
        for (Thread taker : takers) {
            taker.join();
        }
        assertThat(IntStream.range(0, times.length()).map(times::get)).containsOnly(1);
        assertThat(queue.exhausted()).isTrue();
    }

    /// Every fifth batch comes back once.
    private static void take(BatchQueue queue, AtomicIntegerArray times) {
        try {
            int taken = 0;
            for (int[] batch = queue.take(7); batch != null; batch = queue.take(7)) {
                if (taken++ % 5 == 1) {
                    queue.giveBack(batch);
                } else {
                    IntStream.of(batch).forEach(times::incrementAndGet);
                    queue.done();
                }
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
