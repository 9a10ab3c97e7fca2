package io.bitfront.engine.answer;

import io.bitfront.graph.Csc;
import io.bitfront.parallel.Workers;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/// Vertices of an undirected graph that finished searches rule out: of one at distance h from a searched vertex, others
/// that are l from that one are at least |l - h| away. As long as that makes too small a value, for all h up to a
/// radius, everything within the radius is ruled out. One caller at a time.
public final class Balls {
    /// Smaller graphs are walked by one thread.
    private static final int LEAST_SHARED = 1 << 16;

    private static final int GRAIN = 1 << 9;
    private static final VarHandle CARRIES = MethodHandles.arrayElementVarHandle(int[].class);

    /// What stands in [#carries] for a vertex that carries no farther.
    private static final int EDGE = 1 << 30;

    private final Csc neighbours;

    /// Of each vertex how far it still carries, less what all balls have grown by, and [#EDGE]; 0: not ruled out.
    private final int[] carries;

    private int grown;
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

    /// The same from sums of hops alone, of which all but a vertex a level might lie beyond the ball: balls of deep
    /// graphs hold so few of all vertices that they lose next to nothing by it.
    public static int radius(VertexSums centre, UpperBounds bounds, Threshold threshold) {
        long sum = centre.distanceSum();
        int h = 0;
        while (h < centre.eccentricity()) {
            sum += 2 * (h + 1L) - centre.reached();
            if (threshold.admits(bounds.of(centre.reached(), sum, 0))) {
                break;
            }
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
        if (radius > 0 && carries[centre] < carrying(radius)) {
            carries[centre] = carrying(radius);
            bucket(radius).add(centre);
        }
    }

    private int carrying(int radius) {
        return EDGE + radius - grown;
    }

    /// Makes the balls added so far larger, all by the same; [#spread] goes on from their ends.
    public void grow(int by) {
        if (by > 0) {
            int end = carrying(0);
            grown += by;
            int[] ends = IntStream.range(0, carries.length)
                    .parallel()
                    .filter(v -> carries[v] == end)
                    .toArray();
            Arrays.stream(ends).forEach(bucket(by)::add);
        }
    }

    /// Whether a vertex lies in a ball that was spread.
    boolean holds(int vertex) {
        return carries[vertex] != 0;
    }

    /// What balls have grown by since the first.
    public int grown() {
        return grown;
    }

    private IntList bucket(int radius) {
        while (buckets.size() <= radius) {
            buckets.add(new IntList());
        }
        return buckets.get(radius);
    }

    /// Rules out what the balls added hold, on all cores: each vertex is visited as often as a ball gets farther
    /// through it.
    ///
    /// @param ruledOut is told each vertex once, centres excepted, by this thread
    public void spread(IntConsumer ruledOut) {
        int threads = carries.length < LEAST_SHARED ? 1 : Runtime.getRuntime().availableProcessors();
        IntList[] found = new IntList[threads];
        Arrays.setAll(found, _ -> new IntList());
        try (Workers workers = new Workers(threads)) {
            for (int radius = buckets.size() - 1; radius > 0; radius--) {
                IntList here = buckets.removeLast();
                int carried = radius;
                workers.forRange(
                        0,
                        here.size,
                        GRAIN,
                        (worker, begin, end) -> reach(here, (int) begin, (int) end, carried, found[worker]));
                take(found, bucket(radius - 1), ruledOut);
            }
        }
        buckets.clear();
    }

    /// Carries on from some vertices; what is ruled out for the first time is found as its complement. Many threads.
    private void reach(IntList here, int begin, int end, int radius, IntList found) {
        int from = carrying(radius);
        int to = carrying(radius - 1);
        for (int i = begin; i < end; i++) {
            int v = here.values[i];
            long last = carries[v] == from ? neighbours.end(v) : 0;
            for (long edge = neighbours.start(v); edge < last; edge++) {
                int w = neighbours.row(edge);
                int before = raise(w, to);
                if (before < to) {
                    found.add(before == 0 ? ~w : w);
                }
            }
        }
    }

    /// @return what the vertex carried before; less than `to` for the one thread that has raised it
    private int raise(int vertex, int to) {
        int before = (int) CARRIES.getOpaque(carries, vertex);
        while (before < to && !CARRIES.compareAndSet(carries, vertex, before, to)) {
            before = (int) CARRIES.getOpaque(carries, vertex);
        }
        return before;
    }

    private static void take(IntList[] found, IntList next, IntConsumer ruledOut) {
        for (IntList part : found) {
            for (int i = 0; i < part.size; i++) {
                int v = part.values[i];
                if (v < 0) {
                    ruledOut.accept(~v);
                }
                next.add(v < 0 ? ~v : v);
            }
            part.size = 0;
        }
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
