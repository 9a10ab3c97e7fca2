package io.bitfront.engine.answer;

import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;

/// Ends long steps of the host that nobody wants any more.
public final class GivenUp {
    /// Vertices or entries between two looks, a power of two: a few milliseconds.
    static final int SELDOM = 1 << 16;

    private GivenUp() {}

    /// @throws CancellationException where `stop` says so
    public static void check(BooleanSupplier stop) {
        if (stop.getAsBoolean()) {
            throw new CancellationException("given up");
        }
    }

    /// Checks where a count of steps has come as far as another look is due.
    static void checkAt(long count, BooleanSupplier stop) {
        if (count % SELDOM == 0) {
            check(stop);
        }
    }
}
