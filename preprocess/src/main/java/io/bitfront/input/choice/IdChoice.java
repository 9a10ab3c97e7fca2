package io.bitfront.input.choice;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/// What the ends of edges are in a text or table.
public enum IdChoice {
    /// What the first rows hold.
    AUTO,
    /// Whole numbers.
    NUMBERS,
    /// Names: any text.
    NAMES;

    /// The word on the command line.
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// @throws IllegalArgumentException listing the choices, where `word` is none of them
    public static IdChoice parse(String word) {
        for (IdChoice choice : values()) {
            if (choice.word().equals(word)) {
                return choice;
            }
        }
        throw new IllegalArgumentException("--ids %s: expected one of %s"
                .formatted(word, Arrays.stream(values()).map(IdChoice::word).collect(Collectors.joining(", "))));
    }
}
