package io.bitfront.engine.answer;

import io.bitfront.graph.Csc;
import io.bitfront.memory.IntList;
import java.util.Arrays;

/// Sums over what lies beyond bridges, taken apart at which a graph falls into *pieces*: what a search
/// finds beyond one follows from a search of the piece there and from what lies beyond this one's
/// other bridges. One thread at a time.
final class BridgeSums {
    private static final int NONE = -1;

    private final Csc ahead;
    private final Crossing crossing;
    /// By vertex, the first of the bridges that lead away from it; of each bridge, the next one.
    private final int[] first;
    private final IntList next = new IntList();
    private final IntList from = new IntList();
    private final IntList to = new IntList();
    /// Of each bridge, what is found beyond it: once that is known, its size is not 0.
    private int[] size = {};
    private long[] hops = {};
    private int[] height = {};
    private final IntList wanted = new IntList();
    private final int[] level;
    private final int[] queue;

    /// Says of two neighbours whether they are the ends of a bridge.
    interface Crossing {
        boolean test(int one, int other);
    }

    /// @param ahead lists of the vertices that searches go on to
    /// @param crossing true of every bridge that is added, and of no others
    BridgeSums(Csc ahead, Crossing crossing) {
        int n = ahead.vertexCount();
        this.ahead = ahead;
        this.crossing = crossing;
        this.first = new int[n];
        this.level = new int[n];
        this.queue = new int[n];
        Arrays.fill(first, NONE);
        Arrays.fill(level, NONE);
    }

    /// Memory of the heap that they take, but for what they keep of bridges.
    static long bytes(int vertexCount) {
        return 3L * Integer.BYTES * vertexCount;
    }

    /// Adds a bridge, as far as edges lead over it.
    void add(int one, int other) {
        addOneWay(one, other);
        addOneWay(other, one);
    }

    private void addOneWay(int source, int target) {
        long edge = ahead.firstAtLeast(ahead.start(source), ahead.end(source), target);
        if (edge < ahead.end(source) && ahead.row(edge) == target) {
            next.add(first[source]);
            first[source] = from.size();
            from.add(source);
            to.add(target);
        }
    }

    /// Whether a bridge leads away from a vertex.
    boolean leadsAway(int vertex) {
        return first[vertex] != NONE;
    }

    /// What lies beyond the bridges that lead away from a vertex.
    TallTrees.Foot beyond(int vertex) {
        makeRoom();
        TallTrees.Foot all = new TallTrees.Foot(vertex, 0, 0, 0);
        for (int bridge = first[vertex]; bridge != NONE; bridge = next.get(bridge)) {
            wanted.add(bridge);
            findWanted();
            all = all.and(new TallTrees.Foot(vertex, size[bridge], hops[bridge], height[bridge]));
        }
        return all;
    }

    /// All that a search from a vertex finds.
    VertexSums of(int vertex) {
        makeRoom();
        TallTrees.Foot found = search(vertex, NONE);
        if (found == null) {
            findWanted();
            found = search(vertex, NONE);
        }
        return new VertexSums(found.size(), found.hops(), Double.NaN, found.height());
    }

    private void makeRoom() {
        if (size.length < from.size()) {
            size = new int[from.size()];
            hops = new long[from.size()];
            height = new int[from.size()];
        }
    }

    /// Pieces and bridges make a forest: whatever is wanted waits for others, and none of these for it.
    private void findWanted() {
        while (!wanted.isEmpty()) {
            int bridge = wanted.get(wanted.size() - 1);
            TallTrees.Foot found = size[bridge] > 0 ? null : search(to.get(bridge), from.get(bridge));
            if (found != null) {
                size[bridge] = found.size();
                hops[bridge] = found.hops() + found.size();
                height[bridge] = found.height() + 1;
            }
            if (size[bridge] > 0) {
                wanted.removeLast();
            }
        }
    }

    /// Searches the piece of a vertex and adds what lies beyond its bridges, but the one to a vertex.
    ///
    /// @return null where that is not known of some bridges, which are wanted then
    private TallTrees.Foot search(int vertex, int without) {
        int before = wanted.size();
        TallTrees.Foot all = new TallTrees.Foot(vertex, 0, 0, 0);
        int found = 0;
        long sum = 0;
        level[vertex] = 0;
        queue[found++] = vertex;
        for (int i = 0; i < found; i++) {
            int v = queue[i];
            int away = level[v];
            sum += away;
            for (int bridge = first[v]; bridge != NONE; bridge = next.get(bridge)) {
                if (v == vertex && to.get(bridge) == without) {
                    continue;
                }
                if (size[bridge] == 0) {
                    wanted.add(bridge);
                }
                all = all.and(new TallTrees.Foot(
                        vertex, size[bridge], hops[bridge] + (long) away * size[bridge], away + height[bridge]));
            }
            for (long edge = ahead.start(v); edge < ahead.end(v); edge++) {
                int w = ahead.row(edge);
                if (level[w] == NONE && !crossing.test(v, w)) {
                    level[w] = away + 1;
                    queue[found++] = w;
                }
            }
        }
        int farthest = level[queue[found - 1]];
        for (int i = 0; i < found; i++) {
            level[queue[i]] = NONE;
        }
        return wanted.size() > before ? null : all.and(new TallTrees.Foot(vertex, found, sum, farthest));
    }
}
