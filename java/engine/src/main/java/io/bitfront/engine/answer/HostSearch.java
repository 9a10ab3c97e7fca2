package io.bitfront.engine.answer;

import io.bitfront.graph.Csc;
import java.util.Arrays;
import java.util.function.BooleanSupplier;

/// Searches on the calling thread, one after another. Where the graph is a file,
/// [io.bitfront.cache.Graph.Use] is held by the caller.
public final class HostSearch {
    private final BooleanSupplier stop;
    private final Csc[] lists;
    private final boolean[] met;
    private final int[] queue;
    private int reached;
    private long visits;

    /// @param stop asked now and then; a search that is given up throws a
    ///     [java.util.concurrent.CancellationException], and is the last one
    /// @param lists that are followed from each vertex, all of the same vertices
    public HostSearch(BooleanSupplier stop, Csc... lists) {
        this.stop = stop;
        this.lists = lists.clone();
        this.met = new boolean[lists[0].vertexCount()];
        this.queue = new int[lists[0].vertexCount()];
    }

    /// Searches all that a vertex reaches.
    ///
    /// @return hops to the farthest vertex
    public int depth(int source) {
        int depth = goOn(source);
        for (int i = 0; i < reached; i++) {
            met[queue[i]] = false;
        }
        return depth;
    }

    /// Searches what a vertex reaches and no such search before has met.
    ///
    /// @return hops to the farthest vertex; -1 where the source was met before
    public int goOn(int source) {
        int depth = -1;
        int begin = 0;
        int end = add(source, 0);
        for (; begin < end; depth++) {
            for (int last = end; begin < last; begin++) {
                GivenUp.checkAt(++visits, stop);
                for (Csc list : lists) {
                    end = expand(list, queue[begin], end);
                }
            }
        }
        reached = end;
        return depth;
    }

    private int expand(Csc list, int vertex, int tail) {
        int end = tail;
        long stop = list.end(vertex);
        for (long edge = list.start(vertex); edge < stop; edge++) {
            end = add(list.row(edge), end);
        }
        return end;
    }

    private int add(int vertex, int end) {
        if (met[vertex]) {
            return end;
        }
        met[vertex] = true;
        queue[end] = vertex;
        return end + 1;
    }

    /// Of each vertex, whether any of the searches that went on has met it.
    boolean[] met() {
        return met;
    }

    /// How many vertices the last search met, its source included.
    public int reached() {
        return reached;
    }

    /// The vertices that the last search met, nearest first.
    public int[] vertices() {
        return Arrays.copyOf(queue, reached);
    }
}
