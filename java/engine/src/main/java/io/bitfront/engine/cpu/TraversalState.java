package io.bitfront.engine.cpu;

import io.bitfront.graph.Graph;
import io.bitfront.parallel.Workers;
import java.util.Arrays;

final class TraversalState {
    static final int GRAIN = 128;
    static final int STRIDE = 16;

    final Workers workers;
    final Adjacency out;
    final Adjacency in;
    final int vertexCount;
    final int words;
    final int[] level;
    final int[] queue;
    final long[] closed;
    final long[] visited;
    long[] frontier;
    long[] next;
    final int[][] scratch;

    final int openAtStart;
    final long openEdgesAtStart;

    int depth;
    boolean inQueue;
    int begin;
    int end;
    long frontierVertices;
    long frontierEdges;
    long open;
    long openEdges;
    private boolean touchedInQueue;
    final long[] found;
    final long[] edges;
    final int[] few = new int[PullFew.MOST];
    int fewCount;

    TraversalState(Graph graph, Workers workers) {
        this.workers = workers;
        vertexCount = graph.vertexCount();
        out = new Adjacency(graph.out(), workers);
        in = graph.directed() ? new Adjacency(graph.in(), workers) : out;
        words = (vertexCount + 63) / 64;
        level = new int[vertexCount];
        queue = new int[vertexCount];
        closed = new long[words];
        visited = new long[words];
        frontier = new long[words];
        next = new long[words];
        scratch = new int[workers.threads()][64 * GRAIN + 1];
        found = new long[workers.threads() * STRIDE];
        edges = new long[workers.threads() * STRIDE];
        int openVertices = 0;
        long openOut = 0;
        for (int v = 0; v < words * 64; v++) {
            if (v >= vertexCount || graph.hubs().get(v) < 0) {
                closed[v >> 6] |= 1L << v;
            } else {
                openVertices++;
                openOut += out.degree(v);
            }
        }
        openAtStart = openVertices;
        openEdgesAtStart = openOut;
    }

    void reset() {
        if (touchedInQueue) {
            for (int i = 0; i < end; i++) {
                int v = queue[i];
                level[v] = -1;
                visited[v >> 6] = closed[v >> 6];
            }
        } else {
            workers.forRange(0, words, 1024, (w, from, to) -> {
                Arrays.fill(level, 64 * (int) from, Math.min(64 * (int) to, vertexCount), -1);
                System.arraycopy(closed, (int) from, visited, (int) from, (int) (to - from));
            });
        }
    }

    void start(int source) {
        level[source] = 0;
        long bit = 1L << source;
        open = openAtStart;
        openEdges = openEdgesAtStart;
        frontierVertices = 1;
        frontierEdges = out.degree(source);
        if ((closed[source >> 6] & bit) == 0) {
            open--;
            openEdges -= frontierEdges;
        }
        visited[source >> 6] |= bit;
        queue[0] = source;
        inQueue = true;
        touchedInQueue = true;
        begin = 0;
        end = 1;
        fewCount = -1;
        depth = 0;
    }

    void clearCounts() {
        Arrays.fill(found, 0);
        Arrays.fill(edges, 0);
    }

    private static long sum(long[] strided) {
        long sum = 0;
        for (int i = 0; i < strided.length; i += STRIDE) {
            sum += strided[i];
        }
        return sum;
    }

    /// next becomes the frontier
    void advanceBitmap() {
        long[] old = frontier;
        frontier = next;
        next = old;
        inQueue = false;
        touchedInQueue = false;
        frontierVertices = sum(found);
        open -= frontierVertices;
        if (open == 0) {
            frontierEdges = openEdges;
        } else {
            boolean fresh = frontierVertices <= open;
            workers.forRange(0, words, 4 * GRAIN, (worker, from, to) -> {
                long sum = 0;
                for (int w = (int) from; w < to; w++) {
                    long bits = fresh ? frontier[w] : ~visited[w];
                    if (bits != 0) {
                        sum += edgesOf(w, bits);
                    }
                }
                edges[STRIDE * worker] += sum;
            });
            frontierEdges = fresh ? sum(edges) : openEdges - sum(edges);
        }
        openEdges -= frontierEdges;
    }

    void advanceQueue(int newEnd) {
        begin = end;
        end = newEnd;
        frontierVertices = end - begin;
        frontierEdges = sum(edges);
        open -= frontierVertices;
        openEdges -= frontierEdges;
    }

    void newQueue() {
        if (!inQueue) {
            begin = 0;
            end = 0;
            inQueue = true;
        }
    }

    private long edgesOf(int w, long bits) {
        int base = w << 6;
        if (Long.bitCount(bits) > 40 && base + 64 <= vertexCount) {
            return out.start(base + 64) - out.start(base) - edgesOf(w, ~bits);
        }
        long sum = 0;
        for (; bits != 0; bits &= bits - 1) {
            int v = base + Long.numberOfTrailingZeros(bits);
            sum += out.end(v) - out.start(v);
        }
        return sum;
    }

    void toBitmap() {
        if (inQueue) {
            Arrays.fill(frontier, 0);
            for (int i = begin; i < end; i++) {
                frontier[queue[i] >> 6] |= 1L << queue[i];
            }
        }
    }

    void toQueue() {
        if (!inQueue) {
            int at = 0;
            for (int w = 0; w < words; w++) {
                for (long bits = frontier[w]; bits != 0; bits &= bits - 1) {
                    queue[at++] = (w << 6) + Long.numberOfTrailingZeros(bits);
                }
            }
            begin = 0;
            end = at;
            inQueue = true;
        }
    }
}
