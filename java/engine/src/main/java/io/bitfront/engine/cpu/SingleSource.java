package io.bitfront.engine.cpu;

import io.bitfront.engine.LevelTrace;
import io.bitfront.engine.Mode;
import io.bitfront.graph.Csc;
import io.bitfront.graph.Graph;
import io.bitfront.parallel.Workers;
import java.util.Arrays;
import java.util.List;

/// Traversal from one source; the state is allocated once and reused.
final class SingleSource {
    private final Csc out;
    private final int[] level;
    private final int[] queue;
    private long[] perLevel = new long[0];
    private long reachedEdges;

    SingleSource(Graph graph, Workers workers) {
        this.out = graph.out();
        this.level = new int[graph.vertexCount()];
        this.queue = new int[graph.vertexCount()];
    }

    /// Bytes the state takes.
    static long bytes(Graph graph) {
        return 2L * Integer.BYTES * graph.vertexCount();
    }

    void reset() {
        Arrays.fill(level, -1);
    }

    void run(int source, Mode mode, int maxLevel, int[] targets, boolean trace) {
        level[source] = 0;
        queue[0] = source;
        reachedEdges = 0;
        int begin = 0;
        int end = 1;
        long[] counts = new long[16];
        int depth = 0;
        while (true) {
            counts = depth < counts.length ? counts : Arrays.copyOf(counts, 2 * depth);
            counts[depth] = end - begin;
            int next = end;
            boolean last = depth == maxLevel || allFound(targets);
            for (int i = begin; i < end; i++) {
                int u = queue[i];
                reachedEdges += out.degree(u);
                for (long edge = out.start(u); edge < out.end(u) && !last; edge++) {
                    int v = out.row(edge);
                    if (level[v] < 0) {
                        level[v] = depth + 1;
                        queue[next++] = v;
                    }
                }
            }
            if (next == end) {
                break;
            }
            begin = end;
            end = next;
            depth++;
        }
        perLevel = Arrays.copyOf(counts, depth + 1);
    }

    private boolean allFound(int[] targets) {
        return targets.length > 0 && Arrays.stream(targets).allMatch(t -> level[t] >= 0);
    }

    int[] level() {
        return level;
    }

    long[] verticesPerLevel() {
        return perLevel;
    }

    long reachedEdges() {
        return reachedEdges;
    }

    List<LevelTrace> trace() {
        return List.of();
    }
}
