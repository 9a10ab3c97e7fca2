package io.bitfront.engine.cpu;

import io.bitfront.graph.Csc;
import java.util.Arrays;

/// A plain breadth-first search by one thread: a bitmap of what was seen and the queue of all vertices reached, level
/// after level, which is what it leaves to be read. Heap memory of 4.1 bytes a vertex, used again by the next search.
final class IndependentSearch {
    private final Csc neighbours;
    private final long[] seen;
    private final int[] queue;
    private int[] levelEnd = new int[64];
    private int levels;
    private int reached;

    /// @param vertexCount vertices with edges; the others are only ever reached from themselves
    IndependentSearch(Csc neighbours, int vertexCount) {
        this.neighbours = neighbours;
        this.seen = new long[(vertexCount >>> 6) + 1];
        this.queue = new int[Math.max(vertexCount, 1)];
    }

    static long bytes(int vertexCount) {
        return (long) vertexCount * Integer.BYTES + vertexCount / Byte.SIZE + Long.BYTES;
    }

    /// What follows a search level by level.
    @FunctionalInterface
    interface Levels {
        /// @param level at least 1
        /// @param count vertices at that level
        /// @return false to end the search here
        boolean goesOn(int level, int count);
    }

    /// Searches from a vertex with edges.
    ///
    /// @return whether it was not ended before there was nothing more to be found
    boolean run(int source, Levels follower) {
        clear();
        add(source);
        endLevel(0);
        int begin = 0;
        for (int level = 1; ; level++) {
            int end = reached;
            expand(begin, end);
            if (reached == end) {
                return true;
            }
            endLevel(level);
            if (!follower.goesOn(level, reached - end)) {
                return false;
            }
            begin = end;
        }
    }

    /// What a source without edges reaches.
    boolean none() {
        clear();
        return true;
    }

    private void expand(int begin, int end) {
        int tail = reached;
        for (int i = begin; i < end; i++) {
            int v = queue[i];
            long last = neighbours.end(v);
            for (long edge = neighbours.start(v); edge < last; edge++) {
                int w = neighbours.row(edge);
                long bit = 1L << w;
                long word = seen[w >>> 6];
                if ((word & bit) == 0) {
                    seen[w >>> 6] = word | bit;
                    queue[tail++] = w;
                }
            }
        }
        reached = tail;
    }

    private void add(int vertex) {
        seen[vertex >>> 6] |= 1L << vertex;
        queue[reached++] = vertex;
    }

    private void endLevel(int level) {
        if (level == levelEnd.length) {
            levelEnd = Arrays.copyOf(levelEnd, 2 * level);
        }
        levelEnd[level] = reached;
        levels = level + 1;
    }

    private void clear() {
        if (reached < seen.length) {
            for (int i = 0; i < reached; i++) {
                seen[queue[i] >>> 6] = 0;
            }
        } else {
            Arrays.fill(seen, 0);
        }
        reached = 0;
        levels = 0;
    }

    /// Vertices reached, the source included.
    int reached() {
        return reached;
    }

    /// Levels that are not empty, that of the source included.
    int levels() {
        return levels;
    }

    /// The vertex that was reached as the i-th.
    int vertex(int i) {
        return queue[i];
    }

    /// The level of the vertex that was reached as the i-th.
    int levelOf(int i) {
        int at = Arrays.binarySearch(levelEnd, 0, levels, i);
        return at >= 0 ? at + 1 : -at - 1;
    }

    /// Index after the last vertex of a level.
    int levelEnd(int level) {
        return levelEnd[level];
    }
}
