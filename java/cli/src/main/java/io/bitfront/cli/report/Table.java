package io.bitfront.cli.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Lines of text under headings. The first column is aligned to the left, the others to the right.
public final class Table {
    private static final String GAP = "  ";

    private final List<String[]> rows = new ArrayList<>();

    /// @param headings one per column
    public Table(String... headings) {
        rows.add(headings.clone());
    }

    /// @throws IllegalArgumentException unless there is one cell per column
    public Table row(String... cells) {
        if (cells.length != rows.getFirst().length) {
            throw new IllegalArgumentException("%d cells under %d headings: %s"
                    .formatted(cells.length, rows.getFirst().length, Arrays.toString(cells)));
        }
        rows.add(cells.clone());
        return this;
    }

    /// One string per line, headings first, without trailing blanks.
    public List<String> lines() {
        int[] widths = new int[rows.getFirst().length];
        for (String[] row : rows) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], row[i].length());
            }
        }
        return rows.stream().map(row -> line(row, widths)).toList();
    }

    private static String line(String[] row, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < row.length; i++) {
            String padding = " ".repeat(widths[i] - row[i].length());
            line.append(i == 0 ? "" : GAP).append(i == 0 ? row[i] + padding : padding + row[i]);
        }
        return line.toString().stripTrailing();
    }
}
