package io.bitfront.input.source;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class FileHeadTest {
    private static FileHead head(String text) {
        byte[] bytes = text.getBytes(UTF_8);
        return new FileHead(Path.of("graph"), "", bytes, bytes.length);
    }

    @Test
    void aTextStandsWhereItIsWholeInAnyCase() {
        assertThat(head("PAR1").startsWith(0, "par1")).isTrue();
        assertThat(head("PAR").startsWith(0, "par1")).isFalse();
        assertThat(head("x%%Matrix").startsWith(1, "%%MATRIX")).isTrue();
        assertThat(head("x%%Matri").startsWith(1, "%%MATRIX")).isFalse();
        assertThat(head("x%%Matrix").startsWith(0, "%%MATRIX")).isFalse();
    }

    @Test
    void aTextBeginsBehindAByteOrderMark() {
        assertThat(head("\uFEFF1 2").textBegin()).isEqualTo(3);
        assertThat(head("\uFEFF").textBegin()).isEqualTo(3);
        assertThat(head("1 2").textBegin()).isZero();
        assertThat(head("\uFEFF1 2\r\n3 4\n").lines()).containsExactly("1 2", "3 4", "");
    }
}
