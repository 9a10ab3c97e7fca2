package io.bitfront.input.choice;

import java.nio.charset.StandardCharsets;

/// Which columns of a text or table are the ends of its edges.
///
/// @param from name or number, from 1, of the column edges come from; empty for what the header says, else the first
/// @param to the same of the column they go to
public record ColumnChoice(String from, String to) {
    /// As the header says; the first two where there is none.
    public static final ColumnChoice AUTO = new ColumnChoice("", "");

    private static final int LONGEST = 100;

    /// @param words `FROM,TO`: two names of a header, or two numbers from 1
    /// @throws IllegalArgumentException in one line, where they are something else
    public static ColumnChoice parse(String words) {
        String[] parts = words.split(",", -1);
        if (parts.length != 2 || parts[0].isBlank() || parts[1].isBlank()) {
            throw new IllegalArgumentException(
                    "--columns %s: expected FROM,TO: two columns by name or by number".formatted(words));
        }
        ColumnChoice choice = new ColumnChoice(parts[0].strip(), parts[1].strip());
        if (bytes(choice.from) > LONGEST || bytes(choice.to) > LONGEST) {
            throw new IllegalArgumentException(
                    "--columns: a name is longer than %d bytes; expected its number".formatted(LONGEST));
        }
        if (choice.isNumber(choice.from) != choice.isNumber(choice.to)) {
            throw new IllegalArgumentException(
                    "--columns %s: expected either two names or two numbers from 1".formatted(words));
        }
        if (choice.from.equals(choice.to)) {
            throw new IllegalArgumentException("--columns %s: expected two different columns".formatted(words));
        }
        return choice;
    }

    private static int bytes(String word) {
        return word.getBytes(StandardCharsets.UTF_8).length;
    }

    private boolean isNumber(String word) {
        return word.matches("[1-9][0-9]{0,5}");
    }

    /// Whether a user chose.
    public boolean given() {
        return !from.isEmpty();
    }

    /// Whether they are numbers, not names.
    public boolean byNumber() {
        return given() && isNumber(from);
    }

    /// The two as the command line takes them.
    public String words() {
        return from + "," + to;
    }
}
