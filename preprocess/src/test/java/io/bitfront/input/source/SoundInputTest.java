package io.bitfront.input.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SoundInputTest {
    private static SoundInput throwing(Exception problem) {
        return new SoundInput(new InputStream() {
            @Override
            public int read() {
                throw new AssertionError("byte by byte");
            }

            @Override
            public int read(byte[] into, int offset, int length) throws IOException {
                if (problem instanceof IOException failure) {
                    throw failure;
                }
                throw (RuntimeException) problem;
            }
        });
    }

    @Test
    void readsBytesAsNumbersFrom0To255() throws IOException {
        byte[] all = new byte[256];
        for (int i = 0; i < all.length; i++) {
            all[i] = (byte) i;
        }
        try (SoundInput input = new SoundInput(new ByteArrayInputStream(all))) {
            for (int i = 0; i < all.length; i++) {
                assertThat(input.read()).isEqualTo(i);
            }
            assertThat(input.read()).isEqualTo(-1);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Premature end of stream",
                "unexpected END",
                "Not enough input bytes",
                "the block is truncated here"
            })
    void tellsDataThatEndsTooEarly(String message) {
        for (Exception problem :
                new Exception[] {new EOFException(message), new IOException(message), new IllegalStateException(message)
                }) {
            assertThatThrownBy(throwing(problem)::read)
                    .isExactlyInstanceOf(EOFException.class)
                    .hasMessage(message);
        }
    }

    @Test
    void tellsDataThatIsMalformedFromFailuresOfTheDevice() {
        IOException malformed = new IOException("bad magic");
        assertThatThrownBy(throwing(malformed)::read).isSameAs(malformed);
        RuntimeException thrown = new ArrayIndexOutOfBoundsException("7");
        assertThatThrownBy(throwing(thrown)::read)
                .isExactlyInstanceOf(IOException.class)
                .hasMessage("7")
                .hasCause(thrown);
        assertThatThrownBy(throwing(new NullPointerException())::read).hasMessage("null");
        UncheckedIOException device = new UncheckedIOException(new IOException("disk"));
        assertThatThrownBy(throwing(device)::read).isSameAs(device);
    }
}
