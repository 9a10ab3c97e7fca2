package io.bitfront.cache;

import io.bitfront.graph.GraphInput;
import io.bitfront.graph.ListedEdges;
import io.bitfront.graph.VertexIds;
import io.bitfront.memory.LongArray;
import io.bitfront.order.OrderingKind;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import io.bitfront.testkit.TestGraph;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.stream.LongStream;

/// Test graphs as inputs of the preprocessing.
final class TestInputs {
    static final CacheKey KEY = CacheKey.ofGenerated("test", PreprocessOptions.defaults());

    private TestInputs() {}

    static GraphInput of(TestGraph graph) {
        return with(graph, new VertexIds.Range(0, graph.vertexCount()));
    }

    /// Ids 10, 13, 16, ... instead of 0, 1, 2, ...
    static GraphInput withSparseIds(TestGraph graph) {
        long[] ids =
                LongStream.range(0, graph.vertexCount()).map(v -> 10 + 3 * v).toArray();
        return with(graph, new VertexIds.Table(LongArray.copyOf(Arena.ofAuto(), ids)));
    }

    /// Names `v0000000`, `v0000001`, ... with a letter beyond ASCII, so that they ascend with the vertices.
    static GraphInput withNames(TestGraph graph) {
        StringBuilder text = new StringBuilder();
        long[] starts = new long[graph.vertexCount() + 1];
        long length = 0;
        for (int v = 0; v < graph.vertexCount(); v++) {
            String name = "v%07d é".formatted(v);
            text.append(name);
            length += name.getBytes(StandardCharsets.UTF_8).length;
            starts[v + 1] = length;
        }
        Arena arena = Arena.ofAuto();
        MemorySegment bytes = arena.allocate(length);
        bytes.copyFrom(MemorySegment.ofArray(text.toString().getBytes(StandardCharsets.UTF_8)));
        return with(graph, new VertexIds.Names(LongArray.copyOf(arena, starts), bytes));
    }

    /// With names, or with sparse ids: a graph with this section.
    static GraphInput having(BvssSection section, TestGraph graph) {
        return section.ofNames() ? withNames(graph) : withSparseIds(graph);
    }

    private static GraphInput with(TestGraph graph, VertexIds ids) {
        return new GraphInput(new ListedEdges(graph, 1), ids, !graph.directed(), false, "test", "");
    }

    static PreprocessOptions options(String ordering, int threads) {
        return PreprocessOptions.defaults()
                .withOrdering(OrderingKind.named(ordering))
                .withThreads(threads);
    }

    static Graph prepared(TestGraph graph, String ordering) {
        return Preprocessor.prepare(of(graph), options(ordering, 2));
    }

    static void keep(GraphInput input, PreprocessOptions options, Path file) {
        try (Workers workers = new Workers(options.threads())) {
            new Preprocessor(options, workers, Progress.NONE, new PhaseLog(), line -> {}).intoFile(input, KEY, file);
        }
    }

    static void write(Graph graph, Path file) {
        try (Workers workers = new Workers(2);
                BvssWriter writer = new BvssWriter(file)) {
            writer.copy(graph, workers);
            writer.finish(graph, KEY, () -> {}, workers, Progress.NONE);
        }
    }
}
