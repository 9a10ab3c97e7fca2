package io.bitfront.engine.answer;

import java.util.Arrays;

/// How many vertices are at each level from one, itself at level 0. Grows level by level; one thread.
public final class LevelCounts {
    static final LevelCounts NONE = new LevelCounts(0);

    private int[] counts;
    private int levels;

    private LevelCounts(int levels) {
        this.counts = new int[Math.max(levels, 8)];
        this.levels = levels;
    }

    /// The vertex alone.
    public static LevelCounts start() {
        LevelCounts alone = new LevelCounts(1);
        alone.counts[0] = 1;
        return alone;
    }

    /// Appends the next level.
    public void append(int count) {
        if (levels == counts.length) {
            counts = Arrays.copyOf(counts, 2 * levels);
        }
        counts[levels++] = count;
    }

    /// Levels that hold vertices, the vertex's own included: largest hops and one.
    public int levels() {
        return levels;
    }

    /// Levels that fit before it takes more memory, four bytes each.
    public int room() {
        return counts.length;
    }

    /// Vertices at a level, 0 beyond the last.
    public int at(int level) {
        return level < levels ? counts[level] : 0;
    }

    public long reached() {
        long sum = 0;
        for (int level = 0; level < levels; level++) {
            sum += counts[level];
        }
        return sum;
    }

    void add(LevelCounts more, int later) {
        while (levels < more.levels + later) {
            append(0);
        }
        for (int level = 0; level < more.levels; level++) {
            counts[level + later] += more.counts[level];
        }
    }

    /// Of a vertex next to this one, which all of this one's ways go through but those into the vertex's own branch.
    ///
    /// @param branch its counts within the branch, itself included; none where nothing leads back to it
    LevelCounts later(LevelCounts branch) {
        LevelCounts later = start();
        int last = Math.max(levels, branch.levels - 1);
        for (int level = 1; level <= last; level++) {
            int back = level >= 2 ? branch.at(level - 2) : 0;
            int count = at(level - 1) - back + branch.at(level);
            if (count > 0) {
                later.append(count);
            }
        }
        return later;
    }

    /// Of a vertex that is as far as this one from all others but what is next to one of the two, which is 2 hops from
    /// the other.
    LevelCounts alike(int neighbours) {
        LevelCounts alike = start();
        alike.append(neighbours);
        int others = at(1) + at(2) - neighbours;
        if (others > 0) {
            alike.append(others);
        }
        for (int level = 3; level < levels; level++) {
            alike.append(counts[level]);
        }
        return alike;
    }

    /// Folds the levels, nearest first, as searches do.
    public VertexSums sums() {
        long reached = 1;
        long distance = 0;
        double harmonic = 0;
        for (int level = 1; level < levels; level++) {
            long count = counts[level];
            reached += count;
            distance += count * level;
            harmonic += (double) count / level;
        }
        return new VertexSums(reached, distance, harmonic, levels - 1);
    }
}
