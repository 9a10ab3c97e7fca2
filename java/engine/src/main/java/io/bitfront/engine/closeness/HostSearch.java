package io.bitfront.engine.closeness;

import io.bitfront.graph.Csc;
import java.util.BitSet;

/// A search on the calling thread that counts levels and what it reaches, used again by the next. Where the
/// graph is a file, [io.bitfront.cache.Graph.Use] is held by the caller.
final class HostSearch {
    private final Csc ahead;
    private final BitSet seen;
    private final int[] queue;
    private int reached;

    HostSearch(Csc ahead) {
        this.ahead = ahead;
        this.seen = new BitSet(ahead.vertexCount());
        this.queue = new int[ahead.vertexCount()];
    }

    /// Hops to the farthest vertex.
    int depth(int source) {
        int depth = -1;
        int begin = 0;
        int end = add(source, 0);
        for (; begin < end; depth++) {
            int last = end;
            for (; begin < last; begin++) {
                long stop = ahead.end(queue[begin]);
                for (long edge = ahead.start(queue[begin]); edge < stop; edge++) {
                    end = add(ahead.row(edge), end);
                }
            }
        }
        for (int i = 0; i < end; i++) {
            seen.clear(queue[i]);
        }
        reached = end;
        return depth;
    }

    private int add(int vertex, int end) {
        if (seen.get(vertex)) {
            return end;
        }
        seen.set(vertex);
        queue[end] = vertex;
        return end + 1;
    }

    /// Vertices that the last search reached, its source included.
    int reached() {
        return reached;
    }
}
