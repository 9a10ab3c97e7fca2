package io.bitfront.engine.lab;

import io.bitfront.cache.Graph;
import java.util.BitSet;
import java.util.SplittableRandom;

/// Seeded sources with at least one out-edge: the same input ids whatever the ordering of the graph.
public final class RandomSources {
    private final Graph graph;
    private final BitSet chosen = new BitSet();
    private final long[] ids;
    private int count;

    private RandomSources(Graph graph, int room) {
        this.graph = graph;
        this.ids = new long[room];
    }

    /// Draws `count` different input ids; all there are, the smallest first, where fewer vertices have an out-edge.
    public static long[] pick(Graph graph, int count, long seed) {
        RandomSources sources = new RandomSources(graph, available(graph, count));
        if (sources.ids.length == count) {
            sources.draw(new SplittableRandom(seed));
        }
        sources.addSmallest();
        return sources.ids;
    }

    /// How many vertices have an out-edge, as far as they are asked for.
    private static int available(Graph graph, int most) {
        int found = 0;
        for (int vertex = 0; vertex < graph.vertexCount() && found < most; vertex++) {
            found += graph.out().degree(vertex) > 0 ? 1 : 0;
        }
        return found;
    }

    /// Where vertices with an out-edge are rare, drawing them would not end.
    private void draw(SplittableRandom random) {
        long most = 64L * ids.length;
        for (long draws = 0; count < ids.length && draws < most; draws++) {
            addIfSource(random.nextInt(graph.vertexCount()));
        }
    }

    private void addSmallest() {
        for (int index = 0; count < ids.length; index++) {
            addIfSource(index);
        }
    }

    private void addIfSource(int index) {
        if (!chosen.get(index)
                && graph.out().degree(graph.permutation().newIdOf().get(index)) > 0) {
            chosen.set(index);
            ids[count++] = graph.ids().idOf(index);
        }
    }
}
