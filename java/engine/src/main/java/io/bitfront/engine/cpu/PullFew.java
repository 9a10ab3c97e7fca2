package io.bitfront.engine.cpu;

/// A pull over a list of the open vertices, on the calling thread: the last levels of a traversal, where a sweep over
/// all words would only skip saturated ones. Tells the frontier by its level, so that it needs no bitmap.
final class PullFew {
    /// Most open vertices that are listed.
    static final int MOST = 1 << 14;

    private final SearchState state;
    private final int[] open = new int[MOST];
    private int count;

    PullFew(SearchState state) {
        this.state = state;
    }

    /// Forgets the list; before each traversal.
    void begin() {
        count = -1;
    }

    /// Whether the next step needs no sweep to find the open vertices.
    boolean listed() {
        return count >= 0;
    }

    /// Runs one level.
    void run() {
        if (!listed()) {
            count = state.gather(state.visited, -1, open);
        }
        state.beginQueue();
        state.makeRoom();
        int[] level = state.level;
        int end = state.end;
        int left = 0;
        for (int i = 0; i < count; i++) {
            int v = open[i];
            if (level[v] < 0 && meetsFrontier(v)) {
                level[v] = state.depth;
                state.visited[v >> 6] |= 1L << v;
                state.queue[end++] = v;
                state.edges.add(0, state.out.degree(v));
            } else if (level[v] < 0) {
                open[left++] = v;
            }
        }
        count = left;
        state.advanceQueue(end);
    }

    private boolean meetsFrontier(int v) {
        int above = state.depth - 1;
        for (long edge = state.in.start(v), end = state.in.end(v); edge < end; edge++) {
            if (state.level[state.in.row(edge)] == above) {
                return true;
            }
        }
        return false;
    }
}
