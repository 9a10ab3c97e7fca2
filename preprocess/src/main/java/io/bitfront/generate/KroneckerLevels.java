package io.bitfront.generate;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/// Draws four levels of a Kronecker edge from 32 random bits by the alias method. Outcome v of 0..255 holds
/// four bits of the source (v >>> 4) and four of the target (v & 15), the highest level first. A level's bits
/// (source, target) are 00, 01, 10 or 11 with probability 57, 19, 19 or 5 in 100, so v has weight W(v), their
/// product, of 10⁸ in all.
///
///     draw(r) = (r & 0xFFFFFF) < limit[r >>> 24] ? r >>> 24 : alias[r >>> 24]          (r unsigned)
///
/// The table: left[v] = 256 W(v); `small` is a queue of the v with left[v] < 10⁸, ascending, `large` one of the others.
/// While neither is empty: s = small.remove, l = large.peek; limit[s] = floor(left[s] * 2²⁴ / 10⁸); alias[s] = l;
/// left[l] -= 10⁸ - left[s]; if now left[l] < 10⁸, l moves from large to the end of small. What remains has limit 2²⁴.
final class KroneckerLevels {
    static final int LEVELS = 4;

    private static final int OUTCOMES = 1 << (2 * LEVELS);
    private static final long WHOLE = 100_000_000;
    private static final int FRACTION_BITS = 24;
    private static final int FRACTION = (1 << FRACTION_BITS) - 1;

    private final int[] limit = new int[OUTCOMES];
    /// `v ^ alias[v]`.
    private final int[] swap = new int[OUTCOMES];

    KroneckerLevels() {
        Arrays.fill(limit, 1 << FRACTION_BITS);
        long[] left = new long[OUTCOMES];
        Deque<Integer> small = new ArrayDeque<>();
        Deque<Integer> large = new ArrayDeque<>();
        for (int v = 0; v < OUTCOMES; v++) {
            left[v] = OUTCOMES * weight(v);
            (left[v] < WHOLE ? small : large).add(v);
        }
        while (!small.isEmpty() && !large.isEmpty()) {
            int s = small.remove();
            int l = large.element();
            limit[s] = (int) ((left[s] << FRACTION_BITS) / WHOLE);
            swap[s] = s ^ l;
            left[l] -= WHOLE - left[s];
            if (left[l] < WHOLE) {
                small.add(large.remove());
            }
        }
    }

    int[] limits() {
        return limit.clone();
    }

    int[] swaps() {
        return swap.clone();
    }

    /// W(v): its probability in 1 / 10⁸.
    static long weight(int outcome) {
        long weight = 1;
        for (int level = 0; level < LEVELS; level++) {
            int ones = ((outcome >>> level) & 1) + ((outcome >>> (level + LEVELS)) & 1);
            weight *= ones == 0 ? 57 : ones == 1 ? 19 : 5;
        }
        return weight;
    }

    /// The outcome of these 32 random bits; without a branch, which these coin tosses would mispredict.
    int draw(int bits) {
        int column = bits >>> FRACTION_BITS;
        int beyond = (limit[column] - 1 - (bits & FRACTION)) >> (Integer.SIZE - 1);
        return column ^ (swap[column] & beyond);
    }
}
