package io.bitfront.engine;

/// Levels that run in a given way whatever the switching rule says: `first`, `first + stride` and so on. This
/// is how the cost of the ways not taken is measured. Small rounds are forced at all levels or none.
///
/// @param way null: no level is forced
/// @param first counted from 1, the level that the source's neighbours are on
/// @param stride at least 1
public record LevelPlan(LevelWay way, int first, int stride) {
    /// Every level by the rule.
    public static final LevelPlan FREE = new LevelPlan(null, 1, 1);

    public LevelPlan {
        if (way == LevelWay.PUSH_SMALL && (first != 1 || stride != 1)) {
            throw new IllegalArgumentException(
                    "levels from %d by %d: small rounds follow each other".formatted(first, stride));
        }
        if (first < 1 || stride < 1) {
            throw new IllegalArgumentException("levels from %d by %d: expected at least 1".formatted(first, stride));
        }
    }

    /// Every level in one way.
    public static LevelPlan all(LevelWay way) {
        return new LevelPlan(way, 1, 1);
    }

    /// Null where the level goes by the rule.
    public LevelWay wayOf(int level) {
        return way != null && level >= first && (level - first) % stride == 0 ? way : null;
    }
}
