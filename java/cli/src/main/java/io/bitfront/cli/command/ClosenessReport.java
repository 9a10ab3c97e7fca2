package io.bitfront.cli.command;

import io.bitfront.cli.report.Report;
import io.bitfront.cli.report.Table;
import io.bitfront.cli.report.Units;
import io.bitfront.engine.closeness.ClosenessMeasure;
import io.bitfront.engine.closeness.ClosenessResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// What a `closeness` command prints: how the job went, and the highest vertices.
final class ClosenessReport {
    private ClosenessReport() {}

    /// @param shown how many vertices, at most
    static void add(Report report, ClosenessResult result, int shown) {
        List<ClosenessMeasure> measures = result.job().measures();
        report.field("direction", result.job().direction().name().toLowerCase(Locale.ROOT));
        report.field("measures", measures.stream().map(ClosenessMeasure::word).toList());
        report.field("notes", result.notes());
        result.notes().forEach(note -> report.line("note", note));
        double seconds = result.nanos() / 1e9;
        double rate = seconds > 0 ? result.traversals() / seconds : 0;
        report.field("traversals", result.traversals());
        report.field("timeMs", Units.toMs(result.nanos()));
        report.field("bfsPerSecond", rate);
        report.line(
                "time",
                "%s s for %s, %s BFS/s"
                        .formatted(
                                Units.significant(seconds),
                                Units.count(result.traversals(), "traversal", "traversals"),
                                Units.significant(rate)));
        int[] rows = result.highest(Math.min(shown, result.rowCount()), measures.getFirst());
        List<Map<String, Object>> highest = new ArrayList<>();
        Table table = table(measures);
        for (int row : rows) {
            highest.add(fields(result, row));
            table.row(cells(result, row, highest.size()));
        }
        report.field("highest", highest);
        report.table(table);
    }

    private static Table table(List<ClosenessMeasure> measures) {
        List<String> headings = new ArrayList<>(List.of("rank", "vertex"));
        measures.forEach(measure -> headings.add(measure.word()));
        return new Table(headings.toArray(String[]::new));
    }

    private static String[] cells(ClosenessResult result, int row, int rank) {
        List<String> cells = new ArrayList<>(List.of(Integer.toString(rank), Long.toString(result.id(row))));
        for (ClosenessMeasure measure : result.job().measures()) {
            double value = result.value(row, measure);
            cells.add(
                    measure.integral() && !result.job().sampled()
                            ? Long.toString((long) value)
                            : String.format(Locale.ROOT, "%.6g", value));
        }
        return cells.toArray(String[]::new);
    }

    private static Map<String, Object> fields(ClosenessResult result, int row) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("vertex", result.id(row));
        for (ClosenessMeasure measure : result.job().measures()) {
            double value = result.value(row, measure);
            boolean whole = measure.integral() && !result.job().sampled();
            fields.put(measure.word(), Double.isNaN(value) ? null : whole ? (Object) (long) value : (Object) value);
        }
        return fields;
    }
}
