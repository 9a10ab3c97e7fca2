package io.bitfront.engine.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.engine.DeviceException;
import org.junit.jupiter.api.Test;

class OwnedTest {
    private final StringBuilder closed = new StringBuilder();
    private final Owned owned = new Owned("the test");

    private AutoCloseable noted(String name) {
        return () -> closed.append(name).append(' ');
    }

    private static AutoCloseable failing(String message) {
        return () -> {
            throw new IllegalStateException(message);
        };
    }

    @Test
    void closesLastToFirstAndSaysTheFirstFailure() {
        AutoCloseable released = noted("released");
        owned.add(noted("first"));
        owned.add(released);
        owned.add(failing("second"));
        owned.add(failing("third"));
        owned.add(noted("last"));
        owned.release(released);
        assertThatThrownBy(owned::close)
                .isInstanceOf(DeviceException.class)
                .hasMessage("free the test: third")
                .hasCauseInstanceOf(IllegalStateException.class)
                .satisfies(thrown -> assertThat(thrown.getSuppressed())
                        .extracting(Throwable::getMessage)
                        .containsExactly("free the test: second"));
        assertThat(closed).hasToString("last first ");
        owned.close();
        assertThat(closed).hasToString("last first ");
    }

    @Test
    void closesAllWhereAnAssertionFails() {
        owned.add(noted("first"));
        AutoCloseable wrong = () -> {
            throw new AssertionError("wrong");
        };
        owned.add(wrong);
        owned.add(noted("last"));
        assertThatThrownBy(owned::close).isInstanceOf(AssertionError.class).hasMessage("wrong");
        assertThat(closed).hasToString("last first ");
    }
}
