package io.bitfront.cli.command;

import io.bitfront.bench.Distribution;
import io.bitfront.cli.html.HtmlReport;
import io.bitfront.cli.output.ClosenessColumn;
import io.bitfront.cli.report.Report;
import io.bitfront.engine.BfsRequest;
import io.bitfront.engine.ClosenessMeasure;
import io.bitfront.engine.ClosenessResult;
import io.bitfront.engine.Engine;
import io.bitfront.engine.lab.Lab;
import io.bitfront.engine.lab.LabRequest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/// The page of a closeness job: the highest vertices, how the values are spread, and how far away the others are from
/// those on top.
final class ClosenessPage {
    private static final int BINS = 50;

    /// Vertices whose levels the page maps.
    private static final int MAPPED = 20;

    private ClosenessPage() {}

    /// @param report of the job
    /// @param engine to search from the highest with; follows out-edges
    static void write(Path file, String title, Report report, ClosenessResult result, Engine engine) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("report", report.fields());
        data.put("rows", result.rowCount());
        data.put(
                "distributions",
                ClosenessColumn.of(result).stream()
                        .map(column -> distribution(column, result.rowCount()))
                        .toList());
        data.put("levels", levels(result, engine));
        HtmlReport.write(file, "closeness", title, data);
    }

    private static Map<String, Object> distribution(ClosenessColumn column, int rows) {
        return distribution(column.name(), sorted(column.value(), rows));
    }

    /// @param values ascending
    static Map<String, Object> distribution(String name, double[] values) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("name", name);
        fields.put("known", values.length);
        if (values.length == 0) {
            return fields;
        }
        double least = values[0];
        double most = values[values.length - 1];
        long[] counts = new long[most > least ? BINS : 1];
        for (double value : values) {
            int bin = most > least ? (int) ((value - least) / (most - least) * BINS) : 0;
            counts[Math.min(bin, counts.length - 1)]++;
        }
        fields.put("least", least);
        fields.put("most", most);
        fields.put("median", Distribution.median(values));
        fields.put("mean", Arrays.stream(values).average().orElseThrow());
        fields.put("counts", counts);
        return fields;
    }

    private static double[] sorted(IntToDoubleFunction value, int rows) {
        return IntStream.range(0, rows)
                .mapToDouble(value)
                .filter(one -> !Double.isNaN(one))
                .sorted()
                .toArray();
    }

    private static List<Map<String, Object>> levels(ClosenessResult result, Engine engine) {
        ClosenessMeasure measure = result.job().measures().getFirst();
        List<Map<String, Object>> levels = new ArrayList<>();
        for (int row : result.highest(Math.min(MAPPED, result.rowCount()), measure)) {
            LabRequest request = LabRequest.of(BfsRequest.from(result.id(row)));
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("vertex", engine.graph().ids().text(result.id(row)));
            fields.put("counts", Lab.of(engine).measure(request).verticesPerLevel());
            levels.add(fields);
        }
        return levels;
    }
}
