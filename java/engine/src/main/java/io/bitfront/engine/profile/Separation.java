package io.bitfront.engine.profile;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

/// Cuts a connected graph into cells by separators: no edge joins two cells, so a path leaves a cell through
/// separator vertices only. A piece that is too large is cut where the difference of the hops from two far
/// ends makes the narrowest passage; what then hangs together is cut again.
final class Separation {
    /// Pairs of far ends tried for a cut.
    private static final int TRIES = 3;
    /// Least share of a piece on either side of a cut, in percent.
    private static final int LEAST_SIDE = 30;
    /// How often all vertices may be cut: more often than halving needs, where cuts go off side after side.
    private static final int MOST_ROUNDS = 64;

    private final LocalGraph graph;
    private final int cellSize;
    /// Which piece a vertex is in now; negative once it is in a separator.
    private final int[] piece;

    private final int[] key;
    private final int[] hops;
    private final int[] queue;
    private final List<int[]> cells = new ArrayList<>();
    private final IntList separators = new IntList();
    private int pieces;

    private Separation(LocalGraph graph, int cellSize) {
        int n = graph.vertexCount();
        this.graph = graph;
        this.cellSize = cellSize;
        this.piece = new int[n];
        this.key = new int[n];
        this.hops = new int[n];
        this.queue = new int[n];
    }

    /// The vertices of each cell, neighbouring cells close to each other, and those of all separators.
    record Cells(List<int[]> cells, int[] separators) {}

    /// @param cellSize most vertices of a cell
    /// @param mostSeparators gives up where more vertices than these would be in separators
    /// @return null where it gave up
    static Cells of(LocalGraph graph, int cellSize, int mostSeparators) {
        Separation separation = new Separation(graph, cellSize);
        return separation.cut(mostSeparators) ? new Cells(separation.cells, separation.separators.toArray()) : null;
    }

    private boolean cut(int mostSeparators) {
        int[] all = new int[graph.vertexCount()];
        Arrays.setAll(all, v -> v);
        long work = 0;
        long mostWork = (long) MOST_ROUNDS * all.length;
        Deque<int[]> open = new ArrayDeque<>();
        open.push(all);
        while (!open.isEmpty()) {
            int[] vertices = open.pop();
            if (vertices.length <= cellSize) {
                cells.add(vertices);
                continue;
            }
            work += vertices.length;
            bisect(vertices);
            if (separators.size() > mostSeparators || work > mostWork) {
                return false;
            }
            parts(vertices).forEach(open::push);
        }
        return true;
    }

    /// What is left of a piece, by what hangs together; small parts are put into one as long as that fits a cell.
    private List<int[]> parts(int[] vertices) {
        List<int[]> parts = new ArrayList<>();
        IntList small = new IntList();
        for (int root : vertices) {
            if (piece[root] < 0 || hops[root] >= 0) {
                continue;
            }
            int count = flood(root);
            if (count > cellSize / 4) {
                parts.add(Arrays.copyOf(queue, count));
            } else {
                if (small.size() + count > cellSize) {
                    parts.add(small.toArray());
                    small.clear();
                }
                small.addAll(queue, count);
            }
        }
        if (small.size() > 0) {
            parts.add(small.toArray());
        }
        for (int[] part : parts) {
            pieces++;
            for (int v : part) {
                piece[v] = pieces;
            }
        }
        return parts;
    }

    /// Collects into the queue what hangs together with a vertex, within its piece; `hops` marks what was met.
    private int flood(int root) {
        hops[root] = 0;
        queue[0] = root;
        int tail = 1;
        for (int head = 0; head < tail; head++) {
            int v = queue[head];
            for (int i = graph.start()[v]; i < graph.start()[v + 1]; i++) {
                int w = graph.neighbour()[i];
                if (piece[w] == piece[v] && hops[w] < 0) {
                    hops[w] = 0;
                    queue[tail++] = w;
                }
            }
        }
        return tail;
    }

    /// Takes the vertices of the narrowest passage found out of the piece. Leaves `hops` of the piece at -1.
    private void bisect(int[] vertices) {
        Passage best = null;
        int[] bestKey = new int[vertices.length];
        int from = vertices[0];
        for (int attempt = 0; attempt < TRIES; attempt++) {
            int first = farthest(vertices, from);
            int second = farthest(vertices, first);
            for (int v : vertices) {
                key[v] = hops[v];
            }
            from = farthest(vertices, second);
            for (int v : vertices) {
                key[v] -= hops[v];
            }
            Passage passage = Passage.narrowest(graph, vertices, key, piece, LEAST_SIDE);
            if (passage != null && (best == null || passage.width() < best.width())) {
                best = passage;
                for (int i = 0; i < vertices.length; i++) {
                    bestKey[i] = key[vertices[i]];
                }
            }
            from = vertices[(int) ((attempt + 1L) * vertices.length / (TRIES + 1))];
        }
        for (int i = 0; i < vertices.length; i++) {
            key[vertices[i]] = bestKey[i];
            hops[vertices[i]] = -1;
        }
        takeOut(vertices, best == null ? Integer.MIN_VALUE : best.threshold());
    }

    /// @param threshold the least int where there is no passage: then all of them are taken out
    private void takeOut(int[] vertices, int threshold) {
        int before = separators.size();
        for (int v : vertices) {
            if (threshold == Integer.MIN_VALUE || key[v] <= threshold && reachesBeyond(v, threshold)) {
                separators.add(v);
            }
        }
        for (int i = before; i < separators.size(); i++) {
            piece[separators.get(i)] = -1;
        }
    }

    private boolean reachesBeyond(int v, int threshold) {
        for (int i = graph.start()[v]; i < graph.start()[v + 1]; i++) {
            int w = graph.neighbour()[i];
            if (piece[w] == piece[v] && key[w] > threshold) {
                return true;
            }
        }
        return false;
    }

    /// Fills in the hops from a vertex within its piece.
    ///
    /// @return the vertex met last
    private int farthest(int[] vertices, int source) {
        for (int v : vertices) {
            hops[v] = -1;
        }
        hops[source] = 0;
        queue[0] = source;
        int tail = 1;
        for (int head = 0; head < tail; head++) {
            int v = queue[head];
            for (int i = graph.start()[v]; i < graph.start()[v + 1]; i++) {
                int w = graph.neighbour()[i];
                if (piece[w] == piece[v] && hops[w] < 0) {
                    hops[w] = hops[v] + 1;
                    queue[tail++] = w;
                }
            }
        }
        return queue[tail - 1];
    }
}
