package io.bitfront.input;

import io.bitfront.input.choice.ColumnChoice;
import io.bitfront.input.choice.DirectionChoice;
import io.bitfront.input.choice.IdChoice;
import io.bitfront.input.choice.ReadChoices;

/// How to read a graph file.
public record ReadOptions(GraphFormat format, ReadChoices choices) {
    /// Format by name and content, all else as the format and the file say.
    public static final ReadOptions AUTO = new ReadOptions(GraphFormat.AUTO, ReadChoices.AUTO);

    /// Columns and ids as the file says.
    public ReadOptions(GraphFormat format, DirectionChoice direction) {
        this(format, new ReadChoices(direction, ColumnChoice.AUTO, IdChoice.AUTO));
    }

    public DirectionChoice direction() {
        return choices.direction();
    }
}
