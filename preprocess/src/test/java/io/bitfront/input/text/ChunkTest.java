package io.bitfront.input.text;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChunkTest {
    @ParameterizedTest
    @ValueSource(strings = {"", "\n", "7", "7\n", "7 8", "7\n8", "7\n8\n", "7\n\n"})
    void endsALastLineThatHasNoEnd(String text) {
        Chunk chunk = new Chunk(text.length());
        System.arraycopy(text.getBytes(US_ASCII), 0, chunk.bytes, 0, text.length());
        chunk.length = text.length();
        chunk.endLastLine();
        String ended = text.isEmpty() || text.endsWith("\n") ? text : text + "\n";
        assertThat(new String(chunk.bytes, 0, chunk.length, US_ASCII)).isEqualTo(ended);
        assertThat(chunk.bytes.length).isGreaterThanOrEqualTo(chunk.length + Chunk.PADDING);
    }
}
