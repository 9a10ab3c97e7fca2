package io.bitfront.memory;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BytesTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0 B",
        "999, 999 B",
        "1000, 1.0 kB",
        "999949, 999.9 kB",
        "1000000, 1.0 MB",
        "12340000, 12.3 MB",
        "999900000, 999.9 MB",
        "1000000000, 1.0 GB",
        "1234567890123, 1234.6 GB"
    })
    void saysBytesInDecimalUnits(long bytes, String text) {
        assertThat(Bytes.text(bytes)).isEqualTo(text);
    }
}
