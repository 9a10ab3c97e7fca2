package io.bitfront.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClosingTest {
    private final List<String> closed = new ArrayList<>();

    private Runnable closer(String name) {
        return () -> closed.add(name);
    }

    private Runnable failing(String name, Throwable failure) {
        return () -> {
            closed.add(name);
            switch (failure) {
                case Error error -> throw error;
                default -> throw (RuntimeException) failure;
            }
        };
    }

    @Test
    void closesAllWhateverFailsAndThrowsTheFirstFailure() {
        RuntimeException first = new IllegalStateException("first");
        Error second = new AssertionError("second");
        assertThatThrownBy(() -> Closing.all(closer("a"), failing("b", first), failing("c", second), closer("d")))
                .isSameAs(first)
                .hasSuppressedException(second);
        assertThat(closed).containsExactly("a", "b", "c", "d");
    }

    /// One that fails as another did cannot be suppressed in it.
    @Test
    void throwsAFailureThatIsTheSameForAll() {
        Error lost = new AssertionError("lost");
        assertThatThrownBy(() -> Closing.all(
                        List.of("a", "b"), name -> failing(name, lost).run()))
                .isSameAs(lost)
                .hasNoSuppressedExceptions();
        assertThat(closed).containsExactly("a", "b");
    }

    @Test
    void keepsTheFailureThatLedThere() {
        RuntimeException cause = new IllegalStateException("cause");
        RuntimeException closing = new IllegalStateException("closing");
        Closing.after(cause, failing("a", closing), closer("b"));
        assertThat(cause.getSuppressed()).containsExactly(closing);
        assertThat(closed).containsExactly("a", "b");
    }

    @Test
    void saysNothingWhereNothingFails() {
        Closing.all();
        Closing.all(List.<String>of(), closed::add);
        Closing.all(List.of("a"), closed::add);
        assertThat(closed).containsExactly("a");
    }
}
