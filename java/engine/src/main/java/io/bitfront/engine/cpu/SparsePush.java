package io.bitfront.engine.cpu;

import io.bitfront.engine.adjacency.Adjacency;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;

/// A top-down level from a queue to a queue, for frontiers small beside the graph: costs what their edges cost.
final class SparsePush {
    private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);
    /// Queue entries whose rows are fetched before they are walked.
    private static final int BLOCK = 64;

    /// Edges of a piece that workers share, on the average; about a microsecond's.
    private static final long PIECE_EDGES = 1024;

    /// Edges a vertex up to which no branch of the calling thread depends on whether a neighbour was visited: 36 ms
    /// for 45 on a road map of a million vertices, 2.4 edges each; 34 for 31 on a grid, predictable as it is.
    private static final int FEW_EDGES = 3;

    private final SearchState state;
    private final AtomicInteger end = new AtomicInteger();
    private final Tally touched;
    private final boolean fewEdges;

    SparsePush(SearchState state) {
        this.state = state;
        touched = new Tally(state.workers.threads());
        fewEdges = state.out.edgeCount() < (long) FEW_EDGES * state.vertexCount;
    }

    /// Runs one level on the calling thread; wakes nobody.
    void alone() {
        state.toQueue();
        state.makeRoom();
        int found = state.end;
        for (int from = state.begin; from < state.end; from += BLOCK) {
            found = push(from, Math.min(from + BLOCK, state.end), found);
        }
        state.edges.add(0, settle(state.queue, state.end, found));
        state.advanceQueue(found);
    }

    private int push(int from, int to, int foundBefore) {
        if (to - from > 1) {
            touched.add(0, state.out.touch(state.queue, from, to));
        }
        return fewEdges ? followFew(from, to, foundBefore) : follow(from, to, foundBefore);
    }

    private int follow(int from, int to, int foundBefore) {
        Adjacency out = state.out;
        long[] visited = state.visited;
        int[] queue = state.queue;
        int found = foundBefore;
        for (int i = from; i < to; i++) {
            long first = out.start(queue[i]);
            int rows = out.rows(first, queue[i]);
            for (int row = 0; row < rows; row++) {
                int v = out.row(first + row);
                long word = visited[v >>> 6];
                if ((word >>> v & 1) == 0) {
                    visited[v >>> 6] = word | 1L << v;
                    queue[found++] = v;
                }
            }
        }
        return found;
    }

    /// Queues every neighbour, and leaves those that were visited to be overwritten by the next.
    private int followFew(int from, int to, int foundBefore) {
        Adjacency out = state.out;
        long[] visited = state.visited;
        int[] queue = state.queue;
        int found = foundBefore;
        for (int i = from; i < to; i++) {
            int u = queue[i];
            for (long edge = out.start(u), last = out.end(u); edge < last; edge++) {
                int v = out.row(edge);
                long word = visited[v >>> 6];
                queue[found] = v;
                visited[v >>> 6] = word | 1L << v;
                found += (int) (~word >>> v) & 1;
            }
        }
        return found;
    }

    /// Pieces of a level that workers share.
    static long pieces(SearchState state) {
        return Math.ceilDiv(state.frontierVertices, piece(state));
    }

    /// Vertices of a piece.
    private static int piece(SearchState state) {
        return Math.clamp(PIECE_EDGES * state.frontierVertices / Math.max(1, state.frontierEdges), 1, BLOCK);
    }

    /// Runs one level on all workers, as many as there are [#pieces].
    void together() {
        state.toQueue();
        state.makeRoom();
        end.set(state.end);
        state.workers.forRange(state.begin, state.end, piece(state), this::pushShared);
        state.advanceQueue(end.get());
    }

    private void pushShared(int worker, long from, long to) {
        Adjacency out = state.out;
        long[] visited = state.visited;
        int[] queue = state.queue;
        int[] mine = state.scratch[worker];
        int count = 0;
        touched.add(worker, out.touch(queue, (int) from, (int) to));
        for (int i = (int) from; i < to; i++) {
            long first = out.start(queue[i]);
            int rows = out.rows(first, queue[i]);
            for (int row = 0; row < rows; row++) {
                int v = out.row(first + row);
                if ((visited[v >>> 6] >>> v & 1) == 0 && claims(v)) {
                    if (count == mine.length) {
                        append(worker, mine, count);
                        count = 0;
                    }
                    mine[count++] = v;
                }
            }
        }
        append(worker, mine, count);
    }

    /// Marks `v` as visited, whoever else does; false where it was.
    private boolean claims(int v) {
        long before = (long) WORD.getAndBitwiseOr(state.visited, v >>> 6, 1L << v);
        return (before >>> v & 1) == 0;
    }

    /// Whether the graph has so few edges a vertex that no branch is to depend on whether a neighbour was visited.
    boolean fewEdges() {
        return fewEdges;
    }

    private void append(int worker, int[] vertices, int count) {
        state.edges.add(worker, settle(vertices, 0, count));
        System.arraycopy(vertices, 0, state.queue, end.getAndAdd(count), count);
    }

    /// Stores the level of found vertices and counts their edges. Apart from finding them, because an atomic operation
    /// waits for every store before it to reach memory.
    private long settle(int[] vertices, int from, int to) {
        long edges = 0;
        for (int i = from; i < to; i++) {
            state.level[vertices[i]] = state.depth;
            edges += state.out.degree(vertices[i]);
        }
        return edges;
    }
}
