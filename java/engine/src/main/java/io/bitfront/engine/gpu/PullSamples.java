package io.bitfront.engine.gpu;

import io.bitfront.cache.Graph;
import io.bitfront.engine.gpu.abi.Constants;
import io.bitfront.engine.gpu.abi.PullSample;
import io.bitfront.graph.Csc;
import io.bitfront.memory.IntArray;
import java.util.Arrays;
import java.util.stream.IntStream;

/// What tells a search how much of a graph a pull would look through in vain: vertices at which edges end that are
/// spread evenly over all. A graph whose edges end around one hub needs none: once that is reached nearly every look
/// finds something.
final class PullSamples {
    /// Edges that are looked at to tell such a graph.
    private static final int CORE_SAMPLES = 1_024;

    /// Of them, whose hubs may be elsewhere.
    private static final int MOST_OUTSIDE = 10;

    private static final int WORDS = PullSample.BYTES / Integer.BYTES;
    private static final int NONE = -1;

    private PullSamples() {}

    /// Whether searches of a graph look at samples.
    ///
    /// @param leastEdges of a graph that is worth it
    static boolean areOfUse(Graph graph, long leastEdges) {
        return graph.edgeCount() > 0 && graph.edgeCount() >= leastEdges && !hasCore(graph);
    }

    /// Whether the hub of nearly every vertex that is looked at is the largest of these hubs, or a neighbour of it.
    private static boolean hasCore(Graph graph) {
        IntArray hubs = graph.hubs();
        int[] found = vertices(graph, CORE_SAMPLES).map(hubs::get).toArray();
        int largest = Arrays.stream(found)
                .reduce((one, other) -> graph.in().degree(other) > graph.in().degree(one) ? other : one)
                .orElseThrow();
        return Arrays.stream(found)
                        .filter(hub -> hub != largest && !leads(graph.out(), largest, hub))
                        .count()
                <= MOST_OUTSIDE;
    }

    private static boolean leads(Csc lists, int from, int to) {
        long end = lists.end(from);
        long at = lists.firstAtLeast(lists.start(from), end, to);
        return at < end && lists.row(at) == to;
    }

    /// The ends of so many edges, evenly spread over all.
    private static IntStream vertices(Graph graph, int samples) {
        long edges = graph.edgeCount();
        return IntStream.range(0, samples).map(i -> graph.out().row((long) ((2.0 * i + 1) / (2.0 * samples) * edges)));
    }

    /// The samples as kernels read them: `PullSample` of `native/include/bitfront/abi.cuh`.
    static int[] of(Graph graph) {
        int[] vertices = vertices(graph, Constants.PULL_SAMPLES).toArray();
        int[] words = new int[WORDS * vertices.length];
        for (int i = 0; i < vertices.length; i++) {
            int at = WORDS * i;
            words[at + PullSample.VERTEX / Integer.BYTES] = vertices[i];
            words[at + PullSample.HUB / Integer.BYTES] = graph.hubs().get(vertices[i]);
            long begin = graph.in().start(vertices[i]);
            int known = Math.min(graph.in().degree(vertices[i]), Constants.SAMPLE_LOOKS);
            for (int k = 0; k < Constants.SAMPLE_LOOKS; k++) {
                words[at + PullSample.NEIGHBOURS / Integer.BYTES + k] =
                        k < known ? graph.in().row(begin + k) : NONE;
            }
        }
        return words;
    }
}
