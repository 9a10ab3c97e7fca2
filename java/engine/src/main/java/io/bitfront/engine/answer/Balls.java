package io.bitfront.engine.answer;

import io.bitfront.graph.Csc;
import io.bitfront.memory.IntList;
import io.bitfront.parallel.Workers;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
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
    /// By how far they carry, vertices to go on from.
    private final NavigableMap<Integer, IntList> buckets = new TreeMap<>();

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
        int reach = Math.min(radius, EDGE - 1);
        if (reach > 0 && carries[centre] < carrying(reach)) {
            carries[centre] = carrying(reach);
            bucket(reach).add(centre);
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
        return buckets.computeIfAbsent(radius, _ -> new IntList());
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
            while (!buckets.isEmpty()) {
                Map.Entry<Integer, IntList> farthest = buckets.pollLastEntry();
                int carried = farthest.getKey();
                IntList here = farthest.getValue();
                workers.forRange(
                        0,
                        here.size(),
                        GRAIN,
                        (worker, begin, end) -> reach(here, (int) begin, (int) end, carried, found[worker]));
                take(found, carried - 1, ruledOut);
            }
        }
    }

    /// Carries on from some vertices; what is ruled out for the first time is found as its complement. Many threads.
    private void reach(IntList here, int begin, int end, int radius, IntList found) {
        int from = carrying(radius);
        int to = carrying(radius - 1);
        for (int i = begin; i < end; i++) {
            int v = here.get(i);
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

    private void take(IntList[] found, int radius, IntConsumer ruledOut) {
        for (IntList part : found) {
            IntList next = radius > 0 && !part.isEmpty() ? bucket(radius) : null;
            for (int i = 0; i < part.size(); i++) {
                int v = part.get(i);
                if (v < 0) {
                    ruledOut.accept(~v);
                }
                if (next != null) {
                    next.add(v < 0 ? ~v : v);
                }
            }
            part.clear();
        }
    }
}
