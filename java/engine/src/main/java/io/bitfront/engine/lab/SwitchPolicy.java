package io.bitfront.engine.lab;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/// A switching rule and its constants, each from 0 to 1,048,575.
public record SwitchPolicy(SwitchRule rule, int alpha, int beta, int delta) {
    private static final int LIMIT = 1 << 20;

    public SwitchPolicy {
        for (int constant : new int[] {alpha, beta, delta}) {
            if (constant < 0 || constant >= LIMIT) {
                throw new IllegalArgumentException(
                        "switch constant %,d is outside 0..%,d".formatted(constant, LIMIT - 1));
            }
        }
    }

    /// Parses `beamer`, or `beamer:14,24` with constants in the order alpha, beta, delta.
    ///
    /// @throws IllegalArgumentException for another word or the wrong number of constants
    public static SwitchPolicy parse(String text) {
        String[] halves = text.split(":", 2);
        SwitchRule rule = Arrays.stream(SwitchRule.values())
                .filter(one -> one.word().equals(halves[0]))
                .findFirst()
                .orElseThrow(() ->
                        new IllegalArgumentException("switch %s: expected one of %s".formatted(halves[0], words())));
        return halves.length == 1 ? rule.policy() : withConstants(rule, halves[1], text);
    }

    private static SwitchPolicy withConstants(SwitchRule rule, String list, String text) {
        List<Integer> values = new ArrayList<>();
        for (String word : list.split(",", -1)) {
            if (!word.matches("\\d{1,7}")) {
                throw new IllegalArgumentException(
                        "switch %s: '%s' is no whole number from 0 up".formatted(text, word));
            }
            values.add(Integer.parseInt(word));
        }
        if (values.size() != rule.constants()) {
            throw new IllegalArgumentException(
                    "switch %s: %s has %d constants".formatted(text, rule.word(), rule.constants()));
        }
        return new SwitchPolicy(rule, values.get(0), at(values, 1), at(values, 2));
    }

    private static int at(List<Integer> values, int index) {
        return index < values.size() ? values.get(index) : 0;
    }

    /// The words of all rules, comma-separated.
    public static String words() {
        return Arrays.stream(SwitchRule.values()).map(SwitchRule::word).collect(Collectors.joining(", "));
    }

    /// The word that [#parse] takes: `beamer:14,24`.
    @Override
    public String toString() {
        return switch (rule.constants()) {
            case 0 -> rule.word();
            case 1 -> "%s:%d".formatted(rule.word(), alpha);
            case 2 -> "%s:%d,%d".formatted(rule.word(), alpha, beta);
            default -> "%s:%d,%d,%d".formatted(rule.word(), alpha, beta, delta);
        };
    }
}
