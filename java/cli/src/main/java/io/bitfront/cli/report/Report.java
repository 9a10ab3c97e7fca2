package io.bitfront.cli.report;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// The result of a command, shown as text or as one JSON object with the same fields. Fields keep the order
/// in which they were added.
public final class Report {
    private static final String LABEL = "%-11s %s";

    private final Map<String, Object> fields = new LinkedHashMap<>();
    private final List<String> lines = new ArrayList<>();

    /// Adds a field to the JSON object only: text shows it in another shape.
    public Report field(String name, Object value) {
        if (fields.putIfAbsent(name, value) != null) {
            throw new IllegalArgumentException("field %s is there already".formatted(name));
        }
        return this;
    }

    /// Adds a labelled line of text that shows fields already added.
    public Report line(String label, String text) {
        lines.add(LABEL.formatted(label, text));
        return this;
    }

    /// Adds a field and its labelled line.
    public Report line(String label, String text, String name, Object value) {
        return field(name, value).line(label, text);
    }

    /// Adds a table that shows fields already added, one empty line from what is before and after it.
    public Report table(Table table) {
        if (!lines.isEmpty() && !lines.getLast().isEmpty()) {
            lines.add("");
        }
        lines.addAll(table.lines());
        lines.add("");
        return this;
    }

    /// The fields of the JSON object.
    public Map<String, Object> fields() {
        return Collections.unmodifiableMap(fields);
    }

    /// Prints the object or the text.
    public void print(PrintStream to, boolean asJson) {
        if (asJson) {
            to.println(Json.pretty(fields));
        } else {
            String text = lines.stream().map(Printable::of).collect(Collectors.joining("\n"));
            to.println(text.stripTrailing());
        }
    }
}
