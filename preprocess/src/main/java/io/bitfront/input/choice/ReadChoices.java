package io.bitfront.input.choice;

/// What a user chooses about the edges of an input, whatever its format.
public record ReadChoices(DirectionChoice direction, ColumnChoice columns, IdChoice ids) {
    /// As the format and the file say.
    public static final ReadChoices AUTO = new ReadChoices(DirectionChoice.AS_FORMAT, ColumnChoice.AUTO, IdChoice.AUTO);
}
