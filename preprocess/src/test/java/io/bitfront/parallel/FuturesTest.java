package io.bitfront.parallel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FuturesTest {
    @TempDir
    private Path folder;

    private int written() {
        try (FileChannel file =
                FileChannel.open(folder.resolve("file"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            return file.write(ByteBuffer.allocate(9));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void anInterruptDoesNotReachWhatIsDoneApart() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(this::written).isInstanceOf(UncheckedIOException.class);
        assertThat(Futures.apart(this::written)).isEqualTo(9);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(Futures.apart(this::written)).isEqualTo(9);
        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    void failsAsWhatIsDoneApartDid() {
        RuntimeException failure = new IllegalStateException("why");
        assertThatThrownBy(() -> Futures.apart((Runnable) () -> {
                    throw failure;
                }))
                .isSameAs(failure);
        Error error = new StackOverflowError();
        assertThatThrownBy(() -> Futures.apart((Runnable) () -> {
                    throw error;
                }))
                .isSameAs(error);
    }
}
