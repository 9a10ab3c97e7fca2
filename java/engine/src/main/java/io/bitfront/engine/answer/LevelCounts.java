package io.bitfront.engine.answer;

import java.util.Arrays;

/// How many vertices are at each level from one, itself at level 0. Grows level by level; one thread.
public final class LevelCounts {
    static final LevelCounts NONE = new LevelCounts();

    private int[] counts;
    private int levels;

    /// Of nothing.
    LevelCounts() {
        this(8);
    }

    private LevelCounts(int room) {
        this.counts = new int[room];
    }

    /// The vertex alone.
    public static LevelCounts start() {
        LevelCounts alone = new LevelCounts();
        alone.append(1);
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

    /// Of what is left without the vertex and some others, a level nearer.
    ///
    /// @param others a level nearer
    LevelCounts beyond(LevelCounts others) {
        LevelCounts beyond = new LevelCounts(Math.max(levels - 1, 1));
        for (int level = 1; level < levels; level++) {
            int count = counts[level] - others.at(level - 1);
            if (count > 0) {
                beyond.append(count);
            }
        }
        return beyond;
    }

    /// Of a vertex next to this one, which all of this one's ways go through but those into the vertex's own branch.
    ///
    /// @param branch its counts within the branch, itself included; none where nothing leads back to it
    LevelCounts later(LevelCounts branch) {
        LevelCounts later = new LevelCounts(Math.max(levels, branch.levels) + 2);
        int[] into = later.counts;
        System.arraycopy(counts, 0, into, 1, levels);
        into[0] = 1;
        for (int level = 1; level < branch.levels; level++) {
            into[level] += branch.counts[level];
        }
        for (int level = 0; level < branch.levels; level++) {
            into[level + 2] -= branch.counts[level];
        }
        later.levels = into.length;
        while (into[later.levels - 1] <= 0) {
            later.levels--;
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
