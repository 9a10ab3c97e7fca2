package io.bitfront.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.cache.PhaseReport;
import io.bitfront.cli.report.Json;
import io.bitfront.cli.report.Report;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

final class PhaseFactsTest {
    private static final List<PhaseReport> PHASES = List.of(
            new PhaseReport("hash", 0.5, true, 1_000_000, "byte", -1),
            new PhaseReport("CSC", 0.25, false, 1_000_000, "edge", 0),
            new PhaseReport("order", 0, false, 7, "edge", 2_000_000));

    /// The rates are in bytes or in edges; what the system does not tell stands empty.
    @Test
    void phasesStandInATable() {
        assertThat(PhaseFacts.table(PHASES, 0.755).lines().stream().map(line -> line.replaceAll(" +", " ")))
                .containsExactly(
                        "phase seconds rate peak memory",
                        "hash (beside) 0.50 2.00 MB/s",
                        "CSC 0.25 4.00 Medges/s 0 B",
                        "order 0.00 0 edges/s 2.00 MB",
                        "all 0.76 2.00 MB");
        assertThat(PhaseFacts.table(PHASES.subList(0, 1), 1).lines())
                .last()
                .asString()
                .matches("all +1\\.00");
        assertThat(PhaseFacts.table(PHASES.subList(1, 2), 1).lines())
                .last()
                .asString()
                .endsWith(" 0 B");
        assertThat(PhaseFacts.table(List.of(), 0).lines()).last().asString().matches("all +0\\.00");
    }

    @Test
    void phasesStandInAReport() {
        Report report = new Report();
        PhaseFacts.add(report, PHASES);
        assertThat(JsonMapper.shared()
                        .readTree(Json.pretty(report.fields()))
                        .get("phases")
                        .toString())
                .isEqualTo("[{\"name\":\"hash\",\"timeMs\":500.0,\"beside\":true,\"amount\":1000000,"
                        + "\"unit\":\"byte\",\"perSecond\":2000000.0,\"peakBytes\":null},"
                        + "{\"name\":\"CSC\",\"timeMs\":250.0,\"beside\":false,\"amount\":1000000,"
                        + "\"unit\":\"edge\",\"perSecond\":4000000.0,\"peakBytes\":0},"
                        + "{\"name\":\"order\",\"timeMs\":0.0,\"beside\":false,\"amount\":7,"
                        + "\"unit\":\"edge\",\"perSecond\":0.0,\"peakBytes\":2000000}]");
    }
}
