package io.bitfront.graph;

import java.util.function.IntPredicate;

/// Finds where a question asked of ascending numbers begins to be answered by yes.
public final class Bisection {
    private Bisection() {}

    /// The first of the numbers `from` to `end - 1` of which something is true; `end` where there is none.
    ///
    /// @param isTrue of a number only where it is of all that follow
    public static int first(int from, int end, IntPredicate isTrue) {
        int low = from;
        int high = end;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (isTrue.test(middle)) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }
}
