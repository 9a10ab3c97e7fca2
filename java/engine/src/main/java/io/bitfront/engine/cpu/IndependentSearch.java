package io.bitfront.engine.cpu;

import io.bitfront.engine.adjacency.Adjacency;
import java.util.Arrays;
import java.util.BitSet;

/// A plain breadth-first search by one thread: a bitmap of what was seen and the queue of all vertices reached, level
/// after level, which is what it leaves to be read. Heap memory of 4.1 bytes a vertex, used again by the next search.
final class IndependentSearch {
    /// Queued vertices whose lists are read before any is followed, so that their cache misses overlap: 1.1 to 1.3
    /// times as fast on meshes of 4 to 6 M vertices.
    private static final int AHEAD = 64;

    /// Frontiers this small are in cache already.
    private static final int SMALL = 8;

    /// Vertices of a level up to which it is run in one loop with those that follow: 1.6 to 2 times as fast on
    /// chains, of vertices, triangles or small stars.
    private static final int THIN = 16;

    /// What begins where no frontier does: nothing is left to be found, or the follower has ended the search.
    private static final int OVER = -1;

    private static final int ENDED = -2;

    /// Edges a vertex up to which no branch depends on whether a neighbour was seen: 39 ns a vertex for 45 on a road
    /// grid, but 54 for 45 on a triangulation.
    private static final int SPARSE = 4;

    /// Vertices are told from those asked for by so many of their bits first.
    private static final int FILTER = (1 << 16) - 1;

    private final Adjacency neighbours;
    private final boolean sparse;
    private final long[] seen;
    private final int[] queue;
    private int[] levelEnd = new int[64];
    private int levels;
    private int reached;
    /// Keeps what was read ahead from being optimised away.
    private int mix;

    /// @param vertexCount vertices with edges; the others are only ever reached from themselves
    IndependentSearch(Adjacency neighbours, int vertexCount) {
        this.neighbours = neighbours;
        this.sparse = neighbours.edgeCount() < (long) SPARSE * vertexCount;
        this.seen = new long[(vertexCount >>> 6) + 1];
        this.queue = new int[vertexCount + 1];
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
        endLevel();
        int begin = 0;
        while (begin >= 0) {
            begin = reached - begin <= THIN ? runThinLevels(begin, follower) : runLevel(begin, follower);
        }
        return begin == OVER;
    }

    /// Finds what lies one hop beyond the frontier that begins in the queue at `begin`.
    ///
    /// @return where the next one begins, or [#OVER] or [#ENDED]
    private int runLevel(int begin, Levels follower) {
        int end = reached;
        expand(begin, end);
        if (reached == end) {
            return OVER;
        }
        endLevel();
        return follower.goesOn(levels - 1, reached - end) ? end : ENDED;
    }

    /// Likewise, level after level while they are thin: one loop goes over the vertices of all, as a loop for
    /// each level takes as long to begin as a vertex takes.
    private int runThinLevels(int begin, Levels follower) {
        Adjacency lists = neighbours;
        long[] bits = seen;
        int[] vertices = queue;
        int next = begin;
        int end = reached;
        int tail = end;
        while (true) {
            int v = vertices[next++];
            long last = lists.end(v);
            for (long edge = lists.start(v); edge < last; edge++) {
                int w = lists.row(edge);
                long word = bits[w >>> 6];
                if ((word >>> w & 1) == 0) {
                    bits[w >>> 6] = word | 1L << w;
                    vertices[tail++] = w;
                }
            }
            if (next == end) {
                reached = tail;
                if (tail == end) {
                    return OVER;
                }
                endLevel();
                if (!follower.goesOn(levels - 1, tail - end)) {
                    return ENDED;
                }
                if (tail - end > THIN) {
                    return end;
                }
                end = tail;
            }
        }
    }

    /// What a source without edges reaches.
    boolean none() {
        clear();
        return true;
    }

    private void expand(int begin, int end) {
        int tail = reached;
        for (int first = begin; first < end; first += AHEAD) {
            int last = Math.min(first + AHEAD, end);
            if (last - first > SMALL) {
                mix ^= neighbours.touch(queue, first, last);
            }
            tail = sparse ? followSparse(first, last, tail) : follow(first, last, tail);
        }
        reached = tail;
    }

    private int follow(int begin, int end, int reachedBefore) {
        int tail = reachedBefore;
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
        return tail;
    }

    /// Queues every neighbour, and leaves those that were seen to be overwritten by the next.
    private int followSparse(int begin, int end, int reachedBefore) {
        int tail = reachedBefore;
        for (int i = begin; i < end; i++) {
            int v = queue[i];
            long last = neighbours.end(v);
            for (long edge = neighbours.start(v); edge < last; edge++) {
                int w = neighbours.row(edge);
                long word = seen[w >>> 6];
                queue[tail] = w;
                seen[w >>> 6] = word | 1L << w;
                tail += (int) (~word >>> w) & 1;
            }
        }
        return tail;
    }

    private void add(int vertex) {
        seen[vertex >>> 6] |= 1L << vertex;
        queue[reached++] = vertex;
    }

    private void endLevel() {
        if (levels == levelEnd.length) {
            levelEnd = Arrays.copyOf(levelEnd, 2 * levels);
        }
        levelEnd[levels++] = reached;
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

    boolean sees(int vertex) {
        return (seen[vertex >>> 6] & 1L << vertex) != 0;
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

    /// Levels of some vertices; -1 of those that were not reached.
    ///
    /// @param vertices ascending, each once
    int[] levelsOf(int... vertices) {
        int[] found = new int[vertices.length];
        Arrays.fill(found, -1);
        BitSet mayBe = new BitSet(FILTER + 1);
        Arrays.stream(vertices).forEach(v -> mayBe.set(v & FILTER));
        int i = 0;
        for (int level = 0; level < levels; level++) {
            for (; i < levelEnd[level]; i++) {
                int at = mayBe.get(queue[i] & FILTER) ? Arrays.binarySearch(vertices, queue[i]) : -1;
                if (at >= 0) {
                    found[at] = level;
                }
            }
        }
        return found;
    }

    /// Index after the last vertex of a level.
    int levelEnd(int level) {
        return levelEnd[level];
    }
}
