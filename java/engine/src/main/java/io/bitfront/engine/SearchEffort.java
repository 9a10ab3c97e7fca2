package io.bitfront.engine;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/// How an exact job found its rows with fewer searches than vertices. What a checkpoint held is in none of the counts.
///
/// @param vertices whose rows were to be found
/// @param begun searches begun
/// @param finished of these, those that reached all they can
/// @param following rows that follow from others' searches: of pendants, trees and twins
/// @param spared vertices that no search was begun for, as a bound kept them out of the top, by the bound's name
public record SearchEffort(long vertices, long begun, long finished, long following, Map<String, Long> spared) {
    public SearchEffort {
        spared = new LinkedHashMap<>(spared);
        spared.values().removeIf(count -> count == 0);
    }

    /// All rows were known before.
    public static SearchEffort none(long vertices) {
        return new SearchEffort(vertices, 0, 0, 0, Map.of());
    }

    /// Searches that were ended early: their source could not reach the top any more.
    public long cut() {
        return begun - finished;
    }

    /// `1,024 of 65,536 vertices searched, 900 of them to the end; 60,000 spared by neighbourhoods, 4,512 follow`.
    @Override
    public String toString() {
        String cut = cut() == 0 ? "" : ", %,d of them to the end".formatted(finished);
        String saved = spared.entrySet().stream()
                .map(bound -> "; %,d spared by %s".formatted(bound.getValue(), bound.getKey()))
                .collect(Collectors.joining());
        String followers = following == 0 ? "" : "; %,d follow from others".formatted(following);
        return "%,d of %,d vertices searched%s%s%s".formatted(begun, vertices, cut, saved, followers);
    }
}
