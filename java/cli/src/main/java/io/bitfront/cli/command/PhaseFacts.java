package io.bitfront.cli.command;

import io.bitfront.cache.PhaseReport;
import io.bitfront.cli.report.Report;
import io.bitfront.cli.report.Table;
import io.bitfront.cli.report.Units;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// The phases of a preprocessing, for reports.
final class PhaseFacts {
    private PhaseFacts() {}

    static void add(Report report, List<PhaseReport> phases) {
        report.field("phases", phases.stream().map(PhaseFacts::fields).toList());
    }

    /// With all of them in the last row.
    static Table table(List<PhaseReport> phases, double seconds) {
        Table table = new Table("phase", "seconds", "rate", "peak memory");
        for (PhaseReport phase : phases) {
            table.row(
                    phase.beside() ? phase.name() + " (beside)" : phase.name(),
                    seconds(phase.seconds()),
                    phase.unit().equals("byte")
                            ? Units.bytes(phase.rate()) + "/s"
                            : Units.scaled(phase.rate(), "edges/s"),
                    phase.peakBytes() < 0 ? "" : Units.bytes(phase.peakBytes()));
        }
        long peak = phases.stream().mapToLong(PhaseReport::peakBytes).max().orElse(-1);
        return table.row("all", seconds(seconds), "", peak < 0 ? "" : Units.bytes(peak));
    }

    private static Map<String, Object> fields(PhaseReport phase) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("name", phase.name());
        fields.put("timeMs", phase.seconds() * 1e3);
        fields.put("beside", phase.beside());
        fields.put("amount", phase.amount());
        fields.put("unit", phase.unit());
        fields.put("perSecond", phase.rate());
        fields.put("peakBytes", phase.peakBytes() < 0 ? null : phase.peakBytes());
        return fields;
    }

    private static String seconds(double seconds) {
        return String.format(Locale.ROOT, "%.2f", seconds);
    }
}
