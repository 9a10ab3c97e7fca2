package io.bitfront.cli.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ReportTest {
    private final Report report = new Report()
            .line("reached", "1,234 of 2,000", "reached", 1234L)
            .field("levels", new long[] {1, 2})
            .table(new Table("level", "vertices").row("0", "1"))
            .table(new Table("mode", "levels").row("push", "2"))
            .line("time", "0.500 ms", "kernelMs", 0.5);

    @Test
    void printsLabelledLinesAndTablesAsText() {
        assertThat(printed(false)).isEqualTo("""
                reached     1,234 of 2,000

                level  vertices
                0             1

                mode  levels
                push       2

                time        0.500 ms
                """);
    }

    @Test
    void printsTheSameFieldsAsOneJsonObjectInOrder() {
        JsonNode json = JsonMapper.shared().readTree(printed(true));
        assertThat(json.propertyNames()).containsExactly("reached", "levels", "kernelMs");
        assertThat(json.get("reached").asLong()).isEqualTo(1234);
        assertThat(json.get("levels").toString()).isEqualTo("[1,2]");
        assertThat(json.get("kernelMs").asDouble()).isEqualTo(0.5);
    }

    @Test
    void refusesAFieldTwice() {
        assertThatThrownBy(() -> report.field("reached", List.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("field reached is there already");
    }

    private String printed(boolean asJson) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (PrintStream stream = new PrintStream(bytes, true, StandardCharsets.UTF_8)) {
            report.print(stream, asJson);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
