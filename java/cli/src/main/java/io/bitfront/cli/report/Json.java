package io.bitfront.cli.report;

import tools.jackson.databind.json.JsonMapper;

/// JSON as every command writes it: indented, arrays of numbers on one line, records by their component names.
public final class Json {
    private Json() {}

    public static String pretty(Object value) {
        return JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValueAsString(value);
    }

    /// A value on one line.
    public static String compact(Object value) {
        return JsonMapper.shared().writeValueAsString(value);
    }
}
