package io.bitfront.engine.verify;

import io.bitfront.cache.Graph;
import io.bitfront.engine.BfsResult;
import io.bitfront.memory.IntArray;
import java.util.Arrays;

/// Recounts a result's vertices per level and reached edges from its levels.
final class ResultTotals {
    private ResultTotals() {}

    /// Null where they agree, else one line. The levels themselves must be sound.
    static String firstDefect(Graph graph, BfsResult result) {
        int depth = result.depth();
        long[] counts = new long[depth + 1];
        long edges = 0;
        IntArray newIdOf = graph.permutation().newIdOf();
        for (int index = 0; index < graph.vertexCount(); index++) {
            int level = result.level().get(index);
            if (level > depth) {
                return "vertex %d: level %d, beyond the last one counted, %d"
                        .formatted(graph.ids().idOf(index), level, depth);
            }
            if (level >= 0) {
                counts[level]++;
                edges += graph.out().degree(newIdOf.get(index));
            }
        }
        int differs = Arrays.mismatch(counts, result.verticesPerLevel());
        if (differs >= 0) {
            return "level %d: %,d vertices counted, %,d found"
                    .formatted(differs, result.verticesPerLevel()[differs], counts[differs]);
        }
        return edges == result.reachedEdges()
                ? null
                : "%,d reached edges counted, %,d found".formatted(result.reachedEdges(), edges);
    }
}
