package io.bitfront.engine.gpu;

/// Which of two ways levels take to the host's memory: as bytes through the staging, widened by the host's cores, or as
/// ints straight to where they shall be, once that is page-locked. Which is faster depends on the bus and on the cores:
/// both are timed.
final class LevelTransfers {
    /// Direct transfers before the two are compared.
    static final int TRIALS = 3;

    private long leastStaged = Long.MAX_VALUE;
    private long leastDirect = Long.MAX_VALUE;
    private int direct;

    /// Whether the next transfer goes straight.
    ///
    /// @param locked whether it could
    boolean directly(boolean locked) {
        return locked && (direct < TRIALS || leastDirect <= leastStaged);
    }

    /// Takes over how long a transfer took.
    void learn(boolean directly, long nanos) {
        if (directly) {
            direct++;
            leastDirect = Math.min(leastDirect, nanos);
        } else {
            leastStaged = Math.min(leastStaged, nanos);
        }
    }
}
