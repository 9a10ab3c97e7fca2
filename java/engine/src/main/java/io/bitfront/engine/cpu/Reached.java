package io.bitfront.engine.cpu;

import java.util.Arrays;

/// What one search has reached: vertices by level, and the edges out of all of them.
final class Reached {
    private long[] perLevel = new long[64];
    private long vertices;
    private long edges;

    /// Forgets the last search.
    void begin(long edgesOut) {
        perLevel[0] = 1;
        vertices = 1;
        edges = edgesOut;
    }

    /// Level by level.
    void add(int level, long found, long edgesOut) {
        if (level == perLevel.length) {
            perLevel = Arrays.copyOf(perLevel, 2 * level);
        }
        perLevel[level] = found;
        vertices += found;
        edges += edgesOut;
    }

    /// So much of what was added was counted twice.
    void takeBack(int level, long twice, long edgesOut) {
        perLevel[level] -= twice;
        vertices -= twice;
        edges -= edgesOut;
    }

    long vertices() {
        return vertices;
    }

    long edges() {
        return edges;
    }

    long[] perLevel(int depth) {
        return Arrays.copyOf(perLevel, depth + 1);
    }
}
