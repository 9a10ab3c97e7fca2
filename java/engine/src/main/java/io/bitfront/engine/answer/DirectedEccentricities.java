package io.bitfront.engine.answer;

import io.bitfront.engine.adjacency.Adjacency;
import io.bitfront.graph.Csc;
import io.bitfront.memory.IntArray;
import java.util.Arrays;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Bounds of the eccentricities of a directed graph's vertices: at most by way of a pivot of each strong
/// component and the arcs between components, at least by searches against the edges (Borassi, Crescenzi,
/// Habib, Kosters, Marino, Takes, *Fast diameter and radius BFS-based computation in (weakly connected)
/// real-world graphs*, TCS 586, 2015). Works on this machine's memory, two searches beside each other. Whoever asks
/// holds a [io.bitfront.cache.Graph.Use]; one thread at a time.
public final class DirectedEccentricities {
    /// Sources that are searched around at once.
    static final int TOGETHER = 2;

    private static final int UNREACHED = -1;

    private final Adjacency ahead;
    private final Adjacency back;
    private final StrongComponents strong;
    private final BooleanSupplier stop;
    private final int n;
    private final int[] least;
    private final int[] most;
    private final boolean[] radial;
    private final int[] height;
    private final Sweep[] sweeps;
    private int searches;

    /// @param ahead columns list out-neighbours
    /// @param back columns list in-neighbours
    /// @param ids input index of each vertex: the largest strong component is, of several, that of the least
    /// @param stop asked now and then; what is given up throws a [CancellationException], and the
    ///     bounds hold
    public DirectedEccentricities(Csc ahead, Csc back, IntArray ids, BooleanSupplier stop) {
        this.ahead = new Adjacency(ahead);
        this.back = new Adjacency(back);
        this.stop = stop;
        this.strong = StrongComponents.of(ahead, stop);
        this.n = ahead.vertexCount();
        this.least = new int[n];
        this.most = new int[n];
        this.radial = new boolean[n];
        this.sweeps = Stream.generate(Sweep::new).limit(TOGETHER).toArray(Sweep[]::new);
        Arrays.fill(most, Math.max(0, n - 1));
        if (n > 0) {
            searches++;
            Sweep sweep = sweeps[0];
            sweep.run(this.back, strong.vertex(strong.start(strong.largest(ids))));
            for (int i = 0; i < sweep.found; i++) {
                radial[sweep.queue[i]] = true;
            }
        }
        this.height = heights();
    }

    public int least(int vertex) {
        return least[vertex];
    }

    public int most(int vertex) {
        return most[vertex];
    }

    /// Whether a vertex reaches the largest strong component: only then it counts for the radius.
    public boolean radial(int vertex) {
        return radial[vertex];
    }

    public int searches() {
        return searches;
    }

    public void set(int vertex, int eccentricity) {
        least[vertex] = eccentricity;
        most[vertex] = eccentricity;
    }

    /// One of the vertices farthest from another.
    public int farthestFrom(int vertex) {
        searches++;
        sweeps[0].run(ahead, vertex);
        return sweeps[0].last();
    }

    /// Searches along edges, then from a vertex farthest away against them: the source's eccentricity is known from
    /// now on, and whoever reaches that vertex has one of at least its distance.
    ///
    /// @param sources at most [#TOGETHER]
    public void searchAround(int... sources) {
        int[] eccentricity = new int[sources.length];
        together(sources.length, i -> {
            Sweep sweep = sweeps[i];
            sweep.run(ahead, sources[i]);
            int last = sweep.last();
            eccentricity[i] = sweep.distance[last];
            sweep.run(back, last);
        });
        for (int i = 0; i < sources.length; i++) {
            set(sources[i], eccentricity[i]);
            sweeps[i].raise(least);
        }
        searches += 2 * sources.length;
    }

    /// Bounds all from above, by one pivot for each strong component: two searches within all components.
    public void boundByPivots() {
        int[] pivot = pivots();
        together(TOGETHER, i -> sweeps[i].runWithin(i == 0 ? back : ahead, pivot));
        searches += TOGETHER;
        int[] toPivot = sweeps[0].distance;
        int[] fromPivot = sweeps[1].distance;
        int[] label = strong.labels();
        long[] ofPivot = new long[strong.count()];
        for (int c = 0; c < strong.count(); c++) {
            GivenUp.checkAt(strong.start(c), stop);
            for (int place = strong.start(c); place < strong.start(c + 1); place++) {
                int v = strong.vertex(place);
                ofPivot[c] = Math.max(ofPivot[c], fromPivot[v]);
                long end = ahead.end(v);
                for (long e = ahead.start(v); e < end; e++) {
                    int w = ahead.row(e);
                    int next = label[w];
                    if (next != c) {
                        ofPivot[c] = Math.max(ofPivot[c], fromPivot[v] + 1L + toPivot[w] + ofPivot[next]);
                    }
                }
            }
            ofPivot[c] = Math.min(ofPivot[c], most[pivot[c]]);
            for (int place = strong.start(c); place < strong.start(c + 1); place++) {
                int v = strong.vertex(place);
                most[v] = (int) Math.min(most[v], toPivot[v] + ofPivot[c]);
            }
        }
        boundFollowers();
    }

    /// Bounds each vertex that [#follows] by the next one's bounds, without a search.
    public void boundFollowers() {
        for (int c = 0; c < strong.count(); c++) {
            int v = strong.vertex(strong.start(c));
            if (oneWay(v)) {
                int next = next(v);
                least[v] = Math.max(least[v], least[next] + 1);
                most[v] = Math.min(most[v], most[next] + 1);
            }
        }
    }

    /// Whether a vertex has one edge to follow, nothing leads back to it, and it counts for the radius as the next
    /// one does: all that it reaches is a hop farther from it than from there, and so its eccentricity is one more.
    public boolean follows(int vertex) {
        return oneWay(vertex) && radial[vertex] == radial[next(vertex)];
    }

    /// How much more than a vertex's the largest eccentricity is that follows from it.
    public int height(int vertex) {
        return height[vertex];
    }

    private boolean oneWay(int vertex) {
        return ahead.degree(vertex) == 1 && strong.size(strong.labels()[vertex]) == 1;
    }

    private int next(int vertex) {
        return ahead.row(ahead.start(vertex));
    }

    /// Edges lead to components of smaller numbers.
    private int[] heights() {
        int[] heights = new int[n];
        for (int c = strong.count() - 1; c >= 0; c--) {
            int v = strong.vertex(strong.start(c));
            if (follows(v)) {
                heights[next(v)] = Math.max(heights[next(v)], heights[v] + 1);
            }
        }
        return heights;
    }

    /// Runs sweeps beside each other; all have ended where one fails, so that none reads what is closed by
    /// then. A file that was cut short meanwhile fails with an [Error].
    static void together(int count, IntConsumer sweep) {
        Throwable[] thrown = new Throwable[count];
        IntStream.range(0, count).parallel().forEach(i -> {
            try {
                sweep.accept(i);
            } catch (RuntimeException | Error e) {
                thrown[i] = e;
            }
        });
        for (Throwable one : thrown) {
            if (one instanceof Error error) {
                throw error;
            }
            if (one != null) {
                throw (RuntimeException) one;
            }
        }
    }

    /// Of each component a vertex of least eccentricity, as far as is known, and most edges.
    private int[] pivots() {
        int[] pivot = new int[strong.count()];
        for (int c = 0; c < strong.count(); c++) {
            int best = strong.vertex(strong.start(c));
            for (int place = strong.start(c); place < strong.start(c + 1); place++) {
                int v = strong.vertex(place);
                if (least[v] < least[best] || least[v] == least[best] && ahead.degree(v) > ahead.degree(best)) {
                    best = v;
                }
            }
            pivot[c] = best;
        }
        return pivot;
    }

    /// A search, with what it has found.
    private final class Sweep {
        private final int[] distance = new int[n];
        private final int[] queue = new int[n];
        private int found;

        void run(Adjacency edges, int source) {
            begin();
            spread(edges, source, false);
        }

        /// From one source for each strong component, whose edges alone are followed.
        void runWithin(Adjacency edges, int... sources) {
            begin();
            for (int source : sources) {
                spread(edges, source, true);
            }
        }

        /// The vertex found last: none lies farther away.
        int last() {
            return queue[found - 1];
        }

        void raise(int... bounds) {
            for (int i = 0; i < found; i++) {
                bounds[queue[i]] = Math.max(bounds[queue[i]], distance[queue[i]]);
            }
        }

        private void begin() {
            Arrays.fill(distance, UNREACHED);
            found = 0;
        }

        private void spread(Adjacency edges, int source, boolean within) {
            int begin = found;
            queue[found++] = source;
            distance[source] = 0;
            int[] label = strong.labels();
            for (int i = begin; i < found; i++) {
                GivenUp.checkAt(i, stop);
                int v = queue[i];
                long end = edges.end(v);
                for (long e = edges.start(v); e < end; e++) {
                    int w = edges.row(e);
                    if (distance[w] == UNREACHED && (!within || label[w] == label[source])) {
                        distance[w] = distance[v] + 1;
                        queue[found++] = w;
                    }
                }
            }
        }
    }
}
