package io.bitfront.engine.answer;

import io.bitfront.graph.Csc;
import io.bitfront.memory.IntArray;
import java.util.Arrays;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;

/// How many vertices the components of a condensation reach: at least along one way, at most all ways added up. What
/// the largest component reaches is searched and counted once.
final class ReachBounds {
    private final StrongComponents strong;
    private final int n;
    private final int giant;
    /// What the largest component reaches, its own vertices included, and how many those are.
    private final boolean[] ofGiant;

    private final int giantReaches;
    private final int[] least;
    private final int[] most;
    /// What is reached besides what the largest component reaches, at most.
    private final int[] beside;
    private final boolean[] reachesGiant;

    /// @param ids input index of each vertex
    /// @throws CancellationException where it was given up
    ReachBounds(StrongComponents strong, IntArray ids, BooleanSupplier stop) {
        this.strong = strong;
        this.n = strong.edges().vertexCount();
        this.giant = strong.largest(ids);
        HostSearch search = new HostSearch(stop, strong.edges());
        if (giant >= 0) {
            search.goOn(strong.vertex(strong.start(giant)));
        }
        this.ofGiant = search.met();
        this.giantReaches = search.reached();
        this.least = new int[strong.count()];
        this.most = new int[strong.count()];
        this.beside = new int[strong.count()];
        this.reachesGiant = new boolean[strong.count()];
        int[] seen = new int[strong.count()];
        Arrays.fill(seen, -1);
        for (int c = 0; c < strong.count(); c++) {
            GivenUp.checkAt(strong.start(c), stop);
            bound(c, seen);
        }
    }

    int[] least() {
        return least;
    }

    int[] most() {
        return most;
    }

    private void bound(int c, int[] seen) {
        long longest = 0;
        long all = 0;
        long others = 0;
        boolean reaches = c == giant;
        Csc edges = strong.edges();
        for (int place = strong.start(c); place < strong.start(c + 1); place++) {
            int v = strong.vertex(place);
            for (long e = edges.start(v); e < edges.end(v); e++) {
                int next = strong.labels()[edges.row(e)];
                if (next != c && seen[next] != c) {
                    seen[next] = c;
                    longest = Math.max(longest, least[next]);
                    all = Math.min(n, all + most[next]);
                    others = Math.min(n, others + beside[next]);
                    reaches |= reachesGiant[next];
                }
            }
        }
        int size = strong.size(c);
        boolean within = ofGiant[strong.vertex(strong.start(c))];
        reachesGiant[c] = reaches;
        beside[c] = within ? 0 : (int) Math.min(n, size + others);
        if (c == giant) {
            least[c] = giantReaches;
            most[c] = least[c];
            return;
        }
        least[c] = (int) (size + longest);
        long bound = reaches ? (long) beside[c] + giantReaches : size + all;
        most[c] = (int) Math.min(within ? giantReaches : n, bound);
    }
}
