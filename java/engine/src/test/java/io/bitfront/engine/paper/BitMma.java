package io.bitfront.engine.paper;

import io.bitfront.graph.Bvss;

/// The binary matrix product of one warp, `mma.m8n8k128` with AND and population count, as its lanes see it: A is
/// 8 x 128 bits, lane t holding word t % 4 of row t / 4; B is 128 x 8 bits, lane t holding word t % 4 of column t / 4;
/// C is 8 x 8 counts, lane t receiving (t / 4, 2 (t % 4)) and its right neighbour.
final class BitMma {
    private static final int WORDS = 4;

    private BitMma() {}

    /// @param a one word per lane
    /// @param b one word per lane
    /// @return two counts per lane
    static int[][] multiply(int[] a, int[] b) {
        int[][] c = new int[Bvss.LANES][2];
        for (int lane = 0; lane < Bvss.LANES; lane++) {
            for (int k = 0; k < 2; k++) {
                int row = lane / WORDS;
                int column = 2 * (lane % WORDS) + k;
                for (int word = 0; word < WORDS; word++) {
                    c[lane][k] += Integer.bitCount(a[WORDS * row + word] & b[WORDS * column + word]);
                }
            }
        }
        return c;
    }

    /// Dot products of the 128 slices of a VSS with an 8-bit frontier word, by two products in the paper's layout
    /// (Section 5.1): each lane receives those of its own four slices.
    static int[] sliceHits(Bvss bvss, int vss, int frontier) {
        int[] low = new int[Bvss.LANES];
        int[] high = new int[Bvss.LANES];
        int[] b = new int[Bvss.LANES];
        for (int lane = 0; lane < Bvss.LANES; lane++) {
            int masks = bvss.tileMasks().get((long) vss * Bvss.LANES + lane);
            low[lane] = masks & 0xFFFF;
            high[lane] = masks >>> 16;
            b[lane] = lane % 9 == 0 ? frontier : lane % 9 == 4 ? frontier << 8 : 0;
        }
        int[][] first = multiply(low, b);
        int[][] second = multiply(high, b);
        int[] hits = new int[Bvss.TAU];
        for (int lane = 0; lane < Bvss.LANES; lane++) {
            hits[4 * lane] = first[lane][0];
            hits[4 * lane + 1] = first[lane][1];
            hits[4 * lane + 2] = second[lane][0];
            hits[4 * lane + 3] = second[lane][1];
        }
        return hits;
    }
}
