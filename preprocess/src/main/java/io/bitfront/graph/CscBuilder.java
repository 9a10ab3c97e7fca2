package io.bitfront.graph;

import io.bitfront.memory.IntArray;
import io.bitfront.memory.LongArray;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import java.lang.foreign.Arena;
import java.util.Arrays;

/// Builds the CSC of A = Gᵀ from edges in any order: column v lists v's out-neighbours, ascending, without
/// self-loops and duplicates.
public final class CscBuilder {
    private CscBuilder() {}

    /// @param selfLoops edges dropped because source and target were one vertex, as streamed
    /// @param duplicates directed edges dropped because the same one was there already, after symmetrising
    public record Built(Csc csc, long selfLoops, long duplicates) {}

    /// Builds the CSC.
    ///
    /// @param symmetrise whether each edge also stands for its reverse
    /// @param arena receives the CSC; work memory is freed before returning
    public static Built build(EdgeSource edges, boolean symmetrise, Arena arena, Workers workers, Progress progress) {
        int n = edges.vertexCount();
        long[] loops = new long[1];
        try (Arena work = Arena.ofShared()) {
            LongArray next = LongArray.allocate(work, n + 2L, "edge counts");
            stream(edges, symmetrise, loops, (source, target) -> next.set(source + 2L, next.get(source + 2L) + 1));
            for (long v = 0; v < n; v++) {
                next.set(v + 2, next.get(v + 2) + next.get(v + 1));
            }
            IntArray rows = IntArray.allocate(work, next.get(n + 1L), "unsorted rows");
            stream(edges, symmetrise, loops, (source, target) -> {
                long at = next.get(source + 1L);
                rows.set(at, target);
                next.set(source + 1L, at + 1);
            });
            LongArray starts = LongArray.allocate(arena, n + 1L, "column starts");
            long written = 0;
            for (int v = 0; v < n; v++) {
                int[] column = Arrays.stream(rows.slice(next.get(v), next.get(v + 1L) - next.get(v))
                                .toArray())
                        .sorted()
                        .distinct()
                        .toArray();
                rows.write(written, column, 0, column.length);
                written += column.length;
                starts.set(v + 1L, written);
            }
            IntArray rowIndex = IntArray.allocate(arena, written, "rows");
            rowIndex.segment().copyFrom(rows.slice(0, written).segment());
            return new Built(new Csc(starts, rowIndex), loops[0] / 2, rows.length() - written);
        }
    }

    /// The CSC of a few edges held in arrays.
    public static Csc of(Arena arena, int vertexCount, int[] from, int[] to, boolean symmetrise) {
        try (Workers workers = new Workers(1)) {
            return build(new ArrayEdges(vertexCount, from, to), symmetrise, arena, workers, Progress.NONE)
                    .csc();
        }
    }

    private interface Sink {
        void edge(int source, int target);
    }

    private static void stream(EdgeSource edges, boolean symmetrise, long[] loops, Sink sink) {
        for (int p = 0; p < edges.partitions(); p++) {
            edges.stream(p, (sources, targets, count) -> {
                for (int i = 0; i < count; i++) {
                    if (sources[i] == targets[i]) {
                        loops[0]++;
                        continue;
                    }
                    sink.edge(sources[i], targets[i]);
                    if (symmetrise) {
                        sink.edge(targets[i], sources[i]);
                    }
                }
            });
        }
    }

    private record ArrayEdges(int vertexCount, int[] from, int[] to) implements EdgeSource {
        @Override
        public long edgeCount() {
            return from.length;
        }

        @Override
        public int partitions() {
            return 1;
        }

        @Override
        public void stream(int partition, Batch batch) {
            batch.accept(from.clone(), to.clone(), from.length);
        }
    }
}
