package io.bitfront.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class PrintableTest {
    @Test
    void leavesTextOfAnyLanguageAsItIs() {
        for (String text : new String[] {"", "web.mtx", "größe 頂点 رأس", "a\tb", "🙂"}) {
            assertThat(Printable.of(text)).isSameAs(text);
        }
    }

    @Test
    void showsWhatATerminalWouldObey() {
        assertThat(Printable.of("a\u001b[2Jb\r\u0007\u009b1m\u202ec\nd"))
                .isEqualTo("a\\u001b[2Jb\\u000d\\u0007\\u009b1m\\u202ec\\u000ad");
    }

    @Test
    void cutsWhatNobodyCanRead() {
        assertThat(Printable.of("x".repeat(1_000_000))).hasSizeLessThan(2_100).endsWith("... (998000 more characters)");
    }

    @Test
    void reportsAndMessagesAreShownSo() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        try (Streams streams = new Streams(out, err, false, 0)) {
            new Report()
                    .line("ordering", "\u001b]0;owned\u0007", "ordering", "x")
                    .print(streams.out(), false);
            streams.complain("entry \u001b[31mred");
        }
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("ordering    \\u001b]0;owned\\u0007\n");
        assertThat(err.toString(StandardCharsets.UTF_8)).isEqualTo("bitfront: entry \\u001b[31mred\n");
    }
}
