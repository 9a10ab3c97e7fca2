package io.bitfront.cli.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/// Lines of text under headings. The first column is aligned to the left, the others to the right unless told
/// otherwise.
public final class Table {
    private static final String GAP = "  ";

    private final List<String[]> rows = new ArrayList<>();
    private final BitSet left = new BitSet();

    /// @param headings one per column
    public Table(String... headings) {
        rows.add(headings.clone());
        left.set(0);
    }

    /// Aligns columns of words to the left.
    ///
    /// @param columns their headings
    /// @throws IllegalArgumentException unless the table has them
    public Table left(String... columns) {
        List<String> headings = Arrays.asList(rows.getFirst());
        for (String column : columns) {
            int place = headings.indexOf(column);
            if (place < 0) {
                throw new IllegalArgumentException("no column '%s' among %s".formatted(column, headings));
            }
            left.set(place);
        }
        return this;
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

    private String line(String[] row, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < row.length; i++) {
            String padding = " ".repeat(widths[i] - row[i].length());
            line.append(i == 0 ? "" : GAP).append(left.get(i) ? row[i] + padding : padding + row[i]);
        }
        return line.toString().stripTrailing();
    }
}
