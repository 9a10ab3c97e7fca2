package io.bitfront.engine.lab;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class UploadTest {
    @Test
    void bytesOfANanosecondAreGigabytesOfASecond() {
        assertThat(new Upload(9_000_000_000L, 200_000_000, "").gigabytesPerSecond())
                .isEqualTo(45);
        assertThat(new Upload(1, 4, "").gigabytesPerSecond()).isEqualTo(0.25);
        assertThat(new Upload(0, 0, "").gigabytesPerSecond()).isZero();
    }
}
