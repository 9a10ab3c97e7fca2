package io.bitfront.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/// One figure beside what an earlier result file has for it.
///
/// @param what the row, as both files name it
/// @param unit of both figures
/// @param ratio now / before: below 1 is faster where the unit is a time
public record Comparison(String what, String unit, double before, double now, double ratio) {
    /// Every row of this run that the earlier file has too, of the same device, and with a figure.
    ///
    /// @param earlier a result file of `bitfront bench`
    public static List<Comparison> of(
            JsonNode earlier, List<BfsMeasurement> bfs, List<BatchMeasurement> batches, List<Target> targets) {
        List<Comparison> found = new ArrayList<>();
        for (BfsMeasurement now : bfs) {
            for (JsonNode before : earlier.path("bfs")) {
                if (now.key().equals(key(before, "graph", "ordering", "mode", "switching", "variant"))
                        && isOf(now.device(), before)) {
                    add(
                            found,
                            "BFS " + now.key(),
                            "ms",
                            before.path("kernel").path("medianMs"),
                            now.kernel().medianMs());
                }
            }
        }
        for (BatchMeasurement now : batches) {
            for (JsonNode before : earlier.path("batches")) {
                if (now.key().equals(key(before, "graph", "ordering", "mode", "sources"))
                        && isOf(now.device(), before)) {
                    add(found, "batches " + now.key(), "us per BFS", before.path("usPerBfs"), now.usPerBfs());
                }
            }
        }
        for (Target now : targets) {
            for (JsonNode before : earlier.path("targets")) {
                if (now.what().equals(before.path("what").asString(""))) {
                    add(found, now.what(), now.unit(), before.path("measured"), now.measured());
                }
            }
        }
        return found;
    }

    /// Whether a row is of this device, with as many threads, or says none, as old files do.
    private static boolean isOf(String device, JsonNode row) {
        return row.path("device").asString(device).equals(device);
    }

    private static void add(List<Comparison> found, String what, String unit, JsonNode figure, double now) {
        double before = figure.asDouble(0);
        if (before > 0) {
            found.add(new Comparison(what, unit, before, now, now / before));
        }
    }

    private static String key(JsonNode row, String... fields) {
        return Stream.of(fields)
                .map(field -> row.path(field).asString(""))
                .collect(Collectors.joining(" "))
                .strip();
    }
}
