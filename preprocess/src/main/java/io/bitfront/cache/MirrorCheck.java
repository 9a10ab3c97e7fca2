package io.bitfront.cache;

import io.bitfront.graph.Bisection;
import io.bitfront.graph.Csc;
import io.bitfront.memory.LongArray;
import io.bitfront.parallel.Workers;
import java.lang.foreign.Arena;
import java.util.concurrent.atomic.AtomicReferenceArray;

/// Whether one CSC is the transpose of another; both with ascending rows. Going through the columns v of
/// `out` in order, the next unread row of column u of `in` must be v for each edge v -> u. Each worker takes
/// a range of u, finds where it begins in each column by bisection, and so reads its own part of all columns.
record MirrorCheck(Csc out, Csc in, Workers workers) {
    /// What is wrong, or null.
    String problem() {
        if (out.edgeCount() != in.edgeCount()) {
            return "%,d edges, mirrored %,d".formatted(out.edgeCount(), in.edgeCount());
        }
        AtomicReferenceArray<String> problems = new AtomicReferenceArray<>(workers.threads());
        try (Arena work = Arena.ofShared()) {
            LongArray next = LongArray.allocate(work, in.vertexCount(), "positions in columns");
            workers.onEach(worker -> problems.set(worker, range(bound(worker), bound(worker + 1), next)));
        }
        for (int w = 0; w < problems.length(); w++) {
            if (problems.get(w) != null) {
                return problems.get(w);
            }
        }
        return null;
    }

    /// First vertex of a worker's range; each range holds about the same number of mirrored edges.
    private int bound(int worker) {
        if (worker == workers.threads()) {
            return in.vertexCount();
        }
        long edge = in.edgeCount() / workers.threads() * worker;
        return Bisection.first(0, in.vertexCount(), v -> in.start(v) >= edge);
    }

    private String range(int begin, int end, LongArray next) {
        for (int v = 0; v < out.vertexCount(); v++) {
            for (long e = out.firstAtLeast(out.start(v), out.end(v), begin); e < out.end(v) && out.row(e) < end; e++) {
                int u = out.row(e);
                long at = in.start(u) + next.get(u);
                if (at >= in.end(u) || in.row(at) != v) {
                    return "edge %d -> %d has no mirror".formatted(v, u);
                }
                next.set(u, next.get(u) + 1);
            }
        }
        return null;
    }
}
