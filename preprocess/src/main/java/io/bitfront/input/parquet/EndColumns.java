package io.bitfront.input.parquet;

import io.bitfront.input.choice.IdChoice;
import io.bitfront.input.choice.ReadChoices;
import io.bitfront.input.source.ColumnPick;
import io.bitfront.input.source.Excerpt;
import io.bitfront.parquet.ParquetTable.Column;
import java.util.List;

/// Which columns of a table are the ends of its edges: those asked for; else those known by their names; else the only
/// two there are, of whole numbers first. Never a guess.
final class EndColumns {
    private EndColumns() {}

    /// @param columns of whole numbers and of texts
    /// @return from, to
    /// @throws IllegalArgumentException in one line, where it is not clear
    static List<Column> among(List<Column> columns, ReadChoices choices) {
        List<Column> numbers = columns.stream().filter(column -> !column.text()).toList();
        boolean onlyNumbers = choices.ids() == IdChoice.NUMBERS;
        List<Column> open = onlyNumbers ? numbers : columns;
        if (open.size() < 2) {
            throw new IllegalArgumentException("the table has %d %s, expected two: from and to"
                    .formatted(
                            open.size(),
                            (onlyNumbers ? "integer column%s" : "column%s of integers or names")
                                    .formatted(open.size() == 1 ? "" : "s")));
        }
        ColumnPick pick = ColumnPick.of(names(columns), choices.columns());
        List<Column> ends =
                pick == null ? only(open, numbers) : List.of(columns.get(pick.from()), columns.get(pick.to()));
        for (Column end : ends) {
            if (onlyNumbers && end.text()) {
                throw new IllegalArgumentException(
                        "column %s holds names, expected whole numbers (--ids names takes names)"
                                .formatted(Excerpt.ofName(end.name())));
            }
        }
        return ends;
    }

    private static List<Column> only(List<Column> open, List<Column> numbers) {
        if (open.size() == 2) {
            return open;
        }
        if (numbers.size() == 2 && open.size() - numbers.size() < 2) {
            return numbers;
        }
        throw new IllegalArgumentException(
                ColumnPick.unknown(names(open)).replace("the header names", "the columns of integers or names are"));
    }

    private static List<String> names(List<Column> columns) {
        return columns.stream().map(column -> Excerpt.ofName(column.name())).toList();
    }
}
