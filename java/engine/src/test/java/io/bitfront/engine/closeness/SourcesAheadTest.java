package io.bitfront.engine.closeness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
final class SourcesAheadTest {
    /// The numbers up to a last one, ascending.
    private static final class Numbers implements SourceSupply {
        private final int last;
        private int next;

        Numbers(int last) {
            this.last = last;
        }

        @Override
        public synchronized int[] next(int most) {
            int begin = next;
            next = Math.min(last, begin + most);
            return IntStream.range(begin, next).toArray();
        }

        @Override
        public synchronized boolean exhausted() {
            return next == last;
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 63, 64, 65, 1_000, 100_000})
    void givesWhatTheSupplyGivesHoweverManyAreAskedFor(int last) {
        try (SourcesAhead ahead = new SourcesAhead(new Numbers(last), 64)) {
            Random dice = new Random(last);
            int at = 0;
            while (!ahead.exhausted()) {
                int most = 1 + dice.nextInt(200);
                int[] some = ahead.next(most);
                assertThat(some)
                        .isEqualTo(
                                IntStream.range(at, Math.min(last, at + most)).toArray());
                at += some.length;
            }
            assertThat(at).isEqualTo(last);
            assertThat(ahead.next(5)).isEmpty();
        }
    }

    /// Whoever asks for the first batch has others found meanwhile.
    @Test
    void findsMoreThanIsAskedFor() throws InterruptedException {
        CountDownLatch third = new CountDownLatch(3);
        SourceSupply counted = counted(third);
        try (SourcesAhead ahead = new SourcesAhead(counted, 10)) {
            assertThat(ahead.next(10)).isEqualTo(IntStream.range(0, 10).toArray());
            third.await();
        }
    }

    private static SourceSupply counted(CountDownLatch asked) {
        Numbers numbers = new Numbers(Integer.MAX_VALUE);
        return new SourceSupply() {
            @Override
            public int[] next(int most) {
                asked.countDown();
                return numbers.next(most);
            }

            @Override
            public boolean exhausted() {
                return numbers.exhausted();
            }
        };
    }

    /// A supply without end is asked a bounded number of times, and no more once nobody wants any.
    @Test
    void endsWhenItIsClosed() throws InterruptedException {
        AtomicInteger asked = new AtomicInteger();
        SourceSupply endless = new SourceSupply() {
            @Override
            public int[] next(int most) {
                asked.incrementAndGet();
                return new int[most];
            }

            @Override
            public boolean exhausted() {
                return false;
            }
        };
        SourcesAhead ahead = new SourcesAhead(endless, 4);
        ahead.next(4);
        while (asked.get() < 100) {
            Thread.sleep(1);
        }
        ahead.close();
        int then = asked.get();
        assertThat(then).isLessThan(1_000);
        assertThat(Thread.getAllStackTraces().keySet())
                .noneMatch(thread -> thread.getName().equals("bitfront-sources"));
        new SourcesAhead(endless, 4).close();
        assertThat(asked).hasValue(then);
    }

    @Test
    void throwsWhatTheSupplyThrows() {
        for (Throwable thrown : Arrays.asList(new IllegalStateException("torn"), new InternalError("unmapped"))) {
            SourceSupply failing = new SourceSupply() {
                private final Numbers numbers = new Numbers(10);

                @Override
                public int[] next(int most) {
                    if (numbers.exhausted()) {
                        throw thrown instanceof Error error ? unchecked(error) : (RuntimeException) thrown;
                    }
                    return numbers.next(most);
                }

                @Override
                public boolean exhausted() {
                    return false;
                }
            };
            try (SourcesAhead ahead = new SourcesAhead(failing, 5)) {
                assertThat(ahead.next(10)).hasSize(10);
                assertThatThrownBy(() -> ahead.next(1)).isSameAs(thrown);
            }
        }
    }

    private static RuntimeException unchecked(Error error) {
        throw error;
    }

    /// An interrupt is for whoever asked, and does not lose a batch.
    @Test
    void keepsAnInterrupt() {
        try (SourcesAhead ahead = new SourcesAhead(new Numbers(100), 10)) {
            Thread.currentThread().interrupt();
            int[] all = ahead.next(100);
            assertThat(Thread.interrupted()).isTrue();
            assertThat(all).hasSize(100);
        }
    }
}
