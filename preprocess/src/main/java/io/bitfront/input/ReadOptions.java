package io.bitfront.input;

import io.bitfront.input.choice.DirectionChoice;
import io.bitfront.input.choice.ReadChoices;

/// How to read a graph file.
public record ReadOptions(GraphFormat format, DirectionChoice direction) {
    /// Format by name and content, direction as the format says.
    public static final ReadOptions AUTO = new ReadOptions(GraphFormat.AUTO, DirectionChoice.AS_FORMAT);

    ReadChoices choices() {
        return new ReadChoices(direction);
    }
}
