package io.bitfront.cli.command;

import io.bitfront.cli.output.ClosenessColumn;
import io.bitfront.cli.report.Report;
import io.bitfront.cli.report.Table;
import io.bitfront.cli.report.Units;
import io.bitfront.engine.ClosenessMeasure;
import io.bitfront.engine.ClosenessResult;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// What a `closeness` command prints: how the job went, and the highest vertices.
public final class ClosenessReport {
    /// Vertices printed where nothing else is asked for.
    public static final int SHOWN = 20;

    private ClosenessReport() {}

    /// @param shown how many vertices, at most
    public static void add(Report report, ClosenessResult result, int shown) {
        List<ClosenessMeasure> measures = result.job().measures();
        report.field("direction", result.job().direction().name().toLowerCase(Locale.ROOT));
        report.field("measures", measures.stream().map(ClosenessMeasure::word).toList());
        List<String> notes = lines(result);
        report.field("notes", notes);
        notes.forEach(note -> report.line("note", note));
        report.field("traversals", result.traversals());
        result.effort().ifPresent(effort -> {
            report.field("searches", searches(effort));
            report.line("searches", effort.toString());
        });
        if (!result.stages().isEmpty()) {
            report.field(
                    "stages",
                    result.stages().stream().map(ClosenessReport::stage).toList());
        }
        report.field("timeMs", Units.toMs(result.nanos()));
        report.field("bfsPerSecond", rate(result));
        report.line("time", time(result));
        int[] rows = result.highest(Math.min(shown, result.rowCount()), measures.getFirst());
        List<ClosenessColumn> columns = ClosenessColumn.of(result);
        report.field(
                "highest",
                Arrays.stream(rows)
                        .mapToObj(row -> fields(result, columns, row))
                        .toList());
        report.table(table(result, columns, rows));
    }

    /// `3.76 s for 16,384 traversals, 4,359 BFS/s`.
    static String time(ClosenessResult result) {
        return "%s s for %s, %s BFS/s"
                .formatted(
                        Units.significant(result.nanos() / 1e9),
                        Units.count(result.traversals(), "traversal", "traversals"),
                        Units.significant(rate(result)));
    }

    private static Map<String, Object> searches(ClosenessResult.Effort effort) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("vertices", effort.vertices());
        fields.put("begun", effort.begun());
        fields.put("finished", effort.finished());
        fields.put("cut", effort.cut());
        fields.put("following", effort.following());
        fields.put("spared", effort.spared());
        return fields;
    }

    private static Map<String, Object> stage(ClosenessResult.Stage stage) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("name", stage.name());
        fields.put("searches", stage.searches());
        fields.put("left", stage.left());
        fields.put("threshold", Double.isNaN(stage.threshold()) ? null : stage.threshold());
        fields.put("timeMs", Units.toMs(stage.nanos()));
        fields.put("rulingOutMs", Units.toMs(stage.rulingOutNanos()));
        return fields;
    }

    private static double rate(ClosenessResult result) {
        return result.nanos() > 0 ? result.traversals() / (result.nanos() / 1e9) : 0;
    }

    /// What to know of the numbers, and of the run that made them.
    static List<String> lines(ClosenessResult result) {
        Stream<String> unknown = isUnknown(result)
                ? Stream.of("no way leads between a pivot and another vertex, so every value is unknown:"
                        + " draw more, or others by --seed")
                : Stream.of();
        return Stream.of(result.notes().stream(), result.events().stream(), unknown)
                .flatMap(line -> line)
                .toList();
    }

    private static boolean isUnknown(ClosenessResult result) {
        ClosenessMeasure first = result.job().measures().getFirst();
        return result.job().sampled()
                && result.rowCount() > 0
                && IntStream.range(0, result.rowCount()).allMatch(row -> Double.isNaN(result.value(row, first)));
    }

    private static Table table(ClosenessResult result, List<ClosenessColumn> columns, int... rows) {
        Stream<String> names = columns.stream().map(ClosenessColumn::name);
        Table table =
                new Table(Stream.concat(Stream.of("rank", "vertex"), names).toArray(String[]::new));
        for (int i = 0; i < rows.length; i++) {
            int row = rows[i];
            Stream<String> values = columns.stream().map(column -> shown(column.number(row)));
            table.row(Stream.concat(
                            Stream.of(Integer.toString(i + 1), result.ids().text(result.id(row))), values)
                    .toArray(String[]::new));
        }
        return table;
    }

    private static String shown(Number value) {
        return switch (value) {
            case null -> "unknown";
            case Long whole -> whole.toString();
            default -> String.format(Locale.ROOT, "%.6g", value.doubleValue());
        };
    }

    private static Map<String, Object> fields(ClosenessResult result, List<ClosenessColumn> columns, int row) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("vertex", result.ids().value(result.id(row)));
        columns.forEach(column -> fields.put(column.name(), column.number(row)));
        return fields;
    }
}
