package io.bitfront.input.text;

import io.bitfront.input.choice.ColumnChoice;
import io.bitfront.input.choice.IdChoice;
import io.bitfront.input.choice.ReadChoices;
import io.bitfront.input.source.ColumnPick;
import java.util.ArrayList;
import java.util.List;

/// What the fields of an edge list are: found out from its first lines and from what a user chose.
///
/// @param header whether the first line names columns
/// @param table how lines are read; null for two plain numbers at their beginning
/// @param note what to tell the user, or empty
record EdgeListShape(boolean header, TableRules table, String note) {
    /// @throws IllegalArgumentException in one line that names the choices, where the header is ambiguous
    static EdgeListShape of(EdgeListSample sample, ReadChoices choices) {
        return sample.isEmpty() ? new EdgeListShape(false, null, "") : new Decision(sample, choices).shape();
    }

    private static final class Decision {
        private final EdgeListSample sample;
        private final ColumnChoice choice;
        private final IdChoice ids;
        private final List<String> first;
        /// Whether the first line may be a header.
        private final boolean wordy;

        private ColumnPick columns = ColumnPick.FIRST_TWO;
        private boolean header;
        private final List<String> notes = new ArrayList<>();

        Decision(EdgeListSample sample, ReadChoices choices) {
            this.sample = sample;
            this.choice = choices.columns();
            this.ids = choices.ids();
            this.first = sample.first();
            this.wordy = EdgeListHead.isHeader(first);
        }

        EdgeListShape shape() {
            if (choice.byNumber()) {
                chooseByNumber();
            } else if (choice.given()) {
                chooseByName();
            } else if (wordy) {
                chooseByHeader();
            }
            EdgeListSample rows = header ? sample.rest() : sample;
            boolean names = (!header || sample.lines().size() > 1) && names(rows);
            if (names && ids == IdChoice.AUTO) {
                notes.add(("vertices have names, as the first rows hold words such as '%s', no whole numbers without a"
                                + " sign (--ids numbers expects numbers)")
                        .formatted(rows.firstWord(columns.from(), columns.to())));
            }
            if (names && wordy && !header) {
                notes.add("the first line is taken as an edge, as it names no columns that are known");
            }
            boolean plain = columns.equals(ColumnPick.FIRST_TWO)
                    && !choice.given()
                    && (rows.plain() || rows.beginsWithNumbers() && !rows.quotesNumbers());
            if (!header && !choice.given() && rows.goesOnBehindTwo(plain && !names)) {
                notes.add("what follows the first two columns is ignored");
            }
            TableRules table =
                    plain && !names ? null : new TableRules(sample.separator(), columns.from(), columns.to(), names);
            return new EdgeListShape(header, table, String.join("; ", notes));
        }

        private void chooseByNumber() {
            columns = ColumnPick.byNumber(choice);
            header = wordy
                    && sample.lines().size() > 1
                    && (!names(sample.rest()) || ColumnPick.of(first, ColumnChoice.AUTO) != null);
        }

        private void requireFewColumns() {
            if (first.size() > FieldReader.MOST_FIELDS) {
                throw new IllegalArgumentException("the first line names more columns than %d, expected no more"
                        .formatted(FieldReader.MOST_FIELDS));
            }
        }

        private void chooseByName() {
            requireFewColumns();
            if (!wordy) {
                throw new IllegalArgumentException(
                        "the first line is no header, expected --columns with two numbers from 1 to %d"
                                .formatted(first.size()));
            }
            header = true;
            columns = ColumnPick.of(first, choice);
            notes.add(columns.said(first));
        }

        private void chooseByHeader() {
            requireFewColumns();
            ColumnPick known = ColumnPick.of(first, choice);
            if (known != null) {
                header = true;
                columns = known;
                notes.add(columns.said(first));
            } else if (sample.lines().size() > 1 && numbers(sample.rest())) {
                if (first.size() > 2 && sample.rest().isWide(3)) {
                    throw new IllegalArgumentException(ColumnPick.unknown(first));
                }
                header = true;
                notes.add(columns.said(first));
            }
        }

        /// Whether rows hold numbers where a header of no known words would have them.
        private boolean numbers(EdgeListSample rows) {
            return switch (ids) {
                case NAMES -> false;
                case NUMBERS -> true;
                case AUTO -> rows.beginsWithNumbers() || !rows.hasNames(0) && !rows.hasNames(1);
            };
        }

        private boolean names(EdgeListSample rows) {
            return switch (ids) {
                case NAMES -> true;
                case NUMBERS -> false;
                case AUTO ->
                    !(columns.equals(ColumnPick.FIRST_TWO) && rows.beginsWithNumbers())
                            && rows.isWide(Math.max(columns.from(), columns.to()) + 1)
                            && (rows.hasNames(columns.from()) || rows.hasNames(columns.to()));
            };
        }
    }
}
