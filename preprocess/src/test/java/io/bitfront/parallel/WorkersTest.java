package io.bitfront.parallel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorkersTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7})
    void dealsEveryIndexExactlyOnce(int threads) {
        try (Workers workers = new Workers(threads)) {
            for (int length : new int[] {0, 1, 9, 10, 11, 1000}) {
                AtomicIntegerArray seen = new AtomicIntegerArray(length);
                workers.forRange(0, length, 10, (worker, begin, end) -> {
                    assertThat(worker).isBetween(0, threads - 1);
                    assertThat(end - begin).isBetween(1L, 10L);
                    for (long i = begin; i < end; i++) {
                        seen.incrementAndGet((int) i);
                    }
                });
                assertThat(IntStream.range(0, length).map(seen::get)).allMatch(count -> count == 1);
            }
        }
    }

    @Test
    void endsThoseBegunWhereTheSystemHasNoMoreThreads() throws InterruptedException {
        List<Thread> begun = new ArrayList<>();
        assertThatThrownBy(() -> new Workers(4, serve -> {
                    if (begun.size() == 2) {
                        throw new OutOfMemoryError("unable to create native thread");
                    }
                    begun.add(Thread.ofPlatform().daemon().unstarted(serve));
                    return begun.getLast();
                }))
                .isInstanceOf(OutOfMemoryError.class);
        for (Thread helper : begun) {
            helper.join(10_000);
            assertThat(helper.isAlive()).isFalse();
        }
    }

    /// Helpers may look at the flag during a step.
    @Test
    void leavesACallerInterruptedThatWaits() {
        Thread caller = Thread.currentThread();
        try (Workers workers = new Workers(2)) {
            caller.interrupt();
            AtomicBoolean seen = new AtomicBoolean();
            workers.onEach(worker -> {
                if (worker == 1) {
                    Thread.sleep(20);
                    seen.set(caller.isInterrupted());
                }
            });
            assertThat(seen).isTrue();
        }
        assertThat(Thread.interrupted()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7})
    void runsAStepOnceOnEachWorkerManyTimes(int threads) {
        try (Workers workers = new Workers(threads)) {
            AtomicIntegerArray runs = new AtomicIntegerArray(threads);
            for (int step = 0; step < 2000; step++) {
                workers.onEach(runs::incrementAndGet);
            }
            assertThat(IntStream.range(0, threads).map(runs::get)).allMatch(count -> count == 2000);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void workersThatFellAsleepMissNoStepOfAll(int threads) throws InterruptedException {
        try (Workers workers = new Workers(threads)) {
            AtomicIntegerArray runs = new AtomicIntegerArray(threads);
            for (int step = 0; step < 60; step++) {
                if (step % 3 == 0) {
                    Thread.sleep(2);
                }
                AtomicLong ranges = new AtomicLong();
                workers.forRange(0, 5, 1, (worker, begin, end) -> ranges.incrementAndGet());
                assertThat(ranges.get()).isEqualTo(5);
                workers.onEach(runs::incrementAndGet);
            }
            assertThat(IntStream.range(0, threads).map(runs::get)).allMatch(count -> count == 60);
        }
    }

    @Test
    void ofAStepOfFewRangesOnlyAsManyWorkersTakePart() {
        try (Workers workers = new Workers(7)) {
            workers.onEach(_ -> {});
            for (int step = 0; step < 2000; step++) {
                AtomicLong dealt = new AtomicLong();
                workers.forRange(0, 21, 10, (worker, begin, end) -> {
                    assertThat(worker).isLessThan(3);
                    dealt.addAndGet(end - begin);
                });
                assertThat(dealt.get()).isEqualTo(21);
            }
        }
    }

    /// Each helper comes once or not at all; the caller always does, and never waits for one to come.
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7})
    void aStepForThoseThereEndsWithThem(int threads) {
        try (Workers workers = new Workers(threads)) {
            for (int step = 0; step < 2000; step++) {
                AtomicIntegerArray began = new AtomicIntegerArray(threads);
                AtomicIntegerArray ended = new AtomicIntegerArray(threads);
                workers.withThoseThere(worker -> {
                    began.incrementAndGet(worker);
                    Thread.onSpinWait();
                    ended.incrementAndGet(worker);
                });
                assertThat(ended.get(0)).isEqualTo(1);
                for (int worker = 0; worker < threads; worker++) {
                    assertThat(ended.get(worker)).isEqualTo(began.get(worker)).isLessThan(2);
                }
            }
        }
    }

    @Test
    void aFailureOfAStepForThoseThereReachesTheCaller() {
        try (Workers workers = new Workers(2)) {
            assertThatThrownBy(() -> workers.withThoseThere(worker -> {
                        throw new IllegalStateException("here");
                    }))
                    .hasMessage("here");
        }
    }

    @Test
    void helpersSpinWhereThereIsACoreForEach() {
        int cores = Runtime.getRuntime().availableProcessors();
        try (Workers few = new Workers(cores);
                Workers many = new Workers(cores + 1)) {
            assertThat(few.spinning()).isTrue();
            assertThat(many.spinning()).isFalse();
        }
    }

    @Test
    void rangesMayStartAnywhereAndPassTheIntRange() {
        try (Workers workers = new Workers(3)) {
            AtomicLong sum = new AtomicLong();
            long from = 5_000_000_000L;
            workers.forRange(from, from + 100, 7, (worker, begin, end) -> {
                for (long i = begin; i < end; i++) {
                    sum.addAndGet(i - from);
                }
            });
            assertThat(sum.get()).isEqualTo(4950);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void aFailureReachesTheCallerAndTheTeamGoesOn(int threads) {
        try (Workers workers = new Workers(threads)) {
            for (int round = 0; round < 50; round++) {
                assertThatThrownBy(() -> workers.forRange(0, 1000, 1, (worker, begin, end) -> {
                            if (begin == 500) {
                                throw new IllegalStateException("at 500");
                            }
                        }))
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessage("at 500");
                AtomicLong ran = new AtomicLong();
                workers.forRange(0, 100, 1, (worker, begin, end) -> ran.incrementAndGet());
                assertThat(ran.get()).isEqualTo(100);
            }
        }
    }

    @Test
    void aCheckedFailureArrivesAsTheCause() {
        try (Workers workers = new Workers(2)) {
            assertThatThrownBy(() -> workers.onEach(worker -> {
                        throw new IOException("disk");
                    }))
                    .isInstanceOf(Workers.WorkerException.class)
                    .hasCauseInstanceOf(IOException.class);
        }
    }

    @Test
    void refusesAnEmptyTeamAndAnEmptyGrain() {
        assertThatThrownBy(() -> new Workers(0)).hasMessage("threads=0, expected at least 1");
        try (Workers workers = new Workers(1)) {
            assertThatThrownBy(() -> workers.forRange(0, 1, 0, (worker, begin, end) -> {}))
                    .hasMessage("grain=0, expected at least 1");
        }
    }
}
