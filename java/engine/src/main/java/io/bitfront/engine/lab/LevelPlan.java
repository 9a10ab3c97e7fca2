package io.bitfront.engine.lab;

/// Levels that run in a given mode whatever the switching rule says: `first`, `first + stride` and so on. This
/// is how the cost of the modes not taken is measured. Modes that [LevelMode#followEachOther] are forced at all levels
/// or none.
///
/// @param mode null: no level is forced
/// @param first counted from 1, the level that the source's neighbours are on
/// @param stride at least 1
public record LevelPlan(LevelMode mode, int first, int stride) {
    /// Every level by the rule.
    public static final LevelPlan FREE = new LevelPlan(null, 1, 1);

    public LevelPlan {
        if (mode != null && mode.followEachOther() && (first != 1 || stride != 1)) {
            throw new IllegalArgumentException(
                    "levels from %d by %d: %s follow each other".formatted(first, stride, mode));
        }
        if (first < 1 || stride < 1) {
            throw new IllegalArgumentException("levels from %d by %d: expected at least 1".formatted(first, stride));
        }
    }

    /// Every level in one mode.
    public static LevelPlan all(LevelMode mode) {
        return new LevelPlan(mode, 1, 1);
    }

    /// Null where the level goes by the rule.
    public LevelMode modeOf(int level) {
        return mode != null && level >= first && (level - first) % stride == 0 ? mode : null;
    }
}
