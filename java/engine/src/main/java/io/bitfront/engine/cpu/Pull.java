package io.bitfront.engine.cpu;

import io.bitfront.cache.Graph;
import io.bitfront.engine.adjacency.Adjacency;

/// A bottom-up level: every open vertex looks for an in-neighbour in the frontier and stops at the first. A worker
/// takes a piece of the words and goes over it in stages that keep many reads in flight: the largest in-neighbour of
/// each vertex, side by side in memory; then, for those it did not answer, the first in-neighbours one round after the
/// other; then the rest of each list. Owns the words of its piece, so nothing is atomic.
final class Pull {
    /// In-neighbours looked at in rounds over all misses of a piece before lists are walked one by one.
    private static final int ROUNDS = 3;

    private final SearchState state;
    /// Address of the largest in-neighbours.
    private final long hubs;
    /// Vertices with one in-neighbour: the largest is the only one.
    private final long[] single;

    Pull(SearchState state, Graph graph) {
        this.state = state;
        hubs = Adjacency.address(graph.hubs());
        single = new long[state.words];
        state.workers.forRange(0, state.words, SearchState.GRAIN, (worker, from, to) -> {
            for (int v = (int) (64 * from); v < Math.min(64 * to, state.vertexCount); v++) {
                single[v >> 6] |= state.in.degree(v) == 1 ? 1L << v : 0;
            }
        });
    }

    /// Runs one level.
    void run() {
        state.toBitmap();
        state.workers.forRange(0, state.words, SearchState.GRAIN, this::pull);
        state.advanceBitmap();
    }

    private void pull(int worker, long from, long to) {
        int[] misses = state.scratch[worker];
        int missed = probeHubs((int) from, (int) to, misses);
        for (int round = 0; round < ROUNDS; round++) {
            missed = probe(round, misses, missed);
        }
        walk(misses, missed);
        long found = 0;
        for (int w = (int) from; w < to; w++) {
            state.visited[w] |= state.next[w];
            found += Long.bitCount(state.next[w]);
        }
        state.found.add(worker, found);
    }

    /// Tries the largest in-neighbour of each open vertex; lists those it does not answer for.
    private int probeHubs(int from, int to, int[] misses) {
        long[] visited = state.visited;
        int missed = 0;
        for (int w = from; w < to; w++) {
            long open = ~visited[w];
            long hits = open == -1 ? probeWord(w) : open == 0 ? 0 : probeBits(w, open);
            state.next[w] = hits;
            for (long bits = open & ~hits & ~single[w]; bits != 0; bits &= bits - 1) {
                misses[missed++] = (w << 6) + Long.numberOfTrailingZeros(bits);
            }
        }
        return missed;
    }

    private long probeWord(int word) {
        long[] frontier = state.frontier;
        int[] level = state.level;
        int afterUnreached = state.depth + 1;
        int base = word << 6;
        long hits = 0;
        for (int i = 0; i < 64; i++) {
            int hub = Adjacency.intAt(hubs, base + i);
            long hit = frontier[hub >>> 6] >>> hub & 1;
            hits |= hit << i;
            level[base + i] = (int) hit * afterUnreached - 1;
        }
        return hits;
    }

    private long probeBits(int word, long open) {
        long[] frontier = state.frontier;
        int[] level = state.level;
        int afterUnreached = state.depth + 1;
        long hits = 0;
        for (long bits = open; bits != 0; bits &= bits - 1) {
            int v = (word << 6) + Long.numberOfTrailingZeros(bits);
            int hub = Adjacency.intAt(hubs, v);
            long hit = frontier[hub >>> 6] >>> hub & 1;
            hits |= hit << v;
            level[v] = (int) hit * afterUnreached - 1;
        }
        return hits;
    }

    /// Tries one more in-neighbour of each miss; keeps those with more to try. Without branches on what it finds.
    private int probe(int round, int[] misses, int missed) {
        Adjacency in = state.in;
        long[] frontier = state.frontier;
        int afterUnreached = state.depth + 1;
        int left = 0;
        for (int i = 0; i < missed; i++) {
            int v = misses[i];
            long last = in.end(v) - 1;
            long edge = Math.min(in.start(v) + round, last);
            int u = in.row(edge);
            long hit = frontier[u >>> 6] >>> u & 1;
            state.level[v] = (int) hit * afterUnreached - 1;
            state.next[v >> 6] |= hit << v;
            misses[left] = v;
            left += hit == 0 && edge < last ? 1 : 0;
        }
        return left;
    }

    private void walk(int[] misses, int missed) {
        Adjacency in = state.in;
        long[] frontier = state.frontier;
        for (int i = 0; i < missed; i++) {
            int v = misses[i];
            for (long edge = in.start(v) + ROUNDS, end = in.end(v); edge < end; edge++) {
                int u = in.row(edge);
                if ((frontier[u >>> 6] >>> u & 1) != 0) {
                    state.level[v] = state.depth;
                    state.next[v >> 6] |= 1L << v;
                    break;
                }
            }
        }
    }
}
