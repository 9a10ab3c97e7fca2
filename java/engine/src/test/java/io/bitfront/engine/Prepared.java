package io.bitfront.engine;

import io.bitfront.cache.Graph;
import io.bitfront.cache.PreprocessOptions;
import io.bitfront.cache.Preprocessor;
import io.bitfront.engine.core.SharedEngine;
import io.bitfront.engine.cpu.CpuEngine;
import io.bitfront.engine.spi.Backend;
import io.bitfront.graph.EdgeSource;
import io.bitfront.graph.GraphInput;
import io.bitfront.graph.IndexedEdges;
import io.bitfront.graph.VertexIds;
import io.bitfront.order.OrderingKind;
import io.bitfront.testkit.BfsOracle;
import io.bitfront.testkit.TestGraph;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// The testkit's graphs, prepared by the product's own pipeline; ids are 0..n-1 unless others are given. Close them
/// after use.
public final class Prepared {
    /// Those that stand for no others.
    public static final List<String> ORDERINGS = Stream.of(OrderingKind.values())
            .filter(kind -> !kind.isRule())
            .map(OrderingKind::word)
            .toList();

    private Prepared() {}

    /// In an order of its own, so that no test passes by confusing vertices and input indices.
    public static Graph graph(TestGraph graph) {
        return graph(graph, "random");
    }

    public static Graph graph(TestGraph graph, String ordering) {
        return graph(graph, new VertexIds.Range(0, graph.vertexCount()), ordering);
    }

    /// @param ids of the test graph's vertices
    public static Graph graph(TestGraph graph, VertexIds ids, String ordering) {
        PreprocessOptions options = PreprocessOptions.defaults()
                .withOrdering(OrderingKind.named(ordering))
                .withWindow(64)
                .withSeed(7)
                .withThreads(2);
        return Preprocessor.prepare(input(graph, ids), options);
    }

    /// An engine on the CPU.
    public static Engine cpu(Graph graph, int threads) {
        return engine(new CpuEngine(graph, threads));
    }

    /// An engine over a backend, which it closes.
    public static Engine engine(Backend backend) {
        return new SharedEngine(backend.graph(), backend);
    }

    /// A graph's edges as a reader hands them over.
    public static GraphInput input(TestGraph graph) {
        return input(graph, new VertexIds.Range(0, graph.vertexCount()));
    }

    /// An undirected graph's edges as of a file that holds both directions of each.
    public static GraphInput inputBothWays(TestGraph graph) {
        VertexIds ids = new VertexIds.Range(0, graph.vertexCount());
        return new GraphInput(edges(graph.bothWays()), ids, false, true, "test", "");
    }

    /// The same, of edges that lie in memory as rows, not aligned.
    public static GraphInput inputBothWaysInRows(TestGraph graph) {
        return new GraphInput(
                new HeldRows(graph.bothWays()), new VertexIds.Range(0, graph.vertexCount()), false, true, "test", "");
    }

    private static GraphInput input(TestGraph graph, VertexIds ids) {
        return new GraphInput(edges(graph), ids, !graph.directed(), false, "test", "");
    }

    private static EdgeSource edges(TestGraph graph) {
        return new IndexedEdges(graph.vertexCount(), graph.from().length, (first, count, sources, targets) -> {
            System.arraycopy(graph.from(), (int) first, sources, 0, count);
            System.arraycopy(graph.to(), (int) first, targets, 0, count);
        });
    }

    /// A result's rows as text: the id and the value of every measure.
    public static List<String> rows(ClosenessResult result) {
        List<String> rows = new ArrayList<>();
        for (int row = 0; row < result.rowCount(); row++) {
            StringBuilder line = new StringBuilder().append(result.id(row));
            for (ClosenessMeasure measure : result.job().measures()) {
                line.append(' ').append(result.value(row, measure));
            }
            rows.add(line.toString());
        }
        return rows;
    }

    /// The vertices of each component of an undirected graph, in the engine's numbering.
    public static List<int[]> components(Graph graph, TestGraph test) {
        List<int[]> components = new ArrayList<>();
        int[][] eitherWay =
                new TestGraph(test.name(), test.vertexCount(), test.from(), test.to(), false).outNeighbours();
        BitSet seen = new BitSet();
        for (int root = 0; root < test.vertexCount(); root++) {
            if (!seen.get(root)) {
                int[] levels = BfsOracle.levels(eitherWay, root);
                int[] ids = IntStream.range(0, levels.length)
                        .filter(v -> levels[v] >= 0)
                        .toArray();
                IntStream.of(ids).forEach(seen::set);
                components.add(IntStream.of(ids).map(graph::vertexOf).toArray());
            }
        }
        return components;
    }
}
