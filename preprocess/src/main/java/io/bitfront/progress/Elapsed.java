package io.bitfront.progress;

/// Time that has passed since a moment of [System#nanoTime].
public final class Elapsed {
    private Elapsed() {}

    public static long nanos(long since) {
        return System.nanoTime() - since;
    }

    public static double seconds(long since) {
        return nanos(since) / 1e9;
    }
}
