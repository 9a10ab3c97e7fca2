package io.bitfront.order;

import io.bitfront.graph.Bvss;
import io.bitfront.graph.Csc;
import io.bitfront.memory.IntArray;
import java.util.Arrays;

/// Moves slice sets of 8 columns as wholes.
final class SliceSets {
    private SliceSets() {}

    /// Sorts the whole slice sets of `oldIds[begin..end)` by their largest in-degree, descending, ties by position.
    ///
    /// @return the largest in-degree in a whole slice set, 0 if there is none
    static int sortByInDegree(Csc in, IntArray oldIds, int begin, int end) {
        int sets = (end - begin) / Bvss.SIGMA;
        long[] keys = new long[sets];
        for (int s = 0; s < sets; s++) {
            int largest = 0;
            for (int i = 0; i < Bvss.SIGMA; i++) {
                largest = Math.max(largest, in.degree(oldIds.get(begin + (long) s * Bvss.SIGMA + i)));
            }
            keys[s] = (long) (Integer.MAX_VALUE - largest) << 32 | s;
        }
        Arrays.sort(keys);
        int[] sorted = new int[sets * Bvss.SIGMA];
        for (int s = 0; s < sets; s++) {
            oldIds.read(begin + (keys[s] & 0xFFFF_FFFFL) * Bvss.SIGMA, sorted, s * Bvss.SIGMA, Bvss.SIGMA);
        }
        oldIds.write(begin, sorted, 0, sorted.length);
        return sets == 0 ? 0 : Integer.MAX_VALUE - (int) (keys[0] >>> 32);
    }
}
