package io.bitfront.engine.answer;

import io.bitfront.graph.Csc;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntConsumer;

/// Vertices of an undirected graph that finished searches rule out: of one at distance h from a searched vertex, others
/// that are l from that one are at least |l - h| away. As long as that makes too small a value, for all h up to a
/// radius, everything within the radius is ruled out. One thread at a time.
public final class Balls {
    private final Csc neighbours;
    /// Of each vertex how far it still carries, and one; 0: not ruled out.
    private final int[] carries;
    private final List<IntList> buckets = new ArrayList<>();

    public Balls(Csc neighbours) {
        this.neighbours = neighbours;
        this.carries = new int[neighbours.vertexCount()];
    }

    /// The largest distance up to which nothing is admitted; 0: not even neighbours are ruled out.
    ///
    /// @param harmonic whether the measure is one of harmonic sums
    public static int radius(LevelCounts counts, UpperBounds bounds, Threshold threshold, boolean harmonic) {
        return harmonic ? harmonicRadius(counts, bounds, threshold) : radius(counts, bounds, threshold);
    }

    private static int radius(LevelCounts counts, UpperBounds bounds, Threshold threshold) {
        VertexSums centre = counts.sums();
        long nearer = 1;
        long sum = centre.distanceSum();
        int h = 0;
        while (h + 1 < counts.levels()) {
            sum += 2 * nearer - centre.reached();
            int at = counts.at(h + 1);
            if (threshold.admits(bounds.of(centre.reached(), sum + at - 1, 0))) {
                break;
            }
            nearer += at;
            h++;
        }
        return h;
    }

    /// Distances are tested in steps of an eighth.
    private static int harmonicRadius(LevelCounts counts, UpperBounds bounds, Threshold threshold) {
        long reached = counts.reached();
        int h = 0;
        while (h + 1 < counts.levels()) {
            int from = h + 1;
            int to = Math.min(counts.levels() - 1, from + from / 8);
            double sum = -1;
            for (int level = 0; level < counts.levels(); level++) {
                int apart = Math.max(Math.max(from - level, level - to), 1);
                sum += (double) counts.at(level) / apart;
            }
            if (threshold.admits(bounds.of(reached, reached - 1, sum))) {
                break;
            }
            h = to;
        }
        return h;
    }

    /// Adds a ball; [#spread] rules out what it holds.
    public void add(int centre, int radius) {
        if (radius > 0 && carries[centre] <= radius) {
            carry(centre, radius, vertex -> {});
        }
    }

    private void carry(int vertex, int radius, IntConsumer ruledOut) {
        boolean first = carries[vertex] == 0;
        carries[vertex] = radius + 1;
        while (buckets.size() <= radius) {
            buckets.add(new IntList());
        }
        buckets.get(radius).add(vertex);
        if (first) {
            ruledOut.accept(vertex);
        }
    }

    /// Rules out what the balls added hold: each vertex is visited as often as a ball gets farther through it.
    ///
    /// @param ruledOut is told each vertex once, centres excepted
    public void spread(IntConsumer ruledOut) {
        for (int radius = buckets.size() - 1; radius >= 0; radius--) {
            IntList here = buckets.get(radius);
            for (int i = 0; i < here.size; i++) {
                int v = here.values[i];
                if (carries[v] == radius + 1 && radius > 0) {
                    for (long edge = neighbours.start(v); edge < neighbours.end(v); edge++) {
                        int w = neighbours.row(edge);
                        if (carries[w] < radius) {
                            carry(w, radius - 1, ruledOut);
                        }
                    }
                }
            }
            here.size = 0;
        }
        buckets.clear();
    }

    private static final class IntList {
        private int[] values = new int[16];
        private int size;

        void add(int value) {
            if (size == values.length) {
                values = Arrays.copyOf(values, 2 * size);
            }
            values[size++] = value;
        }
    }
}
