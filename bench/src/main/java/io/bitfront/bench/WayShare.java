package io.bitfront.bench;

import io.bitfront.engine.lab.LevelTrace;
import java.util.ArrayList;
import java.util.List;

/// How much of some traversals went one way.
///
/// @param way `tensor`, `push` or `pull`
/// @param levels share of all levels, 0 to 1
/// @param time share of all levels' time, 0 to 1
public record WayShare(String way, double levels, double time) {
    private static final List<String> WAYS = List.of("tensor", "push", "pull");

    /// Counts levels by way.
    static final class Tally {
        private final long[] levels = new long[WAYS.size()];
        private final double[] nanos = new double[WAYS.size()];

        void add(LevelTrace level) {
            add(level.word(), level.nanos());
        }

        void add(String way, double levelNanos) {
            int index = WAYS.indexOf(way);
            levels[index]++;
            nanos[index] += levelNanos;
        }

        /// All three ways, empty where no level was counted.
        List<WayShare> shares() {
            double allLevels = 0;
            double allNanos = 0;
            for (int i = 0; i < levels.length; i++) {
                allLevels += levels[i];
                allNanos += nanos[i];
            }
            List<WayShare> shares = new ArrayList<>();
            for (int i = 0; i < levels.length && allLevels > 0; i++) {
                shares.add(new WayShare(WAYS.get(i), levels[i] / allLevels, allNanos == 0 ? 0 : nanos[i] / allNanos));
            }
            return shares;
        }
    }
}
