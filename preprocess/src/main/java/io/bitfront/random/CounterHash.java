package io.bitfront.random;

/// Random bits as a pure function of a key and a counter, so that any thread, or a GPU, can make any edge alone.
/// `draw(key, i)` is output i of SplitMix64 seeded with `key` (64-bit arithmetic that wraps, logical shifts):
///
///     draw(key, i) = mix(key + (i + 1) * 0x9E3779B97F4A7C15)
///     mix(z):  z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9
///              z = (z ^ z >>> 27) * 0x94D049BB133111EB
///              return z ^ z >>> 31
///
/// A generator's streams are keys derived from the user's seed: `key(seed, s) = draw(seed, s)`.
public final class CounterHash {
    private static final long STEP = 0x9E3779B97F4A7C15L;

    private CounterHash() {}

    public static long key(long seed, int stream) {
        return draw(seed, stream);
    }

    /// 64 random bits.
    public static long draw(long key, long counter) {
        return mix(key + (counter + 1) * STEP);
    }

    /// A random number below `bound`: the upper 64 bits of the product of draw and bound.
    public static int below(int bound, long key, long counter) {
        return (int) Math.unsignedMultiplyHigh(draw(key, counter), bound);
    }

    public static long mix(long value) {
        long z = (value ^ value >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return z ^ z >>> 31;
    }
}
