package io.bitfront.cache;

import io.bitfront.graph.Bvss;
import io.bitfront.graph.BvssPacker;
import io.bitfront.graph.Csc;
import io.bitfront.memory.IntArray;

/// Whether a BVSS is well formed and unpacks to exactly the out-neighbours.
final class SliceCheck {
    private static final long GRAIN = 256;

    private final Csc out;
    private final Bvss bvss;
    private final FirstProblem first;

    SliceCheck(Graph graph, FirstProblem first) {
        this.out = graph.out();
        this.bvss = graph.bvss();
        this.first = first;
    }

    /// What is wrong with the pointers between slice sets and virtual ones, or null.
    String pointers() {
        IntArray realPtrs = bvss.realPtrs();
        int sets = BvssPacker.sliceSetCount(out.vertexCount());
        if (realPtrs.get(0) != 0 || realPtrs.get(sets) != bvss.vssCount()) {
            return "realPtrs run from %d to %d, expected 0 to %d"
                    .formatted(realPtrs.get(0), realPtrs.get(sets), bvss.vssCount());
        }
        String order = first.of(
                0,
                sets,
                GRAIN,
                s -> realPtrs.get(s) <= realPtrs.get(s + 1)
                        ? null
                        : "slice set %d runs from VSS %d to %d".formatted(s, realPtrs.get(s), realPtrs.get(s + 1)));
        return order != null ? order : first.of(0, sets, GRAIN, s -> owned((int) s));
    }

    private String owned(int set) {
        for (int vss = bvss.realPtrs().get(set); vss < bvss.realPtrs().get(set + 1L); vss++) {
            if (bvss.virtualToReal().get(vss) != set) {
                return "VSS %d names slice set %d, expected %d"
                        .formatted(vss, bvss.virtualToReal().get(vss), set);
            }
        }
        return null;
    }

    /// What is wrong with the slices, or null; the pointers must be right.
    String slices() {
        return first.of(0, BvssPacker.sliceSetCount(out.vertexCount()), GRAIN, set -> slicesOf((int) set));
    }

    /// Reads the slices of a set in order; each must take the next unread row of exactly the columns in its
    /// mask.
    private String slicesOf(int set) {
        long[] next = new long[Bvss.SIGMA];
        long[] end = new long[Bvss.SIGMA];
        long firstColumn = (long) set * Bvss.SIGMA;
        for (int c = 0; c < Bvss.SIGMA && firstColumn + c < out.vertexCount(); c++) {
            next[c] = out.start((int) firstColumn + c);
            end[c] = out.end((int) firstColumn + c);
        }
        int lastVss = bvss.realPtrs().get(set + 1L);
        int previous = -1;
        boolean padding = false;
        for (int vss = bvss.realPtrs().get(set); vss < lastVss; vss++) {
            for (int i = 0; i < Bvss.TAU; i++) {
                int row = bvss.row(vss, i);
                int mask = bvss.mask(vss, i);
                padding |= mask == 0;
                boolean right = padding
                        ? mask == 0 && i > 0 && vss == lastVss - 1 && row == previous
                        : row > previous && taken(row, mask, next, end);
                if (!right) {
                    return "slice %d of VSS %d has row %d and mask %02x".formatted(i, vss, row, mask);
                }
                previous = row;
            }
        }
        for (int c = 0; c < Bvss.SIGMA; c++) {
            if (next[c] < end[c]) {
                return "edge %d -> %d is in no slice".formatted(firstColumn + c, out.row(next[c]));
            }
        }
        return null;
    }

    private boolean taken(int row, int mask, long[] next, long[] end) {
        for (int c = 0; c < Bvss.SIGMA; c++) {
            if ((mask & 1 << c) != 0) {
                if (next[c] >= end[c] || out.row(next[c]) != row) {
                    return false;
                }
                next[c]++;
            }
        }
        return true;
    }
}
