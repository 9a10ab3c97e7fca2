package io.bitfront.generate;

import io.bitfront.graph.EdgeSource;
import io.bitfront.graph.GraphInput;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import io.bitfront.testkit.TestGraph;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/// The edges of a generated graph, gathered in order.
record Drawn(int vertexCount, long edgeCount, int[] from, int[] to) {
    static Drawn of(Generator generator) {
        return of(generator, 2);
    }

    static Drawn of(Generator generator, int threads) {
        try (Workers workers = new Workers(threads);
                GraphInput input = generator.generate(workers, Progress.NONE)) {
            return of(input.edges());
        }
    }

    static Drawn of(EdgeSource edges) {
        return ofPartitions(edges, 0, edges.partitions());
    }

    static Drawn ofPartition(EdgeSource edges, int partition) {
        return ofPartitions(edges, partition, partition + 1);
    }

    private static Drawn ofPartitions(EdgeSource edges, int begin, int end) {
        int[][] ends = {new int[16], new int[16]};
        int[] total = new int[1];
        for (int partition = begin; partition < end; partition++) {
            edges.stream(partition, (sources, targets, count) -> {
                int size = total[0] + count;
                while (size > ends[0].length) {
                    ends[0] = Arrays.copyOf(ends[0], 2 * ends[0].length);
                    ends[1] = Arrays.copyOf(ends[1], 2 * ends[1].length);
                }
                System.arraycopy(sources, 0, ends[0], total[0], count);
                System.arraycopy(targets, 0, ends[1], total[0], count);
                total[0] = size;
            });
        }
        int[] from = Arrays.copyOf(ends[0], total[0]);
        int[] to = Arrays.copyOf(ends[1], total[0]);
        return new Drawn(edges.vertexCount(), edges.edgeCount(), from, to);
    }

    /// Each edge from its smaller to its larger vertex, all in ascending order.
    Drawn sorted() {
        long[] edges = IntStream.range(0, from.length)
                .mapToLong(i -> (long) Math.min(from[i], to[i]) << 32 | Math.max(from[i], to[i]))
                .sorted()
                .toArray();
        int[] smaller = LongStream.of(edges).mapToInt(e -> (int) (e >>> 32)).toArray();
        int[] larger = LongStream.of(edges).mapToInt(e -> (int) e).toArray();
        return new Drawn(vertexCount, edgeCount, smaller, larger);
    }

    /// FNV-1a over the edges in order, eight bytes each: source, then target, little-endian.
    long hash() {
        long hash = 0xCBF29CE484222325L;
        for (int i = 0; i < from.length; i++) {
            for (int shift = 0; shift < 32; shift += 8) {
                hash = (hash ^ (from[i] >>> shift & 0xFF)) * 0x100000001B3L;
            }
            for (int shift = 0; shift < 32; shift += 8) {
                hash = (hash ^ (to[i] >>> shift & 0xFF)) * 0x100000001B3L;
            }
        }
        return hash;
    }

    TestGraph undirected() {
        return new TestGraph("generated", vertexCount, from, to, false);
    }

    /// Degrees with loops and duplicates.
    int[] degrees() {
        int[] degree = new int[vertexCount];
        for (int i = 0; i < from.length; i++) {
            degree[from[i]]++;
            degree[to[i]]++;
        }
        return degree;
    }
}
