package io.bitfront.engine.profile;

import io.bitfront.memory.IntList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/// Cuts a connected graph into cells by separators: no edge joins two cells, so a path leaves a cell through
/// separator vertices only. A piece that is too large is cut where the difference of the hops from two far
/// ends makes the narrowest passage, or, where that leaves next to all on one side, at the vertex with the most
/// neighbours, around which a star falls apart; what then hangs together is cut again, pieces beside each other.
final class Separation {
    /// Pairs of far ends tried for a cut.
    private static final int TRIES = 3;
    /// Of larger pieces, whose cuts take longest and matter least, as they are few.
    private static final int LARGE_TRIES = 1;

    private static final int LARGE = 1 << 18;
    /// Least share of a piece on either side of a cut, in percent.
    private static final int LEAST_SIDE = 30;

    /// A hub may be taken out where a passage leaves less on one side, in percent.
    private static final int LEAST_HUB_SIDE = 5;
    /// Smaller pieces are cut by the thread that made them.
    private static final int SHARED_PIECE = 1 << 13;

    private final LocalGraph graph;
    private final CutLimits limits;
    private final long mostWork;
    private final BooleanSupplier stop;
    /// Which piece a vertex is in now; negative once it is in a separator. Threads read what others write here,
    /// but only compare it with the piece they cut, which nobody else writes.
    private final int[] piece;

    private final int[] key;
    private final int[] hops;
    private final AtomicInteger pieces = new AtomicInteger();
    private final AtomicInteger separated = new AtomicInteger();
    private final AtomicLong work = new AtomicLong();

    private Separation(LocalGraph graph, CutLimits limits, BooleanSupplier stop) {
        int n = graph.vertexCount();
        this.graph = graph;
        this.limits = limits;
        this.stop = stop;
        this.mostWork = limits.mostRounds() * ((long) n + graph.start()[n]);
        this.piece = new int[n];
        this.key = new int[n];
        this.hops = new int[n];
    }

    /// The vertices of each cell, neighbouring cells close to each other, and those of all separators.
    record Cells(List<int[]> cells, int[] separators) {}

    /// @param threads cut at the same time
    /// @param stop asked before each search of a piece; gives up once it is true, as it stays
    /// @return null where it gave up
    static Cells of(LocalGraph graph, CutLimits limits, int threads, BooleanSupplier stop) {
        Separation separation = new Separation(graph, limits, stop);
        int[] all = new int[graph.vertexCount()];
        Arrays.setAll(all, v -> v);
        Found found = new Found(new ArrayList<>(), new IntList());
        try (ForkJoinPool pool = new ForkJoinPool(threads)) {
            pool.invoke(ForkJoinTask.adapt(() -> separation.cut(all))).addTo(found);
        }
        return separation.gaveUp()
                ? null
                : new Cells(found.cells(), found.separators().toArray());
    }

    private boolean gaveUp() {
        return separated.get() > limits.mostSeparators() || work.get() > mostWork || stop.getAsBoolean();
    }

    /// What cutting one piece has found.
    private record Found(List<int[]> cells, IntList separators) {
        void addTo(Found all) {
            all.cells.addAll(cells);
            all.separators.addAll(separators);
        }
    }

    /// Cuts one piece until all that is left of it are cells.
    private Found cut(int[] vertices) {
        Found found = new Found(new ArrayList<>(), new IntList());
        if (vertices.length <= limits.cellSize()) {
            found.cells().add(vertices);
            return found;
        }
        work.addAndGet(size(vertices));
        int[] queue = new int[vertices.length];
        bisect(vertices, queue, found.separators());
        separated.addAndGet(found.separators().size());
        if (gaveUp()) {
            return found;
        }
        List<int[]> parts = parts(vertices, queue);
        if (vertices.length > SHARED_PIECE) {
            List<ForkJoinTask<Found>> tasks = parts.stream()
                    .map(part -> ForkJoinTask.adapt(() -> cut(part)))
                    .toList();
            ForkJoinTask.invokeAll(tasks).forEach(task -> task.join().addTo(found));
        } else {
            parts.forEach(part -> cut(part).addTo(found));
        }
        return found;
    }

    /// Vertices of a piece and edges out of them.
    private long size(int[] vertices) {
        long size = vertices.length;
        for (int v : vertices) {
            size += graph.start()[v + 1] - graph.start()[v];
        }
        return size;
    }

    /// What is left of a piece, by what hangs together; small parts are put into one as long as that fits a cell.
    private List<int[]> parts(int[] vertices, int[] queue) {
        List<int[]> parts = new ArrayList<>();
        IntList small = new IntList();
        for (int root : vertices) {
            if (piece[root] < 0 || hops[root] >= 0) {
                continue;
            }
            int count = flood(root, queue);
            if (count > limits.cellSize() / 4) {
                parts.add(Arrays.copyOf(queue, count));
            } else {
                if (small.size() + count > limits.cellSize()) {
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
            int number = pieces.incrementAndGet();
            for (int v : part) {
                piece[v] = number;
            }
        }
        return parts;
    }

    /// Collects into the queue what hangs together with a vertex, within its piece; `hops` marks what was met.
    private int flood(int root, int[] queue) {
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

    /// Takes the vertices of the narrowest passage found out of the piece, or a hub. Leaves `hops` of the piece at -1.
    private void bisect(int[] vertices, int[] queue, IntList separators) {
        Passage best = null;
        int[] bestKey = new int[vertices.length];
        int from = vertices[0];
        int tries = vertices.length > LARGE ? LARGE_TRIES : TRIES;
        for (int attempt = 0; attempt < tries && !stop.getAsBoolean(); attempt++) {
            int first = farthest(vertices, from, queue);
            int second = farthest(vertices, first, queue);
            if (stop.getAsBoolean()) {
                break;
            }
            for (int v : vertices) {
                key[v] = hops[v];
            }
            from = farthest(vertices, second, queue);
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
            from = vertices[(int) ((attempt + 1L) * vertices.length / (tries + 1))];
        }
        if (best != null && best.side() * 100L < (long) LEAST_HUB_SIDE * vertices.length) {
            int hub = hub(vertices);
            if (vertices.length - largestWithout(hub, vertices, queue) >= best.side()) {
                forget(vertices);
                separators.add(hub);
                piece[hub] = -1;
                return;
            }
        }
        for (int i = 0; i < vertices.length; i++) {
            key[vertices[i]] = bestKey[i];
        }
        forget(vertices);
        takeOut(vertices, best == null ? Integer.MIN_VALUE : best.threshold(), separators);
    }

    private void forget(int... vertices) {
        for (int v : vertices) {
            hops[v] = -1;
        }
    }

    /// The first vertex of those with the most neighbours within their piece.
    private int hub(int... vertices) {
        int hub = vertices[0];
        int most = -1;
        for (int v : vertices) {
            int degree = 0;
            for (int i = graph.start()[v]; i < graph.start()[v + 1]; i++) {
                degree += piece[graph.neighbour()[i]] == piece[v] ? 1 : 0;
            }
            if (degree > most) {
                most = degree;
                hub = v;
            }
        }
        return hub;
    }

    /// Vertices of the largest part that is left of a piece without one of its vertices.
    private int largestWithout(int hub, int[] vertices, int[] queue) {
        forget(vertices);
        hops[hub] = 0;
        int largest = 0;
        for (int root : vertices) {
            if (hops[root] < 0) {
                largest = Math.max(largest, flood(root, queue));
            }
        }
        return largest;
    }

    /// @param threshold the least int where there is no passage: then all of them are taken out
    private void takeOut(int[] vertices, int threshold, IntList separators) {
        for (int v : vertices) {
            if (threshold == Integer.MIN_VALUE || key[v] <= threshold && reachesBeyond(v, threshold)) {
                separators.add(v);
            }
        }
        for (int i = 0; i < separators.size(); i++) {
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
    private int farthest(int[] vertices, int source, int[] queue) {
        forget(vertices);
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
