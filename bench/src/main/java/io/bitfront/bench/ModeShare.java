package io.bitfront.bench;

import io.bitfront.engine.lab.BfsMode;
import io.bitfront.engine.lab.LevelMode;
import io.bitfront.engine.lab.LevelTrace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// How much of some traversals ran in one mode.
///
/// @param way the word of the mode: `tensor`, `push` or `pull`; results call it so
/// @param levels share of all levels, 0 to 1
/// @param time share of all levels' time, 0 to 1
public record ModeShare(String way, double levels, double time) {
    /// Modes of levels, as traces tell them apart, in the order of results.
    private static final List<BfsMode> MODES = Arrays.stream(LevelMode.values())
            .map(LevelMode::bfsMode)
            .distinct()
            .sorted()
            .toList();

    /// Counts levels by mode.
    static final class Tally {
        private final long[] levels = new long[MODES.size()];
        private final double[] nanos = new double[MODES.size()];

        void add(LevelTrace level) {
            add(level.mode(), level.nanos());
        }

        void add(LevelMode mode, double levelNanos) {
            int index = MODES.indexOf(mode.bfsMode());
            levels[index]++;
            nanos[index] += levelNanos;
        }

        /// Of every mode, empty where no level was counted.
        List<ModeShare> shares() {
            double allLevels = 0;
            double allNanos = 0;
            for (int i = 0; i < levels.length; i++) {
                allLevels += levels[i];
                allNanos += nanos[i];
            }
            List<ModeShare> shares = new ArrayList<>();
            for (int i = 0; i < levels.length && allLevels > 0; i++) {
                shares.add(new ModeShare(
                        MODES.get(i).word(), levels[i] / allLevels, allNanos == 0 ? 0 : nanos[i] / allNanos));
            }
            return shares;
        }
    }
}
