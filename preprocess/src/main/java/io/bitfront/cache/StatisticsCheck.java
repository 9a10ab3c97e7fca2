package io.bitfront.cache;

import io.bitfront.graph.Bvss;
import io.bitfront.graph.Components;
import io.bitfront.graph.DegreeStatistics;
import io.bitfront.graph.EdgeCounts;
import io.bitfront.graph.GraphStatistics;
import io.bitfront.graph.UpdateDivergence;
import io.bitfront.parallel.Workers;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/// Whether the statistics are those of the graph, as far as the graph itself tells.
record StatisticsCheck(Graph graph, Workers workers) {
    private static final long GRAIN = 1 << 18;

    /// What is wrong, or null; edges and slices must be right.
    String problem() {
        GraphStatistics kept = graph.statistics();
        DegreeStatistics degrees = DegreeStatistics.of(graph.out(), graph.in(), workers);
        long slices = sliceCount();
        double ratio = slices == 0 ? 0 : (double) graph.edgeCount() / (Bvss.SIGMA * slices);
        int components = kept.components() < 0 ? -1 : Components.count(graph.out(), graph.in(), workers);
        double divergence = UpdateDivergence.of(graph.bvss(), graph.out(), workers);
        EdgeCounts edges = kept.edges();
        long left = edges.read() - edges.selfLoops() - edges.duplicates();
        return Stream.of(
                        new Field(
                                "inputEdges - selfLoops - duplicates",
                                left,
                                graph.directed() ? graph.edgeCount() : graph.edgeCount() / 2),
                        new Field("isolatedVertices", kept.isolatedVertices(), degrees.isolatedVertices()),
                        new Field("maxOutDegree", kept.maxOutDegree(), degrees.maxOutDegree()),
                        new Field("maxInDegree", kept.maxInDegree(), degrees.maxInDegree()),
                        new Field("meanDegree", kept.meanDegree(), degrees.meanDegree()),
                        new Field("sliceCount", kept.sliceCount(), slices),
                        new Field("vssCount", kept.vssCount(), graph.bvss().vssCount()),
                        new Field("compressionRatio", kept.compressionRatio(), ratio),
                        new Field("updateDivergence", kept.updateDivergence(), divergence),
                        new Field("scaleFree", kept.scaleFree(), degrees.scaleFree()),
                        new Field("components", kept.components(), components))
                .filter(field -> !field.kept.equals(field.expected))
                .map(field -> "%s is %s, expected %s".formatted(field.name, field.kept, field.expected))
                .findFirst()
                .orElse(null);
    }

    private record Field(String name, Object kept, Object expected) {}

    private long sliceCount() {
        LongAdder slices = new LongAdder();
        MemorySegment masks = graph.bvss().tileMasks().segment();
        workers.forRange(0, masks.byteSize(), GRAIN, (worker, begin, end) -> {
            long count = 0;
            for (long slice = begin; slice < end; slice++) {
                count += masks.get(ValueLayout.JAVA_BYTE, slice) == 0 ? 0 : 1;
            }
            slices.add(count);
        });
        return slices.sum();
    }
}
