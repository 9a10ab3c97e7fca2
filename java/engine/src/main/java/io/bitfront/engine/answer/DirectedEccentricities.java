package io.bitfront.engine.answer;

import io.bitfront.graph.Csc;
import io.bitfront.memory.IntArray;
import java.util.Arrays;

/// Bounds of the eccentricities of a directed graph's vertices: at most by way of a pivot of each strong
/// component and the arcs between components, at least by searches against the edges (Borassi, Crescenzi,
/// Habib, Kosters, Marino, Takes, *Fast diameter and radius BFS-based computation in (weakly connected)
/// real-world graphs*, TCS 586, 2015). Works on this machine's memory, one thread.
public final class DirectedEccentricities {
    private static final int UNREACHED = -1;

    private final Csc ahead;
    private final Csc back;
    private final StrongComponents strong;
    private final int n;
    private final int[] least;
    private final int[] most;
    private final boolean[] radial;
    private final int[] distance;
    private final int[] queue;
    private int found;
    private int searches;

    /// @param ahead columns list out-neighbours
    /// @param back columns list in-neighbours
    /// @param ids input index of each vertex: the largest strong component is, of several, that of the least
    public DirectedEccentricities(Csc ahead, Csc back, IntArray ids) {
        this.ahead = ahead;
        this.back = back;
        this.strong = StrongComponents.of(ahead);
        this.n = ahead.vertexCount();
        this.least = new int[n];
        this.most = new int[n];
        this.radial = new boolean[n];
        this.distance = new int[n];
        this.queue = new int[n];
        Arrays.fill(most, Math.max(0, n - 1));
        if (n > 0) {
            search(back, strong.vertex(strong.start(strong.largest(ids))), false);
            for (int i = 0; i < found; i++) {
                radial[queue[i]] = true;
            }
        }
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

    /// Searches along edges: this vertex's eccentricity is known from now on.
    ///
    /// @return one of the vertices farthest away
    public int forward(int vertex) {
        search(ahead, vertex, false);
        int last = queue[found - 1];
        set(vertex, distance[last]);
        return last;
    }

    /// Searches against edges: whoever reaches this vertex has an eccentricity of at least that distance.
    public void backward(int vertex) {
        search(back, vertex, false);
        for (int i = 0; i < found; i++) {
            least[queue[i]] = Math.max(least[queue[i]], distance[queue[i]]);
        }
    }

    private void search(Csc edges, int source, boolean within) {
        searches++;
        Arrays.fill(distance, UNREACHED);
        found = 0;
        spread(edges, source, within);
    }

    private void spread(Csc edges, int source, boolean within) {
        int begin = found;
        queue[found++] = source;
        distance[source] = 0;
        int[] label = strong.labels();
        for (int i = begin; i < found; i++) {
            int v = queue[i];
            for (long e = edges.start(v); e < edges.end(v); e++) {
                int w = edges.row(e);
                if (distance[w] == UNREACHED && (!within || label[w] == label[source])) {
                    distance[w] = distance[v] + 1;
                    queue[found++] = w;
                }
            }
        }
    }

    /// Bounds all from above, by one pivot for each strong component: two searches within all components.
    public void boundByPivots() {
        int[] pivot = pivots();
        int[] toPivot = distancesWithin(back, pivot);
        int[] fromPivot = distancesWithin(ahead, pivot);
        long[] ofPivot = new long[strong.count()];
        for (int c = 0; c < strong.count(); c++) {
            for (int place = strong.start(c); place < strong.start(c + 1); place++) {
                int v = strong.vertex(place);
                ofPivot[c] = Math.max(ofPivot[c], fromPivot[v]);
                for (long e = ahead.start(v); e < ahead.end(v); e++) {
                    int w = ahead.row(e);
                    int next = strong.labels()[w];
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

    private int[] distancesWithin(Csc edges, int... pivot) {
        searches++;
        Arrays.fill(distance, UNREACHED);
        found = 0;
        for (int source : pivot) {
            spread(edges, source, true);
        }
        return distance.clone();
    }
}
