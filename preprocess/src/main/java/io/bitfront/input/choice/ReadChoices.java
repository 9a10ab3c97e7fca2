package io.bitfront.input.choice;

/// What a user chooses about the edges of an input, whatever its format.
public record ReadChoices(DirectionChoice direction) {}
