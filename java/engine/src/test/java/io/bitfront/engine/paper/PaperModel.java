package io.bitfront.engine.paper;

import io.bitfront.cache.Graph;
import io.bitfront.graph.Bvss;
import io.bitfront.graph.Csc;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The paper's traversals over BVSS, on one thread and in its own words: a model of the CUDA kernels. Vertices are the
/// engine's; unreached is -1.
final class PaperModel {
    /// Switching constant of Equation 6.
    private static final int ETA = 10;

    private final Graph graph;
    private final Bvss bvss;
    private final int[] level;
    private List<Integer> queue = new ArrayList<>();

    private PaperModel(Graph graph, int source) {
        this.graph = graph;
        this.bvss = graph.bvss();
        this.level = new int[graph.vertexCount()];
        Arrays.fill(level, -1);
        level[source] = 0;
        enqueue(source / Bvss.SIGMA, queue);
    }

    /// Algorithm 2: a level is stored when it is found.
    static int[] eager(Graph graph, int source) {
        PaperModel model = new PaperModel(graph, source);
        model.runEager(source);
        return model.level;
    }

    /// Algorithm 3: marks are kept apart from what was visited and resolved once per level.
    ///
    /// @param switching whether levels that meet Equation 6 run Algorithm 4
    static Lazy lazy(Graph graph, int source, boolean switching) {
        return new PaperModel(graph, source).runLazy(source, switching);
    }

    /// @param bottomUp levels that ran Algorithm 4
    record Lazy(int[] level, int bottomUp) {}

    private void runEager(int source) {
        int[] frontier = new int[bvss.sliceSetCount()];
        frontier[source / Bvss.SIGMA] = 1 << source % Bvss.SIGMA;
        for (int depth = 1; !queue.isEmpty(); depth++) {
            int[] next = new int[frontier.length];
            List<Integer> nextQueue = new ArrayList<>();
            for (int vss : queue) {
                int[] hits = BitMma.sliceHits(
                        bvss, vss, frontier[bvss.virtualToReal().get(vss)]);
                for (int slice = 0; slice < Bvss.TAU; slice++) {
                    int u = bvss.row(vss, slice);
                    if (hits[slice] != 0 && level[u] < 0) {
                        level[u] = depth;
                        int set = u / Bvss.SIGMA;
                        int old = next[set];
                        next[set] |= 1 << u % Bvss.SIGMA;
                        if (old == 0) {
                            enqueue(set, nextQueue);
                        }
                    }
                }
            }
            frontier = next;
            queue = nextQueue;
        }
    }

    private Lazy runLazy(int source, boolean switching) {
        int n = graph.vertexCount();
        int[] frontier = new int[(n + 31) / 32];
        frontier[source / 32] = 1 << source % 32;
        int[] visited = frontier.clone();
        int[] visitedNext = frontier.clone();
        long unvisited = n - 1L;
        int bottomUp = 0;
        for (int depth = 1; !queue.isEmpty(); depth++) {
            if (switching && unvisited < (long) ETA * queue.size()) {
                markBottomUp(frontier, visited, visitedNext);
                bottomUp++;
            } else {
                markTopDown(frontier, visitedNext);
            }
            queue.clear();
            unvisited = finish(depth, frontier, visited, visitedNext);
        }
        return new Lazy(level, bottomUp);
    }

    /// Stage 1 of Algorithm 3.
    private void markTopDown(int[] frontier, int[] visitedNext) {
        for (int vss : queue) {
            int set = bvss.virtualToReal().get(vss);
            int[] hits = BitMma.sliceHits(bvss, vss, frontier[set / 4] >>> 8 * (set % 4) & 0xFF);
            for (int slice = 0; slice < Bvss.TAU; slice++) {
                int u = bvss.row(vss, slice);
                if (hits[slice] != 0) {
                    visitedNext[u / 32] |= 1 << u % 32;
                }
            }
        }
    }

    /// Stage 1 of Algorithm 4.
    private void markBottomUp(int[] frontier, int[] visited, int[] visitedNext) {
        Csc in = graph.in();
        for (int u = 0; u < graph.vertexCount(); u++) {
            if ((visited[u / 32] >>> u % 32 & 1) == 0) {
                for (long edge = in.start(u); edge < in.end(u); edge++) {
                    int v = in.row(edge);
                    if ((frontier[v / 32] >>> v % 32 & 1) != 0) {
                        visitedNext[u / 32] |= 1 << u % 32;
                        break;
                    }
                }
            }
        }
    }

    /// Stage 2 of Algorithms 3 and 4: frontier, levels and queue of the next level.
    ///
    /// @return vertices still unvisited
    private long finish(int depth, int[] frontier, int[] visited, int[] visitedNext) {
        long reached = 0;
        for (int word = 0; word < visited.length; word++) {
            int fresh = visited[word] ^ visitedNext[word];
            visited[word] = visitedNext[word];
            frontier[word] = fresh;
            reached += Integer.bitCount(visited[word]);
            for (int set = 0; set < 4; set++) {
                int mask = fresh >>> 8 * set & 0xFF;
                if (mask != 0) {
                    for (int bits = mask; bits != 0; bits &= bits - 1) {
                        level[32 * word + Bvss.SIGMA * set + Integer.numberOfTrailingZeros(bits)] = depth;
                    }
                    enqueue(4 * word + set, queue);
                }
            }
        }
        return graph.vertexCount() - reached;
    }

    private void enqueue(int sliceSet, List<Integer> into) {
        for (int vss = bvss.realPtrs().get(sliceSet); vss < bvss.realPtrs().get(sliceSet + 1L); vss++) {
            into.add(vss);
        }
    }
}
