package io.bitfront.engine.lab;

import io.bitfront.cache.Graph;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.SplittableRandom;

/// Seeded sources with at least one out-edge: the same input ids whatever the ordering of the graph.
public final class RandomSources {
    private RandomSources() {}

    /// Draws `count` different input ids, fewer where fewer vertices have an out-edge.
    public static long[] pick(Graph graph, int count, long seed) {
        int vertexCount = graph.vertexCount();
        Set<Integer> chosen = new LinkedHashSet<>();
        SplittableRandom random = new SplittableRandom(seed);
        for (long draws = 0; chosen.size() < count && draws < 64L * count && vertexCount > 0; draws++) {
            addIfSource(graph, random.nextInt(vertexCount), chosen);
        }
        // Where such vertices are rare, drawing would not end: the rest are the smallest ids.
        for (int index = 0; chosen.size() < count && index < vertexCount; index++) {
            addIfSource(graph, index, chosen);
        }
        return chosen.stream().mapToLong(index -> graph.ids().idOf(index)).toArray();
    }

    private static void addIfSource(Graph graph, int index, Set<Integer> chosen) {
        if (graph.out().degree(graph.permutation().newIdOf().get(index)) > 0) {
            chosen.add(index);
        }
    }
}
