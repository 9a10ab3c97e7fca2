package io.bitfront.engine.closeness;

import io.bitfront.cache.Graph;
import io.bitfront.graph.Csc;
import io.bitfront.memory.IntArray;
import io.bitfront.random.CounterHash;
import java.util.stream.IntStream;

/// A 64-bit hash of a graph's edges and ids in the input's numbering: the same whatever the ordering it was prepared
/// with, since it sums a hash of each edge. Reads every edge once, on all cores.
final class GraphFingerprint {
    private static final int BLOCK = 1 << 12;

    private GraphFingerprint() {}

    static long of(Graph graph) {
        int n = graph.vertexCount();
        return IntStream.range(0, Math.ceilDiv(n, BLOCK))
                .parallel()
                .mapToLong(block -> ofColumns(graph, block * BLOCK, (int) Math.min((block + 1L) * BLOCK, n)))
                .sum();
    }

    private static long ofColumns(Graph graph, int begin, int end) {
        Csc out = graph.out();
        IntArray oldIdOf = graph.permutation().oldIdOf();
        long sum = 0;
        for (int v = begin; v < end; v++) {
            long source = oldIdOf.get(v);
            sum += mix(~graph.ids().idOf((int) source));
            for (long edge = out.start(v); edge < out.end(v); edge++) {
                sum += mix(source << Integer.SIZE | oldIdOf.get(out.row(edge)));
            }
        }
        return sum;
    }

    /// The first number of SplitMix64.
    static long mix(long value) {
        return CounterHash.draw(value, 0);
    }
}
