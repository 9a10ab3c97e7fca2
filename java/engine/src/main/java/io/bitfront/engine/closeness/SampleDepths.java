package io.bitfront.engine.closeness;

import io.bitfront.cache.Graph;
import io.bitfront.engine.Direction;
import io.bitfront.engine.answer.HostSearch;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/// How far away may be what no pivot of a sample has met: the hops from one pivot of each component to the
/// farthest vertex there, and in directed graphs the most hops from any of a few pivots. The same whatever the
/// ordering of the graph and whoever searches.
final class SampleDepths {
    /// Pivots of a directed graph.
    private static final int FEW = 16;

    /// Null where the graph is directed.
    private final ComponentSizes components;
    /// By label of the component; or one.
    private final int[] depth;

    private SampleDepths(ComponentSizes components, int... depth) {
        this.components = components;
        this.depth = depth;
    }

    /// @param pivots input indices
    /// @param components null where the graph is directed
    /// @param depths finds hops to the farthest vertex from each of some vertices
    static SampleDepths of(Graph graph, BitSet pivots, ComponentSizes components, UnaryOperator<int[]> depths) {
        IntStream vertices =
                pivots.stream().map(index -> graph.permutation().newIdOf().get(index));
        if (components == null) {
            int[] found = depths.apply(vertices.limit(FEW).toArray());
            return new SampleDepths(null, Arrays.stream(found).max().orElse(0));
        }
        int[] depth = new int[graph.vertexCount()];
        BitSet met = new BitSet();
        int[] first = vertices.filter(vertex -> {
                    boolean isFirst = !met.get(components.label(vertex)) && components.of(vertex) > 2;
                    met.set(components.label(vertex));
                    return isFirst;
                })
                .toArray();
        int[] found = depths.apply(first);
        for (int i = 0; i < first.length; i++) {
            depth[components.label(first[i])] = found[i];
        }
        return new SampleDepths(components, depth);
    }

    /// Searches on the calling thread; throws a [java.util.concurrent.CancellationException] where it was given up.
    static UnaryOperator<int[]> byHost(Graph graph, Direction direction, BooleanSupplier stop) {
        return vertices -> {
            try (Graph.Use _ = graph.use()) {
                HostSearch search = new HostSearch(stop, direction.ahead(graph));
                return Arrays.stream(vertices).map(search::depth).toArray();
            }
        };
    }

    /// Those of vertices, and of a vertex of each component that has three or more what is searched and found,
    /// six numbers.
    static long bytes(int vertexCount) {
        return (long) Integer.BYTES * vertexCount + 6L * Integer.BYTES * (vertexCount / 3);
    }

    /// Hops from a vertex within which what no pivot has met is taken to be.
    int of(int vertex) {
        return depth[components == null ? 0 : components.label(vertex)];
    }
}
