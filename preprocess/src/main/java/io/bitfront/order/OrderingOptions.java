package io.bitfront.order;

import io.bitfront.graph.Bvss;

/// Options of the orderings that have any.
///
/// @param window columns of a `jaccard` window, a positive multiple of 8
/// @param seed of `random`
public record OrderingOptions(int window, long seed) {
    public static final int DEFAULT_WINDOW = 65_536;

    /// Rows that more columns of a `jaccard` window meet are common to none: they tell columns apart no more, and each
    /// would cost the window's width at every slice set. An edge so costs at most this many steps.
    public static final int MOST_COMMON = 1 << 11;

    public static final OrderingOptions DEFAULT = new OrderingOptions(DEFAULT_WINDOW, 1);

    public OrderingOptions {
        if (window < Bvss.SIGMA || window % Bvss.SIGMA != 0) {
            throw new IllegalArgumentException(
                    "window %d is not a positive multiple of %d".formatted(window, Bvss.SIGMA));
        }
    }
}
