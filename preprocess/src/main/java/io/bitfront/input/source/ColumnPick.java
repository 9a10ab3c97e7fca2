package io.bitfront.input.source;

import io.bitfront.input.choice.ColumnChoice;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// The two columns of a text or table that are the ends of its edges, from 0.
public record ColumnPick(int from, int to) {
    /// The first two columns.
    public static final ColumnPick FIRST_TWO = new ColumnPick(0, 1);

    /// The columns that a user chose by number.
    public static ColumnPick byNumber(ColumnChoice choice) {
        return new ColumnPick(Integer.parseInt(choice.from()) - 1, Integer.parseInt(choice.to()) - 1);
    }

    /// The columns that a user chose among those of a header or, where no choice was made, the two it is known to call
    /// so; null where it calls none so.
    ///
    /// @throws IllegalArgumentException in one line that names the choices, where they are ambiguous or not there
    public static ColumnPick of(List<String> header, ColumnChoice choice) {
        if (choice.byNumber()) {
            ColumnPick pick = byNumber(choice);
            if (Math.max(pick.from, pick.to) >= header.size()) {
                throw new IllegalArgumentException("there are %d columns, expected --columns with two of 1..%d"
                        .formatted(header.size(), header.size()));
            }
            return pick;
        }
        if (choice.given()) {
            ColumnPick pick = new ColumnPick(indexOf(header, choice.from()), indexOf(header, choice.to()));
            if (pick.from == pick.to) {
                throw new IllegalArgumentException("--columns %s is one column, expected two of %s"
                        .formatted(choice.words(), String.join(", ", header)));
            }
            return pick;
        }
        List<ColumnPick> pairs = HeaderWords.pairs(header);
        if (pairs.size() > 1) {
            throw new IllegalArgumentException(
                    "the header names ends of edges more than once: %s; expected --columns with one of these pairs"
                            .formatted(pairs.stream()
                                    .map(pair -> pair.choices(header))
                                    .collect(Collectors.joining(" or "))));
        }
        return pairs.isEmpty() ? null : pairs.getFirst();
    }

    /// A header with no known ends of edges.
    ///
    /// @return the message that names the choices
    public static String unknown(List<String> header) {
        return "the header names %s, none of them known as the ends of edges; expected --columns with two of them"
                .formatted(String.join(", ", header));
    }

    private String choices(List<String> header) {
        boolean twice = header.stream().filter(header.get(from)::equals).count() > 1
                || header.stream().filter(header.get(to)::equals).count() > 1;
        return twice ? "%d,%d".formatted(from + 1, to + 1) : "%s,%s".formatted(header.get(from), header.get(to));
    }

    private static int indexOf(List<String> header, String name) {
        int[] found = matches(header, name, false);
        if (found.length == 0) {
            found = matches(header, name, true);
        }
        if (found.length == 0) {
            throw new IllegalArgumentException("no column is called '%s', expected --columns with two of %s"
                    .formatted(name, String.join(", ", header)));
        }
        if (found.length > 1) {
            throw new IllegalArgumentException(
                    "%d columns are called '%s', expected --columns by number".formatted(found.length, name));
        }
        return found[0];
    }

    private static int[] matches(List<String> header, String name, boolean anyCase) {
        return IntStream.range(0, header.size())
                .filter(i -> anyCase
                        ? header.get(i).equalsIgnoreCase(name)
                        : header.get(i).equals(name))
                .toArray();
    }

    /// `edges go from column from (2) to column to (3)`, for the user.
    public String said(List<String> header) {
        return "edges go from column %s (%d) to column %s (%d)"
                .formatted(header.get(from), from + 1, header.get(to), to + 1);
    }
}
