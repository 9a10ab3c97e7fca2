package io.bitfront.engine.closeness;

import io.bitfront.cache.Graph;
import io.bitfront.engine.Direction;
import io.bitfront.graph.Csc;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/// Some of the batches that a job over all sources forms, for measuring what it will take.
public final class JobBatches {
    private JobBatches() {}

    /// Draws full batches, all equally likely; vertices without an edge to follow cost a job nothing, and are
    /// in none.
    ///
    /// @param direction that searches follow
    /// @param width sources of a batch
    /// @param count how many, fewer where the graph has fewer; a graph of less than one batch makes that one
    /// @return vertices (engine numbering) of each, in the order in which the job would run them
    public static List<int[]> draw(Graph graph, Direction direction, int width, int count, long seed) {
        Csc ahead = direction.ahead(graph);
        int[] sources = IntStream.range(0, graph.vertexCount())
                .filter(v -> ahead.degree(v) > 0)
                .toArray();
        if (sources.length < width) {
            return List.of(sources);
        }
        BitSet chosen = choose(sources.length / width, count, seed);
        SourceArrangement arrangement = new SourceArrangement(graph, sources, width);
        List<int[]> batches = new ArrayList<>();
        for (int batch = 0; batch < chosen.length(); batch++) {
            int[] next = arrangement.next(width);
            if (chosen.get(batch)) {
                batches.add(next);
            }
        }
        return batches;
    }

    private static BitSet choose(int among, int count, long seed) {
        BitSet chosen = new BitSet(among);
        SplittableRandom random = new SplittableRandom(seed);
        while (chosen.cardinality() < Math.min(count, among)) {
            chosen.set(random.nextInt(among));
        }
        return chosen;
    }
}
